import { setTimeout as pause } from 'node:timers/promises';
import type { Comment } from '#contract/features/comments/comments.ts';
import { publish } from '#server/platform/live/publish.ts';
import { type BareServer, startBareSocketIo } from '../bare/bare-socket-io.ts';
import type { BenchOptions } from '../options.ts';
import { type Child, startChild } from '../processes/child.ts';
import { now } from '../processes/now.ts';
import { startAsInProduction } from '../processes/production-server.ts';
import type { SocketsChild } from '../processes/sockets-child.ts';
import { describeMachine, figure, median, medianRatio, percentile, printTable, verdict } from '../results.ts';
import { openBenchDatabase, serverFolder, signInAt } from '../setup/bench-database.ts';

const audiences = [50, 200, 1_000] as const;
/** Events in flight at the same time while throughput is measured. */
const inFlight = 16;
/** Events per transaction in the second throughput figure, which excludes the cost of many small commits. */
const eventsPerCommit = 8;
/** Milliseconds between events while latency is measured. */
const pace = 50;
const pacedEvents = 40;

type Sockets = Child<SocketsChild>;

/**
 * Returns the milliseconds from the time that `send` returns (that of the commit) until the last socket has the event,
 * one event at a time.
 */
async function measureLatency(sockets: Sockets, send: () => Promise<number>): Promise<number[]> {
  const latencies: number[] = [];
  for (let event = 0; event < pacedEvents; event++) {
    const began = performance.now();
    const arrival = sockets.call('nextComplete', undefined);
    const sentAt = await send();
    latencies.push((await arrival) - sentAt);
    await pause(Math.max(0, pace - (performance.now() - began)));
  }
  return latencies;
}

/**
 * Returns the events per second that reach the last socket, with `inFlight` events on their way. `send` sends `each`
 * events at once.
 */
async function measureSpeed(
  sockets: Sockets,
  seconds: number,
  each: number,
  send: () => Promise<unknown>,
): Promise<number> {
  const began = performance.now();
  const end = began + seconds * 1000;
  let events = 0;
  const lane = async (): Promise<void> => {
    while (performance.now() < end) {
      const arrivals = Array.from({ length: each }, () => sockets.call('nextComplete', undefined));
      await send();
      await Promise.all(arrivals);
      events += each;
    }
  };
  await Promise.all(Array.from({ length: inFlight / each }, lane));
  return events / ((performance.now() - began) / 1000);
}

/** A server to which sockets connect. */
interface Sender {
  url: string;
  /** Sends `each` events in one transaction; bare Socket.IO sends one. Returns the time when they are on their way. */
  send: (each: number) => Promise<number>;
}

type Figures = Record<'one' | 'many' | 'limit' | 'latency' | 'limitLatency', number[]>;

/** Opens `count` sockets to either server, and measures them in turn. The first round is a warm-up. */
async function measureAudience(
  options: BenchOptions,
  audience: { cookie: string; channel: string; count: number },
  hearth: Sender,
  bare: Sender,
): Promise<Figures> {
  const { count } = audience;
  const figures: Figures = { one: [], many: [], limit: [], latency: [], limitLatency: [] };
  const sockets = startChild<SocketsChild>('sockets-child.ts');
  const bareSockets = startChild<SocketsChild>('sockets-child.ts');
  const commit = (each: number) => () => hearth.send(each);
  const emit = () => bare.send(1);
  try {
    await sockets.call('open', { url: hearth.url, path: '/live', ...audience });
    await bareSockets.call('open', { url: bare.url, path: '/live', ...audience });
    for (let round = 0; round <= options.rounds; round++) {
      const seconds = round > 0 ? options.seconds : 1;
      const latency = await measureLatency(sockets, commit(1));
      const limitLatency = await measureLatency(bareSockets, emit);
      const one = await measureSpeed(sockets, seconds, 1, commit(1));
      const limit = await measureSpeed(bareSockets, seconds, 1, emit);
      const many = await measureSpeed(sockets, seconds, eventsPerCommit, commit(eventsPerCommit));
      if (round === 0) continue;
      figures.one.push(one * count);
      figures.many.push(many * count);
      figures.limit.push(limit * count);
      figures.latency.push(...latency);
      figures.limitLatency.push(...limitLatency);
    }
  } finally {
    await Promise.all([sockets.stop(), bareSockets.stop()]);
  }
  return figures;
}

