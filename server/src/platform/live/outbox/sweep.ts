import type { Database } from '../../db/database.ts';
import { getLastAccessSeq, listLostAnnouncements, listUnsequencedChannels } from '../live.queries.ts';
import type { Announcer } from './announcer.ts';
import { sequencerOf } from './sequencer.ts';

/** How often it looks for what ended processes have left, in milliseconds. */
const sweepEvery = 5_000;
/** Milliseconds for which events belong to the process that committed them. */
const leftAlone = 2_000;

/** Numbers and announces events of processes that ended before they could do it. `also` runs each time. */
export function createSweep({
  db,
  announcer,
  also,
  failed,
}: {
  db: Database;
  announcer: Announcer;
  also: () => Promise<void>;
  failed: (error: unknown) => void;
}): { stop(): void } {
  const run = async (): Promise<void> => {
    const channels = await listUnsequencedChannels(db, leftAlone);
    if (channels.length > 0) sequencerOf(db).wake(channels, true);
    const lost = await listLostAnnouncements(db, leftAlone);
    if (lost.length > 0) {
      const access_seq = await getLastAccessSeq(db);
      announcer.announce(
        lost.map(({ announcement, channel, first_seq, last_seq }) => ({
          announcement,
          channel,
          previous: first_seq - 1,
          last: last_seq,
          access_seq,
          events: null,
          changes_access: true,
        })),
      );
    }
    await also();
  };
  let isRunning = false;
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    run()
      .catch(failed)
      .finally(() => {
        isRunning = false;
      });
  }, sweepEvery);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
