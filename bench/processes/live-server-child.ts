/* One of several servers on one database, which also writes live events. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { RunningServer } from '#server/main.ts';
import { publish } from '#server/platform/live/publish.ts';
import { serveParent } from './child.ts';
import { now } from './now.ts';
import { type ServerPaths, startAsInProduction } from './production-server.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
let server: RunningServer | null = null;

const handlers = {
  async start(input: ServerPaths) {
    server = await startAsInProduction(input);
    return { url: server.url };
  },
  /** Returns resident memory in bytes, without garbage. */
  memory() {
    collectGarbage();
    collectGarbage();
    return process.memoryUsage.rss();
  },
  /** Publishes an event. Its mark is the time at which its transaction began, in hundredths of a millisecond. */
  async publish({ channel }: { channel: string }) {
    const mark = Math.round(now() * 100);
    const payload = { space_id: channel.slice(channel.indexOf(':') + 1), member_count: mark };
    await server?.platform.db
      .transaction()
      .execute((tx) => publish(tx, channel, 'space.member_count_changed', payload));
    return { channel, mark };
  },
};
export type LiveServerChild = typeof handlers;

serveParent(handlers, async () => await server?.stop());
