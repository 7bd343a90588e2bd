import { BoundedMap } from '#server/platform/bounded-map.ts';

/** Creates a cache of the `count` results that were used last. Those who ask for the same one at the same time share the work. */
export function createResultCache<Result>(count: number) {
  const kept = new BoundedMap<string, Promise<Result>>({ limit: count });
  return {
    /** Returns the result of a key; `compute` is called if it isn't kept. One that failed isn't kept. */
    async get(key: string, compute: () => Promise<Result>): Promise<Result> {
      const known = kept.get(key);
      if (known) return await known;
      const result = compute();
      kept.set(key, result);
      try {
        return await result;
      } catch (error) {
        kept.take(key);
        throw error;
      }
    },
  };
}
