/** Creates a cache of the `count` newest results. Those who ask for the same one at the same time share the work. */
export function createResultCache<Result>(count: number) {
  const kept = new Map<string, Promise<Result>>();
  return {
    /** Returns the result of a key; `compute` is called if it isn't kept. One that failed isn't kept. */
    async get(key: string, compute: () => Promise<Result>): Promise<Result> {
      const known = kept.get(key);
      if (known) return await known;
      const result = compute();
      kept.set(key, result);
      for (const oldest of kept.keys()) {
        if (kept.size <= count) break;
        kept.delete(oldest);
      }
      try {
        return await result;
      } catch (error) {
        kept.delete(key);
        throw error;
      }
    },
  };
}
