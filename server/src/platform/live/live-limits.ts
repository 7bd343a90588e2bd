import { type BucketSize, createTokenBuckets, type TokenBuckets } from '../limits/token-buckets.ts';
import type { LiveSource } from './live-socket.ts';

/** Maximum number of channels per connection. */
export const maxChannels = 100;
/** Maximum bytes of one message. A client that uses polling sends several messages together. */
export const maxMessageBytes = 16 * 1024;
/** The cost of a connection that was closed for exceeding its limits, so that a client isn't closed over and over. */
export const costOfCut = 100;
/** Maximum number of open connections. */
const maxOpen = { person: 50, network: 1_000 };

/** The cost of checking whether events were missed. */
export const costOfResume = 10;

type Subject = 'connection' | 'person' | 'network';

/**
 * The budgets per connection, user and network: allowed right away, and per second after that. After a server restart, a
 * browser reconnects once per tab and subscribes again to a few channels. The budgets allow a hundred channels in each
 * of ten tabs, and 200 users behind one address.
 */
const sizes = {
  /** HTTP requests and upgrades on the live path, including those of polling clients. */
  request: { network: { capacity: 6_000, perSecond: 500 } },
  connect: { network: { capacity: 1_200, perSecond: 30 } },
  /** Connections of a user, counted after authentication. */
  connectAs: { person: { capacity: 120, perSecond: 2 } },
  /** Messages of any kind, valid or not: one per message, and one more for each further kilobyte. */
  message: {
    connection: { capacity: 400, perSecond: 20 },
    network: { capacity: 12_000, perSecond: 300 },
  },
  /**
   * Frames of every kind on a WebSocket, also those that no client of ours sends. More than `message` allows, so that it
   * never ends a connection that only sends messages.
   */
  frame: {
    connection: { capacity: 600, perSecond: 30 },
    network: { capacity: 18_000, perSecond: 450 },
  },
  subscribe: {
    connection: { capacity: 200, perSecond: 10 },
    person: { capacity: 1_000, perSecond: 20 },
    network: { capacity: 4_000, perSecond: 100 },
  },
  /** Signals. Those beyond it are dropped. */
  signal: {
    connection: { capacity: 20, perSecond: 1 },
    person: { capacity: 40, perSecond: 2 },
    network: { capacity: 2_000, perSecond: 100 },
  },
  /** Requests to watch users. Those beyond it are rejected. */
  watch: {
    connection: { capacity: 40, perSecond: 2 },
    person: { capacity: 200, perSecond: 5 },
    network: { capacity: 2_000, perSecond: 100 },
  },
  /** Missed events that are sent again: ten per check, one per event, one per kilobyte. */
  replay: {
    connection: { capacity: 3_000, perSecond: 100 },
    person: { capacity: 12_000, perSecond: 200 },
    network: { capacity: 80_000, perSecond: 1_000 },
  },
} satisfies Record<string, Partial<Record<Subject, BucketSize>>>;
type LiveBudget = keyof typeof sizes;

/** The budgets of live connections. */
export interface LiveLimits {
  /**
   * Takes `cost` from the budgets of a connection (null before there is one), its user and its network.
   * Returns 0, or the seconds to wait if one of them is used up.
   */
  take(budget: LiveBudget, connection: string | null, source: LiveSource, cost?: number): number;
  /** Takes from the budgets for completed work, even more than is left, so that the next request waits. */
  charge(budget: LiveBudget, connection: string | null, source: LiveSource, cost: number): void;
  /** Counts a connection of this network or user. Returns false and counts nothing if there are too many. */
  open(subject: 'person' | 'network', key: string): boolean;
  close(subject: 'person' | 'network', key: string): void;
}

/** @param enabled false for load tests: budgets are unlimited. */
export function createLiveLimits(enabled: boolean): LiveLimits {
  const buckets = new Map<string, TokenBuckets>();
  for (const [budget, subjects] of Object.entries(sizes)) {
    for (const [subject, size] of Object.entries(subjects)) {
      buckets.set(`${budget}:${subject}`, createTokenBuckets(size));
    }
  }
  const open = { person: new Map<string, number>(), network: new Map<string, number>() };
  /** Returns the buckets of a budget for a connection, its user and its network, with their keys. */
  const bucketsOf = (budget: LiveBudget, connection: string | null, { network, userId }: LiveSource) => {
    const keys = { connection, person: userId, network };
    return (Object.entries(keys) as [Subject, string | null][]).flatMap(([subject, key]) => {
      const found = buckets.get(`${budget}:${subject}`);
      return found && key !== null ? [{ found, key }] : [];
    });
  };
  return {
    take(budget, connection, source, cost = 1) {
      if (!enabled) return 0;
      for (const { found, key } of bucketsOf(budget, connection, source)) {
        const wait = found.take(key, cost);
        if (wait > 0) return wait;
      }
      return 0;
    },
    charge(budget, connection, source, cost) {
      if (!enabled) return;
      for (const { found, key } of bucketsOf(budget, connection, source)) found.charge(key, cost);
    },
    open(subject, key) {
      const count = open[subject].get(key) ?? 0;
      if (enabled && count >= maxOpen[subject]) return false;
      open[subject].set(key, count + 1);
      return true;
    },
    close(subject, key) {
      const count = (open[subject].get(key) ?? 1) - 1;
      if (count > 0) open[subject].set(key, count);
      else open[subject].delete(key);
    },
  };
}
