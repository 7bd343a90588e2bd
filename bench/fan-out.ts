import { createDatabase, createPool } from '#server/platform/db/database.ts';
import { publish } from '#server/platform/live/publish.ts';
import { type BareServer, startBareSocketIo } from './bare-socket-io.ts';
import { startChild } from './child.ts';
import type { BenchOptions } from './options.ts';
import { describeMachine, figure, median, medianRatio, percentile, printTable, verdict } from './report.ts';
import type { SocketsChild } from './sockets-child.ts';
import { openWorld, startHearth } from './world.ts';

const audiences = [50, 200, 1_000] as const;
/** Events on their way at once while throughput is measured. */
const window = 16;
/** Milliseconds between events while latency is measured. */
const pace = 50;
const pacedEvents = 40;

interface Sent {
  perSecond: number;
  latencies: number[];
}

/**
 * Sends events and waits for the last socket each time: first paced, for the latency from the moment `send` resolved
 * (the commit) to the last socket; then with a window of several on their way, for deliveries a second.
 */
async function measure(
  sockets: ReturnType<typeof startChild<SocketsChild>>,
  count: number,
  seconds: number,
  send: () => Promise<number>,
): Promise<Sent> {
  const latencies: number[] = [];
  for (let event = 0; event < pacedEvents; event++) {
    const began = performance.now();
    const arrival = sockets.call('nextComplete', undefined);
    const sentAt = await send();
    latencies.push((await arrival) - sentAt);
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, pace - (performance.now() - began))));
  }
  const end = performance.now() + seconds * 1000;
  const began = performance.now();
  let events = 0;
  const lane = async (): Promise<void> => {
    while (performance.now() < end) {
      const arrival = sockets.call('nextComplete', undefined);
      await send();
      await arrival;
      events += 1;
    }
  };
  await Promise.all(Array.from({ length: window }, lane));
  return { perSecond: (events * count) / ((performance.now() - began) / 1000), latencies };
}

const now = () => performance.timeOrigin + performance.now();

/** Live delivery to many sockets of one space, beside bare Socket.IO sending the same bytes to as many. */
export async function benchFanOut(options: BenchOptions): Promise<void> {
  const machine = describeMachine();
  const world = await openWorld(options.dataDir);
  const hearth = await startHearth(world, options.port, { profileDir: options.profileDir });
  const bare: BareServer = await startBareSocketIo(options.port + 1);
  const db = createDatabase(createPool(world.databaseUrl, window));
  const rows: string[][] = [];
  try {
    const cookie = await hearth.signIn(7);
    const spaceId = await world.spaceId(1_000);
    const topic = `space:${spaceId}`;
    const { rows: posts } = await world.client.query<{ id: string }>(
      'select id from posts where space_id = $1 order by created_at desc limit 1',
      [spaceId],
    );
    const postId = posts[0]?.id ?? '';
    const payload = {
      post_id: postId,
      like_count: 12,
      comment_count: 34,
      last_activity_at: '2026-01-01T12:00:00.000Z',
      version: 57,
      actor: { user_id: postId, has_liked: true },
    };
    const event = { seq: 123_456, topic, type: 'post.counts', payload };
    for (const count of audiences) {
      const ours: Sent[] = [];
      const limit: Sent[] = [];
      const sockets = startChild<SocketsChild>('sockets-child.ts');
      const bareSockets = startChild<SocketsChild>('sockets-child.ts');
      try {
        await sockets.call('open', { url: hearth.url, path: '/live', cookie, topic, count });
        await bareSockets.call('open', { url: bare.url, path: '/live', cookie, topic, count });
        for (let round = 0; round <= options.rounds; round++) {
          const seconds = round > 0 ? options.seconds : 1;
          const here = await measure(sockets, count, seconds, async () => {
            await db.transaction().execute((tx) => publish(tx, topic, 'post.counts', payload));
            return now();
          });
          const there = await measure(bareSockets, count, seconds, async () => {
            const at = now();
            bare.emit(topic, event);
            return at;
          });
          if (round === 0) continue;
          ours.push(here);
          limit.push(there);
        }
      } finally {
        await Promise.all([sockets.stop(), bareSockets.stop()]);
      }
      const speed = (sent: Sent[]) => median(sent.map((each) => each.perSecond));
      const latency = (sent: Sent[]) => {
        const all = sent.flatMap((each) => each.latencies);
        return `${figure(median(all))} / ${figure(percentile(all, 0.95))}`;
      };
      const ratio = medianRatio(
        ours.map((each) => each.perSecond),
        limit.map((each) => each.perSecond),
      );
      rows.push([
        count.toLocaleString('en'),
        figure(speed(ours)),
        figure(speed(limit)),
        ratio.toFixed(2),
        verdict(ratio >= 0.8),
        latency(ours),
        latency(limit),
      ]);
    }
    printTable(
      `Live fan-out (deliveries a second with ${window} events on their way; ms from commit to the last socket, median / 95 %)`,
      ['sockets', 'Hearth', 'bare Socket.IO', 'of the limit', '>= 0.8', 'Hearth ms', 'bare ms'],
      rows,
    );
    process.stdout.write(`\n${machine}\n`);
  } finally {
    await db.destroy();
    await bare.stop();
    await hearth.stop();
    await world.client.query('delete from live_events where seq is not null');
    await world.stop();
  }
}
