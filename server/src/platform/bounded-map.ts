interface Bounds<Value> {
  /** The most that the values may be together: entries, unless `sizeOf` measures something else. */
  limit: number;
  /** Measures a value when it is set. Default: each is 1. */
  sizeOf?: (value: Value) => number;
}

interface Entry<Value> {
  value: Value;
  size: number;
}

/**
 * A map for what is kept in memory. When its values become larger than `limit` together, those that were used least recently are
 * dropped; a value that is larger than `limit` alone is not kept, and drops no others.
 */
export class BoundedMap<Key, Value> {
  /** In the order of their last use. */
  readonly #entries = new Map<Key, Entry<Value>>();
  readonly #limit: number;
  readonly #sizeOf: (value: Value) => number;
  #size = 0;

  constructor({ limit, sizeOf = () => 1 }: Bounds<Value>) {
    this.#limit = limit;
    this.#sizeOf = sizeOf;
  }

  /** Returns the value of a key, which counts as its use. */
  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Sets the value of a key, which counts as its use, and measures it, also one that was set before. */
  set(key: Key, value: Value): void {
    this.take(key);
    const size = this.#sizeOf(value);
    if (size > this.#limit) return;
    this.#entries.set(key, { value, size });
    this.#size += size;
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#limit) return;
      this.take(oldest);
    }
  }

  /** Removes a key, and returns its value. */
  take(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#size -= entry.size;
    return entry.value;
  }

  /** Returns the keys with their values, the least recently used first. Entries may be removed meanwhile. */
  *entries(): Iterable<[Key, Value]> {
    for (const [key, { value }] of this.#entries) yield [key, value];
  }
}
