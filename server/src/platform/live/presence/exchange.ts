import { randomUUID } from 'node:crypto';
import { nowMs } from '../../clock.ts';
import { type CarriedMessage, presenceTopic } from '../outbox/carrier.ts';
import { type PresenceMessage, presenceMessage, toUserMessages, type UsersMessage } from './messages.ts';
import { changesOf, type OnlineUsers, type UserPresence } from './online-users.ts';

/** How often a process says that it is there, in milliseconds: alone, and with others. */
const aliveEvery = { alone: 60_000, together: 30_000 };
/** How long the users of a process stay online that isn't heard of anymore, and of one that has stopped, in milliseconds. */
const lostAfter = 75_000;
const stoppedFor = 20_000;

/** Another process. */
interface Peer {
  /** The number of its last message with users that arrived in order; null until it has sent everything. */
  last: number | null;
  /** Portions of everything that have arrived, until the last one has. */
  portions: Map<string, Set<string>> | null;
  /** Spaces of users whose other ones follow. */
  before: Map<string, Set<string>>;
  /** When its users are forgotten unless it is heard of again, in milliseconds since 1970. */
  lostAt: number;
}

/** Tells the processes of one database which users are online on each. */
export interface PresenceExchange {
  /** Sends what changed on this process, forgets those that ended, and says that this one is there. */
  tick(online: UserPresence): Promise<void>;
  receive(body: string): void;
  /** Asks the others for everything: at the start, and after messages may have been lost. */
  greet(): Promise<void>;
  stop(): Promise<void>;
}

/** The other processes, and what they say. */
function createPeers(id: string, users: OnlineUsers) {
  const peers = new Map<string, Peer>();
  const asked = new Set<string>();
  let wantsEverything = false;

  /** Returns the users of a message with all of their spaces, and keeps those that are continued. */
  const readEntries = (peer: Peer, { users: listed, before }: UsersMessage) => {
    const withKept = ([userId, ...spaces]: readonly string[]) =>
      [userId ?? '', new Set([...(peer.before.get(userId ?? '') ?? []), ...spaces])] as const;
    for (const entry of before) peer.before.set(...withKept(entry));
    const entries = listed.map(withKept);
    for (const [userId] of entries) peer.before.delete(userId);
    return entries;
  };
  const receiveUsers = (peer: Peer, message: UsersMessage): void => {
    const { from, number, portion, left } = message;
    const isFirst = portion === 'first' || portion === 'only';
    if (isFirst || number !== (peer.last ?? 0) + 1) peer.before.clear();
    const entries = readEntries(peer, message);
    if (isFirst) peer.portions = new Map(entries);
    else if (peer.last === null || number !== peer.last + 1) {
      // One is missing. What comes meanwhile is included in what is asked for.
      if (peer.last !== null) asked.add(from);
      peer.last = null;
      peer.portions = null;
      peer.before.clear();
      return;
    } else if (portion === 'change') {
      users.update(from, new Map([...entries, ...left.map((userId) => [userId, null] as const)]));
    } else for (const [userId, spaces] of entries) peer.portions?.set(userId, spaces);
    peer.last = number;
    if (portion !== 'last' && portion !== 'only') return;
    if (peer.portions) users.replace(from, peer.portions);
    peer.portions = null;
  };

  return {
    count: () => peers.size,
    forgetLost(): void {
      for (const [process, { lostAt }] of peers) {
        if (nowMs() < lostAt) continue;
        peers.delete(process);
        users.replace(process, new Map());
      }
    },
    /** Returns whether another process wants everything, and which ones are to be asked for it. */
    takeWanted() {
      const wanted = { everything: wantsEverything, ask: [...asked] };
      wantsEverything = false;
      asked.clear();
      return wanted;
    },
    receive(body: string): void {
      const parsed = presenceMessage.safeParse(JSON.parse(body));
      // A process of another version may send what this one doesn't know.
      if (!parsed.success || parsed.data.from === id) return;
      const { data } = parsed;
      const isNew = !peers.has(data.from);
      const peer = peers.get(data.from) ?? { last: null, portions: null, before: new Map(), lostAt: 0 };
      peers.set(data.from, peer);
      peer.lostAt = nowMs() + (data.type === 'stopped' ? stoppedFor : lostAfter);
      if (data.type === 'hello' || (data.type === 'ask' && data.of === id)) wantsEverything = true;
      if (data.type === 'users') receiveUsers(peer, data);
      else if (data.type === 'hello' || (data.type === 'alive' && (isNew || peer.last !== data.last)))
        asked.add(data.from);
    },
  };
}

export function createPresenceExchange(
  users: OnlineUsers,
  carrier: { maxBytes: number; send: (messages: readonly CarriedMessage[]) => Promise<void> },
): PresenceExchange {
  const id = randomUUID();
  const peers = createPeers(id, users);
  let online: UserPresence = new Map();
  let number = 0;
  let aliveAt = Number.NEGATIVE_INFINITY;

  const send = async (messages: readonly PresenceMessage[]): Promise<void> => {
    if (messages.length === 0) return;
    await carrier.send(messages.map((body) => ({ topic: presenceTopic, body: JSON.stringify(body) })));
  };
  const numbered = (messages: readonly Omit<UsersMessage, 'from' | 'number'>[]): UsersMessage[] =>
    messages.map((message) => {
      number += 1;
      return { ...message, from: id, number };
    });
  /** Returns the message that this process is there, if it is time for it. */
  const alive = (now: number): PresenceMessage[] => {
    if (now - aliveAt < (peers.count() > 0 ? aliveEvery.together : aliveEvery.alone)) return [];
    aliveAt = now;
    return [{ type: 'alive', from: id, last: number }];
  };

  return {
    receive: peers.receive,
    async tick(next) {
      peers.forgetLost();
      const changes = changesOf(online, next);
      online = next;
      users.update(id, changes);
      const { everything, ask } = peers.takeWanted();
      const messages: PresenceMessage[] = ask.map((of) => ({ type: 'ask', from: id, of }));
      if (everything) messages.push(...numbered(toUserMessages(online, carrier.maxBytes, 'everything')));
      else if (peers.count() > 0)
        messages.push(...numbered(toUserMessages(changes, carrier.maxBytes, 'change')));
      await send([...messages, ...alive(nowMs())]);
    },
    greet: () => send([{ type: 'hello', from: id }]),
    stop: () => send([{ type: 'stopped', from: id }]),
  };
}
