import { nowMs } from '../clock.ts';

/** The size of a bucket: `capacity` tokens right away, refilled by `perSecond`. */
export interface BucketSize {
  capacity: number;
  perSecond: number;
}

/** Token buckets of one kind, by key (a user, a network, a connection). They exist only in this process. */
export interface TokenBuckets {
  /** Takes `cost` tokens and returns 0. If there are too few, takes none and returns the seconds to wait (1 or more). */
  take(key: string, cost?: number): number;
  /** Takes tokens for completed work, even below zero, so that the next `take` waits longer. */
  charge(key: string, cost: number): void;
  /** The number of stored keys. */
  readonly size: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

/** The maximum number of stored keys per kind. Beyond it, the least recently used key is removed. */
const maxKeys = 50_000;

/** Creates buckets that start full. Buckets that are full again are soon removed from memory. */
export function createTokenBuckets({ capacity, perSecond }: BucketSize): TokenBuckets {
  // The map is ordered by last use, so full buckets are at its start.
  const buckets = new Map<string, Bucket>();

  const refilled = (key: string, at: number): Bucket => {
    const bucket = buckets.get(key);
    if (!bucket) return { tokens: capacity, at };
    const passed = Math.max(0, at - bucket.at) / 1000;
    return { tokens: Math.min(capacity, bucket.tokens + passed * perSecond), at };
  };
  const removeOldest = (at: number): void => {
    let checked = 0;
    for (const key of buckets.keys()) {
      checked += 1;
      const isFull = refilled(key, at).tokens >= capacity;
      if (buckets.size > maxKeys || isFull) buckets.delete(key);
      // Two for each added one, so that the map shrinks faster than it grows.
      if (checked === 2) return;
    }
  };
  const store = (key: string, bucket: Bucket): void => {
    buckets.delete(key);
    removeOldest(bucket.at);
    buckets.set(key, bucket);
  };

  return {
    take(key, cost = 1) {
      const bucket = refilled(key, nowMs());
      const missing = cost - bucket.tokens;
      if (missing <= 0) bucket.tokens -= cost;
      store(key, bucket);
      return missing <= 0 ? 0 : Math.max(1, Math.ceil(missing / perSecond));
    },
    charge(key, cost) {
      const bucket = refilled(key, nowMs());
      bucket.tokens -= cost;
      store(key, bucket);
    },
    get size() {
      return buckets.size;
    },
  };
}
