import { setTimeout as pause } from 'node:timers/promises';
import type { Child } from '../processes/child.ts';
import type { RawClientsChild } from '../processes/raw-clients-child.ts';
import { figure, percentile, printTable } from '../results.ts';

/** A server that sockets reconnect to. */
export type LiveServer = Pick<Child<Record<never, never>>, 'pid' | 'stop'> & { url: string };

export interface LiveWorld<Server extends LiveServer = LiveServer> {
  servers: Server[];
  clients: Child<RawClientsChild>[];
  sockets: number;
}

/** Milliseconds between two requests to the API. They don't wait for each other, as those of people don't. */
const probeEvery = 50;
/** Milliseconds between two measurements, in which servers finish what reconnects left to them. */
const settle = 5_000;

/** Returns how many clients are subscribed. */
export const countSubscribed = async (clients: LiveWorld['clients']): Promise<number> =>
  (await Promise.all(clients.map((child) => child.call('subscribed', undefined)))).reduce((a, b) => a + b, 0);

/** Requests to the API while sockets reconnect. */
interface Probe {
  /** The milliseconds of each response. */
  times: number[];
  /** Requests that failed although their server was listening, and because it wasn't. */
  failed: number;
  refused: number;
}

/** Asks servers in turn until `done` settles. Requests to a server that isn't listening count apart. */
async function probe(
  urls: readonly string[],
  path: string,
  listening: ReadonlySet<string>,
  done: Promise<unknown>,
): Promise<Probe> {
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  done.then(end, end);
  const result: Probe = { times: [], failed: 0, refused: 0 };
  const ask = async (url: string): Promise<void> => {
    const isListening = listening.has(url);
    const began = performance.now();
    const response = await fetch(`${url}${path}`).catch(() => null);
    const body = await response?.text().catch(() => null);
    if (response?.ok && typeof body === 'string') result.times.push(performance.now() - began);
    else if (isListening) result.failed += 1;
    else result.refused += 1;
  };
  const asking: Promise<void>[] = [];
  const first = performance.now();
  for (let n = 0; !isDone; n += 1) {
    await pause(Math.max(0, first + n * probeEvery - performance.now()));
    asking.push(ask(urls[n % urls.length] ?? ''));
  }
  await Promise.all(asking);
  return result;
}

const untilSubscribed = ({ clients }: LiveWorld) =>
  Promise.all(clients.map((child) => child.call('untilSubscribed', undefined)));

async function toRow(world: LiveWorld, name: string, seconds: number, result: Probe): Promise<string[]> {
  const { times, failed, refused } = result;
  return [
    name,
    figure(seconds),
    String(await countSubscribed(world.clients)),
    String(times.length),
    figure(percentile(times, 0.5)),
    figure(percentile(times, 0.99)),
    figure(Math.max(...times)),
    String(failed),
    String(refused),
  ];
}

/** All sockets lose their connections at once, while the servers go on. */
async function measureLostConnections(world: LiveWorld, path: string): Promise<string[]> {
  const { clients, servers } = world;
  const urls = servers.map(({ url }) => url);
  const began = performance.now();
  await Promise.all(clients.map((child) => child.call('disconnect', undefined)));
  const reconnected = untilSubscribed(world);
  const result = await probe(urls, path, new Set(urls), reconnected);
  return await toRow(world, 'connections lost', (performance.now() - began) / 1000, result);
}

/** All servers end and start again at the same addresses, next to each other. Seconds count from the first that listens. */
async function measureRestart<Server extends LiveServer>(
  world: LiveWorld<Server>,
  path: string,
  name: string,
  end: (server: Server) => Promise<void>,
  start: (index: number) => Promise<Server>,
): Promise<{ row: string[]; servers: Server[] }> {
  const urls = world.servers.map(({ url }) => url);
  const listening = new Set<string>();
  await Promise.all(world.clients.map((child) => child.call('use', urls)));
  await Promise.all(world.servers.map(end));
  let began = Number.POSITIVE_INFINITY;
  const starting = Promise.all(
    urls.map(async (_, index) => {
      const server = await start(index);
      began = Math.min(began, performance.now());
      listening.add(server.url);
      return server;
    }),
  );
  const reconnected = starting.then(() => untilSubscribed(world));
  const result = await probe(urls, path, listening, reconnected);
  const row = await toRow(world, name, (performance.now() - began) / 1000, result);
  return { row, servers: await starting };
}

/**
 * Measures how soon all sockets are subscribed again, and the API meanwhile: after all lost their connections, after all servers
 * were stopped and started, and after all crashed. Begins with servers of which the first is not used. Returns those of the
 * last start.
 */
export async function measureReconnects<Server extends LiveServer>(
  title: string,
  world: LiveWorld<Server>,
  path: string,
  start: (index: number) => Promise<Server>,
): Promise<Server[]> {
  const alive = world.servers.slice(1);
  const lost = await measureLostConnections({ ...world, servers: alive }, path);
  await pause(settle);
  const stopped = await measureRestart(world, path, 'stopped and started', (server) => server.stop(), start);
  await pause(settle);
  const kill = async (server: Server): Promise<void> => {
    process.kill(server.pid, 'SIGKILL');
    await server.stop();
  };
  const crashed = await measureRestart(
    { ...world, servers: stopped.servers },
    path,
    'killed and started',
    kill,
    start,
  );
  printTable(
    `${title}: all ${world.sockets.toLocaleString('en')} sockets reconnect to ${alive.length} servers, and to ${world.servers.length} that restart`,
    [
      'servers',
      'subscribed after (s)',
      'subscribed',
      'API responses',
      'median (ms)',
      '99 % (ms)',
      'slowest (ms)',
      'failed',
      'refused before a server listened',
    ],
    [stopped.row, crashed.row, lost],
  );
  return crashed.servers;
}
