import { nowMs } from '../clock.ts';

/** How much one key may take: `capacity` tokens right away, refilled by `perSecond`. */
export interface BucketSize {
  capacity: number;
  perSecond: number;
}

/** Token buckets of one kind, by key (a person, a network, a connection). They live in this process only. */
export interface TokenBuckets {
  /** Takes `cost` tokens. Returns 0, or the seconds (1 or more) to wait when there are too few; then none is taken. */
  take(key: string, cost?: number): number;
  /** Takes tokens for work already done, even below zero, so that the next `take` waits longer. */
  charge(key: string, cost: number): void;
  /** How many keys are remembered. */
  readonly size: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

/** Keys remembered at most for each kind; beyond that the one that took least recently is forgotten. */
const maxKeys = 50_000;

/** Creates buckets that start full. A bucket that is full again costs no memory for long. */
export function createTokenBuckets({ capacity, perSecond }: BucketSize): TokenBuckets {
  // The order of the map is that of the last use: full buckets gather at its start.
  const buckets = new Map<string, Bucket>();

  const refilled = (key: string, at: number): Bucket => {
    const bucket = buckets.get(key);
    if (!bucket) return { tokens: capacity, at };
    const passed = Math.max(0, at - bucket.at) / 1000;
    return { tokens: Math.min(capacity, bucket.tokens + passed * perSecond), at };
  };
  const forgetOldest = (at: number): void => {
    let looked = 0;
    for (const key of buckets.keys()) {
      looked += 1;
      const isFull = refilled(key, at).tokens >= capacity;
      if (buckets.size > maxKeys || isFull) buckets.delete(key);
      // Two for each one added, so that the map shrinks faster than it grows.
      if (looked === 2) return;
    }
  };
  const keep = (key: string, bucket: Bucket): void => {
    buckets.delete(key);
    forgetOldest(bucket.at);
    buckets.set(key, bucket);
  };

  return {
    take(key, cost = 1) {
      const bucket = refilled(key, nowMs());
      const missing = cost - bucket.tokens;
      if (missing <= 0) bucket.tokens -= cost;
      keep(key, bucket);
      return missing <= 0 ? 0 : Math.max(1, Math.ceil(missing / perSecond));
    },
    charge(key, cost) {
      const bucket = refilled(key, nowMs());
      bucket.tokens -= cost;
      keep(key, bucket);
    },
    get size() {
      return buckets.size;
    },
  };
}
