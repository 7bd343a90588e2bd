import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createTestClient } from '#testing/client.ts';
import { startNats } from '#testing/nats/nats-server.ts';
import { newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { startEmbeddedPostgres } from '#tools/postgres/postgres.ts';
import type { BareLive } from '../bare/bare-live.ts';
import { type BareServer, startBareSocketIo } from '../bare/bare-socket-io.ts';
import type { BenchOptions } from '../options.ts';
import { type Child, startChild } from '../processes/child.ts';
import type { LiveServerChild } from '../processes/live-server-child.ts';
import { now } from '../processes/now.ts';
import { startPooler } from '../processes/pooler.ts';
import type { ServerPaths } from '../processes/production-server.ts';
import type { RawClientsChild } from '../processes/raw-clients-child.ts';
import { describeMachine, figure, percentile, printTable } from '../results.ts';
import { countSubscribed, type LiveServer, type LiveWorld, measureReconnects } from './reconnects.ts';

type Server = LiveServer & Child<LiveServerChild>;

/** Events that are written in a second, spread over the servers and channels. */
const writesPerSecond = 100;
/** Channels with many sockets, and how many of all sockets have one of them. The others are in channels of two. */
const largeChannels = 20;
const inLarge = 0.5;
/** Milliseconds after which servers have stopped following the channels of closed connections. */
const unfollowed = 17_000;
/** Milliseconds that all sockets may take to connect again. */
const longestReconnect = 120_000;
/** Milliseconds that the last events may take to arrive. */
const settle = 8_000;
/** Parts of the time in which events are written, of which the slowest and the quickest are compared. */
const parts = 5;

interface World extends LiveWorld<Server> {
  channels: string[];
  sockets: number;
}

/** What the servers of a run share. */
interface Shared {
  databaseUrl: string;
  dataDir: string;
  /** Settings for a carrier or a pooler. */
  settings: Record<string, string>;
  stop(): Promise<void>;
}

/** Starts the database and, if they are wanted, a pooler before it and a NATS server beside it. */
async function startShared(options: BenchOptions): Promise<Shared> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hearth-live-scale-'));
  chmodSync(dataDir, 0o711);
  const postgres = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), maxConnections: 120 });
  const pooler = options.pooler
    ? await startPooler(options.pooler, postgres.url, join(dataDir, 'pooler'), options.port + 9)
    : null;
  const nats = options.nats ? await startNats() : null;
  if (options.nats && !nats) throw new Error('There is no nats-server on this machine');
  return {
    databaseUrl: pooler?.url ?? postgres.url,
    dataDir,
    settings: {
      DATABASE_POOL: '10',
      METRICS_TOKEN: '',
      ...(pooler ? { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: postgres.url } : {}),
      ...(nats ? { NATS_URL: nats.url } : {}),
    },
    async stop() {
      await nats?.kill();
      await pooler?.stop();
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function startServer(paths: ServerPaths): Promise<Server> {
  const child = startChild<LiveServerChild>('live-server-child.ts');
  const { url } = await child.call('start', paths);
  return { ...child, url };
}

/** Starts this many servers on one database. */
async function startServers(count: number, shared: Shared, port: number): Promise<Server[]> {
  const { databaseUrl, dataDir, settings } = shared;
  const servers: Server[] = [];
  for (let n = 0; n < count; n += 1)
    servers.push(await startServer({ databaseUrl, dataDir, port: port + n, settings }));
  return servers;
}

/** Returns the channel of each socket: half of them in a few large ones, the others in pairs. */
function assignChannels(channels: readonly string[], sockets: number): string[] {
  const large = channels.slice(0, largeChannels);
  return Array.from({ length: sockets }, (_, n) => {
    if (n < sockets * inLarge) return large[n % large.length] ?? '';
    return channels[largeChannels + Math.floor((n - sockets * inLarge) / 2)] ?? '';
  });
}

async function sentEvents({ url }: Server): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^hearth_live_events_total (\d+)/m.exec(metrics)?.[1] ?? 0);
}

/** The server that was killed. */
let killed: number | null = null;

