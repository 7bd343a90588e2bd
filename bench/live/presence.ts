import { setTimeout as pause } from 'node:timers/promises';
import { withFrozenTime } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { createPresenceExchange } from '#server/platform/live/presence/exchange.ts';
import { createLocalPresence, type PresentSocket } from '#server/platform/live/presence/local-presence.ts';
import { createOnlineUsers } from '#server/platform/live/presence/online-users.ts';
import { createPresenceRecorder } from '#server/platform/live/presence/record-presence.ts';
import { createWatches } from '#server/platform/live/presence/watches.ts';
import type { BenchOptions } from '../options.ts';
import { describeMachine, figure, median, printTable, verdict } from '../results.ts';

const connected = 10_000;
const spaces = 200;
const changesPerSecond = 100;
/** Users that each connection has on screen. */
const shown = 20;
/** Seconds between two looks at the connections, as in the server. */
const lookEvery = 2;
/** The most that presence may take, in percent of a core. */
const limit = 5;
/** Bytes of a message between processes, as with PostgreSQL. */
const maxBytes = 7_900;
/** Simulated seconds of a round. */
const duration = 120;

type Handler = (request: unknown, response: (response: unknown) => void) => void;

/** A connection without a network, which counts what is sent to it. */
function newConnection(userId: string, space: string, counts: { sent: number; bytes: number }) {
  const handlers = new Map<string, Handler>();
  const data: PresentSocket['data'] = {
    viewer: { user_id: userId, role: 'member', session_id: newId() },
    channels: new Map([
      [`user:${userId}`, null],
      [`space:${space}`, space],
    ]),
    memberships: new Set([space]),
    is_hidden: false,
    appears_offline: false,
  };
  return {
    id: newId(),
    data: { ...data, source: { network: 'bench', userId } },
    on: (name: string, handler: Handler) => handlers.set(name, handler),
    once: (name: string, handler: Handler) => handlers.set(name, handler),
    emit: (_name: string, message: unknown) => {
      counts.sent += 1;
      counts.bytes += JSON.stringify(message).length;
    },
    send: (name: string, message: unknown) => handlers.get(name)?.(message, () => {}),
  };
}

/** The users of the connections: more than there are, so that others come when some leave. */
function newPeople() {
  const spaceIds = Array.from({ length: spaces }, () => newId());
  return Array.from({ length: connected + 2_000 }, (_, n) => ({
    id: newId(),
    space: spaceIds[n % spaces] ?? '',
  }));
}

/** The connections of a process, and what watches them. */
function openConnections(users: ReturnType<typeof createOnlineUsers>) {
  const sent = { sent: 0, bytes: 0 };
  const sockets = new Map<string, ReturnType<typeof newConnection>>();
  const people = newPeople();
  const personOf = (n: number) => people[n % people.length] ?? { id: '', space: '' };
  const watches = createWatches({
    users,
    listWatchable: async (_viewer, _space, userIds) => [...userIds],
    listUncounted: async () => [],
    canRead: async () => true,
    limits: { take: () => 0 } as never,
    queue: { run: (_source: string, _key: string, work: () => unknown) => work() } as never,
    log: console as never,
  });
  return {
    sent,
    list: () => sockets.values() as never,
    open(n: number): void {
      const { id, space } = personOf(n);
      const socket = newConnection(id, space, sent);
      sockets.set(id, socket);
      watches.serve(socket as never);
      const user_ids = Array.from({ length: shown }, (_, k) => personOf(n * 7 + k * spaces).id);
      socket.send('watch', { space_id: space, user_ids, count: true });
    },
    close(n: number): void {
      const { id } = personOf(n);
      sockets.get(id)?.send('disconnect', null);
      sockets.delete(id);
    },
  };
}

/** Lets people come and go for some simulated minutes. Returns the share of a core that presence takes, in percent, and a row. */
async function measure(processes: 1 | 2): Promise<{ share: number; row: string[] }> {
  const users = createOnlineUsers();
  const { sent, list, open, close } = openConnections(users);
  const [look, counts] = [createLocalPresence(list), { messages: 0, statements: 0 }];
  const other = createPresenceExchange(createOnlineUsers(), { maxBytes, send: async () => {} });
  const exchange = createPresenceExchange(users, {
    maxBytes,
    send: async (messages) => {
      counts.messages += messages.length;
      for (const { body } of messages) other.receive(body);
    },
  });
  if (processes === 2) exchange.receive(JSON.stringify({ type: 'hello', from: 'another process' }));
  const store = async () => {
    counts.statements += 1;
    return [];
  };
  const record = createPresenceRecorder(list, store, () => {}, console as never);
  for (let n = 0; n < connected; n += 1) open(n);
  await pause(0);
  await exchange.tick(look(0));
  const before = { ...sent };
  let used = 0;
  let next = 0;
  for (let seconds = 0; seconds < duration; seconds += lookEvery) {
    const began = process.cpuUsage();
    for (let n = 0; n < changesPerSecond * lookEvery; n += 1, next += 1) {
      close(next);
      open(next + connected);
    }
    await pause(0);
    await withFrozenTime(seconds * 1000, async () => {
      await exchange.tick(look(seconds * 1000));
      await record();
    });
    const { user, system } = process.cpuUsage(began);
    used += user + system;
  }
  const perSecond = [
    sent.sent - before.sent,
    (sent.bytes - before.bytes) / 1024,
    counts.messages,
    counts.statements * 60,
  ].map((value) => figure(value / duration));
  return { share: (used / 1e6 / duration) * 100, row: perSecond };
}

/** What presence takes of a process with 10,000 connections, of which 100 come and go a second. */
export async function benchPresence({ rounds }: BenchOptions): Promise<void> {
  process.stdout.write(`${describeMachine()}\n`);
  const rows: string[][] = [];
  for (const processes of [1, 2] as const) {
    const results: Awaited<ReturnType<typeof measure>>[] = [];
    for (let round = 0; round < rounds; round += 1) results.push(await measure(processes));
    const share = median(results.map((result) => result.share));
    rows.push([String(processes), `${figure(share)} %`, verdict(share < limit), ...(results[0]?.row ?? [])]);
  }
  const sent = ['to browsers/s', 'KB/s', 'to processes/s', 'statements/min'];
  printTable('Presence', ['processes', 'of a core', `below ${limit} %`, ...sent], rows);
}
