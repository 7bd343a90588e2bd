import { type BucketSize, createTokenBuckets, type TokenBuckets } from '../limits/token-buckets.ts';
import type { LiveSource } from './live-socket.ts';

/** Topics of one connection. */
export const maxTopics = 100;
/** Bytes of one message; a client that polls sends several of them together. */
export const maxMessageBytes = 16 * 1024;
/** What a connection that had to be cut costs of those that may be opened, so that nobody is cut over and over. */
export const costOfCut = 100;
/** Connections open at once. */
const maxOpen = { person: 50, network: 1_000 };

/** What it costs to look whether events were missed. */
export const costOfResume = 10;

type Subject = 'connection' | 'person' | 'network';

/**
 * What one connection, one person and one network may do: so much right away, then so much a second. After a restart of the
 * server a browser connects once for each window and subscribes again to what it shows, a handful of topics; the
 * budgets hold for a hundred topics in each of ten windows, and for 200 people behind one address.
 */
const sizes = {
  /** HTTP requests and upgrades on the live path, those of polling clients too. */
  request: { network: { capacity: 6_000, perSecond: 500 } },
  connect: { network: { capacity: 1_200, perSecond: 30 } },
  /** Connections of a person, counted once it is known who connects. */
  connectAs: { person: { capacity: 120, perSecond: 2 } },
  /** Messages of every kind, those that mean nothing too: one for each, and one more for each further kilobyte. */
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
  /** Missed events sent again: ten for each time they are looked for, one for each event, one for each kilobyte. */
  replay: {
    connection: { capacity: 3_000, perSecond: 100 },
    person: { capacity: 12_000, perSecond: 200 },
    network: { capacity: 80_000, perSecond: 1_000 },
  },
} satisfies Record<string, Partial<Record<Subject, BucketSize>>>;
type LiveBudget = keyof typeof sizes;

/** The budgets of the live channel. */
export interface LiveLimits {
  /**
   * Takes `cost` from the budgets of a connection (null before there is one), its person and its network.
   * Returns 0, or the seconds to wait when one of them is used up.
   */
  take(budget: LiveBudget, connection: string | null, source: LiveSource, cost?: number): number;
  /** Takes for work already done, even more than is left: what comes next then waits. */
  charge(budget: LiveBudget, connection: string | null, source: LiveSource, cost: number): void;
  /** Counts a connection of this network or person. Returns false, and counts nothing, when there are too many. */
  open(subject: 'person' | 'network', key: string): boolean;
  close(subject: 'person' | 'network', key: string): void;
}

/** @param enabled false for load tests: every budget is without end. */
export function createLiveLimits(enabled: boolean): LiveLimits {
  const buckets = new Map<string, TokenBuckets>();
  for (const [budget, subjects] of Object.entries(sizes)) {
    for (const [subject, size] of Object.entries(subjects)) {
      buckets.set(`${budget}:${subject}`, createTokenBuckets(size));
    }
  }
  const open = { person: new Map<string, number>(), network: new Map<string, number>() };
  /** The buckets that a budget has for a connection, its person and its network, with the key of each. */
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