/** Writes for some seconds at a fixed rate. Returns what was committed. */
async function write(
  { servers, channels }: Pick<World, 'servers' | 'channels'>,
  seconds: number,
): Promise<{ channel: string; mark: number }[]> {
  const written: { channel: string; mark: number }[] = [];
  const running: Promise<void>[] = [];
  const began = performance.now();
  for (let n = 0; n < seconds * writesPerSecond; n += 1) {
    await pause(Math.max(0, began + (n * 1000) / writesPerSecond - performance.now()));
    const alive = servers.filter(({ pid }) => pid !== killed);
    const server = alive[n % alive.length];
    // Half of the writes go to large channels, as people do.
    const channel =
      n % 2 === 0
        ? channels[Math.floor(n / 2) % largeChannels]
        : channels[largeChannels + (Math.floor(n / 2) % (channels.length - largeChannels))];
    if (!server || !channel) continue;
    running.push(
      server.call('publish', { channel }).then(
        (event) => void written.push(event),
        // The server was killed. Whether this event was committed is unknown.
        () => {},
      ),
    );
  }
  await Promise.all(running);
  return written;
}

const takeLatencies = async (clients: World['clients']) =>
  (await Promise.all(clients.map((child) => child.call('takeLatencies', undefined)))).flat();
const countMissing = async (clients: World['clients'], written: { channel: string; mark: number }[]) =>
  (await Promise.all(clients.map((child) => child.call('countMissing', written)))).reduce((a, b) => a + b, 0);
const memoryOf = async (servers: readonly Server[]) =>
  (await Promise.all(servers.map((server) => server.call('memory', undefined)))).reduce((a, b) => a + b, 0);

/** Opens all sockets and measures. `assigned` are the channels of the clients of each process. */
async function measureScale(world: World, assigned: string[][], seconds: number): Promise<string[]> {
  const { servers, clients } = world;
  const empty = await memoryOf(servers);
  const urls = servers.map((server) => server.url);
  await Promise.all(
    clients.map((child, index) => child.call('open', { urls, channels: assigned[index] ?? [] })),
  );
  await pause(1_000);
  const memoryEach = ((await memoryOf(servers)) - empty) / world.sockets;
  await write(world, 2);
  await pause(1_000);
  await takeLatencies(clients);
  const before = await Promise.all(servers.map(sentEvents));
  const written: { channel: string; mark: number }[] = [];
  const latencies: number[][] = [];
  for (let part = 0; part < parts; part += 1) {
    written.push(...(await write(world, seconds / parts)));
    await pause(1_000);
    latencies.push(await takeLatencies(clients));
  }
  const slowest = latencies.map((of) => percentile(of, 0.99));
  const after = await Promise.all(servers.map(sentEvents));
  const each = after.map((count, index) => (count - (before[index] ?? 0)) / seconds);
  const missing = await countMissing(clients, written);
  return [
    String(servers.length),
    figure(percentile(latencies.flat(), 0.5)),
    figure(percentile(latencies.flat(), 0.99)),
    `${figure(Math.min(...slowest))} to ${figure(Math.max(...slowest))}`,
    figure(written.length / seconds),
    figure(each.reduce((sum, count) => sum + count, 0) / each.length),
    String(missing),
    servers.length === 1 ? figure(memoryEach / 1024) : '',
  ];
}