function toRow(count: number, figures: Figures): string[] {
  const ms = (values: number[]) => `${figure(median(values))} / ${figure(percentile(values, 0.95))}`;
  const ratio = medianRatio(figures.many, figures.limit);
  return [
    count.toLocaleString('en'),
    figure(median(figures.one)),
    figure(median(figures.many)),
    figure(median(figures.limit)),
    `${medianRatio(figures.one, figures.limit).toFixed(2)} / ${ratio.toFixed(2)}`,
    verdict(ratio >= 0.8),
    ms(figures.latency),
    ms(figures.limitLatency),
  ];
}

/** A short comment, which each socket gets. Counters wouldn't do: of those that arrive together, only the last is sent. */
function newComment(spaceId: string, postId: string): Comment {
  const author = {
    id: postId,
    full_name: 'Ada Byron',
    username: 'ada',
    avatar_url: null,
    profile_url: 'ada',
  };
  return {
    id: postId,
    post_id: postId,
    space_id: spaceId,
    user_id: author.id,
    parent_id: null,
    thread_id: postId,
    reply_to: null,
    body: 'Thanks!',
    like_count: 0,
    reaction_counts: {},
    created_at: '2026-01-01T12:00:00.000Z',
    edited_at: null,
    deleted_at: null,
    is_removed: false,
    removal_reason: null,
    attachment: null,
    version: 57,
    author: { ...author, level: 1, level_version: 0 },
    has_liked: false,
    my_reactions: [],
  };
}

/** Live delivery to many sockets of one space, compared with bare Socket.IO sending the same bytes to as many. */
export async function benchFanOut(options: BenchOptions): Promise<void> {
  const machine = describeMachine();
  const database = await openBenchDatabase(options.dataDir);
  // Both servers run in this process, which sends the events: neither pays for messages between processes.
  const hearth = await startAsInProduction({
    databaseUrl: database.databaseUrl,
    dataDir: serverFolder(database),
    port: options.port,
  });
  const { db } = hearth.platform;
  const bare: BareServer = await startBareSocketIo(options.port + 1);
  const rows: string[][] = [];
  try {
    const cookie = await signInAt(hearth.url, 7);
    const spaceId = await database.spaceId(1_000);
    const channel = `space:${spaceId}`;
    const { rows: posts } = await database.client.query<{ id: string }>(
      'select id from posts where space_id = $1 order by created_at desc limit 1',
      [spaceId],
    );
    const postId = posts[0]?.id ?? '';
    const comment = newComment(spaceId, postId);
    const event = { seq: 123_456, channel, type: 'comment.created', payload: { comment } };
    const hearthSender: Sender = {
      url: hearth.url,
      async send(each) {
        const channels = Array.from({ length: each }, () => channel);
        await db.transaction().execute((tx) => publish(tx, channels, 'comment.created', { comment }));
        return now();
      },
    };
    const bareSender: Sender = {
      url: bare.url,
      async send() {
        const at = now();
        bare.emit(channel, event);
        return at;
      },
    };
    for (const count of audiences) {
      const audience = { cookie, channel, count };
      rows.push(toRow(count, await measureAudience(options, audience, hearthSender, bareSender)));
    }
    printTable(
      `Live fan-out (deliveries per second with ${inFlight} events in flight; ms from commit to the last socket, median / 95 %)`,
      [
        'sockets',
        '1 per commit',
        `${eventsPerCommit} per commit`,
        'bare Socket.IO',
        'ratio to limit',
        '>= 0.8',
        'Hearth ms',
        'bare ms',
      ],
      rows,
    );
    process.stdout.write(`\n${machine}\n`);
  } finally {
    await bare.stop();
    await hearth.stop();
    await database.client.query('delete from live_events where seq is not null');
    await database.stop();
  }
}