/** The limit of reconnects: as many sockets, servers and requests, without rights and without a database. */
async function measureBareReconnects(
  { clients, sockets, servers: { length } }: World,
  assigned: string[][],
  port: number,
  path: string,
  body: string,
): Promise<void> {
  const start = async (index: number): Promise<LiveServer> => {
    const child = startChild<BareLive>('../bare/bare-live.ts');
    const { url } = await child.call('start', { port: port + index, path, body });
    return { ...child, url };
  };
  await Promise.all(clients.map((child) => child.call('close', undefined)));
  let servers = await Promise.all(Array.from({ length }, (_, index) => start(index)));
  const urls = servers.slice(1).map(({ url }) => url);
  try {
    await Promise.all(
      clients.map((child, index) => child.call('open', { urls, channels: assigned[index] ?? [] })),
    );
    servers = await measureReconnects('Bare Socket.IO', { servers, clients, sockets }, path, start);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

/** Bare Socket.IO on one process, with as many sockets and writes, and no database. */
async function measureBare(
  port: number,
  clients: World['clients'],
  channels: string[],
  assigned: string[][],
  seconds: number,
): Promise<string[]> {
  const bare: BareServer = await startBareSocketIo(port);
  await Promise.all(
    clients.map((child, index) => child.call('open', { urls: [bare.url], channels: assigned[index] ?? [] })),
  );
  const began = performance.now();
  for (let n = 0; n < seconds * writesPerSecond; n += 1) {
    await pause(Math.max(0, began + (n * 1000) / writesPerSecond - performance.now()));
    const channel =
      channels[
        n % 2 === 0 ? (n / 2) % largeChannels : largeChannels + (n % (channels.length - largeChannels))
      ];
    const mark = Math.round(now() * 100);
    bare.emitAll(channel ?? '', [{ seq: n + 1, channel, type: 'x', payload: { member_count: mark } }]);
  }
  await pause(1_000);
  const latencies = await takeLatencies(clients);
  await Promise.all(clients.map((child) => child.call('close', undefined)));
  await bare.stop();
  return [
    'bare Socket.IO',
    figure(percentile(latencies, 0.5)),
    figure(percentile(latencies, 0.99)),
    '',
    String(writesPerSecond),
    '',
    '',
    '',
  ];
}

/** Kills one of the servers while events are written. Returns how many events clients miss in the end. */
async function measureKill(world: World, seconds: number): Promise<[string, string]> {
  const [first, ...others] = world.servers;
  if (!first) throw new Error('There is no server');
  await Promise.all(world.clients.map((child) => child.call('forget', undefined)));
  const writing = write(world, seconds);
  await pause((seconds * 1000) / 2);
  const urls = others.map(({ url }) => url);
  await Promise.all(world.clients.map((child) => child.call('use', urls)));
  killed = first.pid;
  process.kill(first.pid, 'SIGKILL');
  const written = await writing;
  const until = performance.now() + longestReconnect;
  while ((await countSubscribed(world.clients)) < world.sockets && performance.now() < until)
    await pause(100);
  await pause(settle);
  await takeLatencies(world.clients);
  return [String(written.length), String(await countMissing(world.clients, written))];
}

/** Creates an account by a request, as nothing else reaches a server in another process. */
async function signUp(url: string): Promise<TestPerson> {
  const client = createTestClient(() => url);
  const password = 'a-secret-of-benchmarks';
  const email = `owner-${crypto.randomUUID()}@example.com`;
  const { user } = await client.call('sign_up', { first_name: 'Ada', last_name: 'Owner', email, password });
  if (!user) throw new Error('The account was not signed in');
  return Object.assign(client, { user, password });
}

/** Live events with thousands of sockets, on one, two and four servers of one database. */
export async function benchLiveScale(options: BenchOptions): Promise<void> {
  const machine = describeMachine();
  const { sockets, seconds } = options;
  const shared = await startShared(options);
  const clients = [1, 2].map(() => startChild<RawClientsChild>('raw-clients-child.ts'));
  const rows: string[][] = [];
  try {
    let servers = await startServers(1, shared, options.port);
    const { url } = servers[0] as Server;
    const owner = await signUp(url);
    const space = await newSpace(owner);
    const channelCount = largeChannels + Math.ceil((sockets * (1 - inLarge)) / 2);
    const channels: string[] = [];
    for (let n = 0; n < channelCount; n += 1) channels.push(`post:${(await newPost(owner, space)).id}`);
    const all = assignChannels(channels, sockets);
    const assigned = clients.map((_, index) => all.filter((_, n) => n % clients.length === index));
    rows.push(await measureBare(options.port + 8, clients, channels, assigned, Math.min(seconds, 10)));
    let world: World = { servers, clients, channels, sockets };
    for (const count of options.servers) {
      servers = [
        ...servers,
        ...(await startServers(count - servers.length, shared, options.port + servers.length)),
      ];
      world = { servers, clients, channels, sockets };
      rows.push(await measureScale(world, assigned, seconds));
      if (count === options.servers.at(-1)) break;
      await Promise.all(clients.map((child) => child.call('close', undefined)));
      // Servers go on following a channel for a moment.
      await pause(unfollowed);
    }
    printTable(
      `Live events to ${sockets.toLocaleString('en')} sockets, ${writesPerSecond} writes per second for ${seconds} s (ms from write to receipt)`,
      [
        'servers',
        'median',
        '99 %',
        '99 % of each fifth',
        'writes per second',
        'events per second of each server',
        'missing',
        'KB of each socket',
      ],
      rows,
    );
    const [written, missing] = await measureKill(world, Math.min(seconds, 10));
    printTable(`One of ${servers.length} servers killed`, ['written', 'missing'], [[written, missing]]);
    const { databaseUrl, dataDir, settings } = shared;
    const start = (index: number) =>
      startServer({ databaseUrl, dataDir, port: options.port + index, settings });
    const path = `/api/spaces/${space.id}/posts`;
    world = { ...world, servers: await measureReconnects('Hearth', world, path, start) };
    const response = await fetch(world.servers[0]?.url + path);
    if (!response.ok) throw new Error(`${path} returned ${response.status}`);
    const body = await response.text();
    await Promise.all(world.servers.map((server) => server.stop()));
    await measureBareReconnects(world, assigned, options.port, path, body);
    process.stdout.write(`\n${machine}\n`);
  } finally {
    await Promise.all(clients.map((child) => child.stop()));
    await shared.stop();
  }
}
