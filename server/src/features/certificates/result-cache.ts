/** Keeps the results that were made last, by key. Those who ask for the same one at the same time share the work. */
export function createLatest<Result>(count: number) {
  const kept = new Map<string, Promise<Result>>();
  return {
    /** Returns the result of a key, which `make` makes if it isn't kept. One that failed isn't kept. */
    async get(key: string, make: () => Promise<Result>): Promise<Result> {
      const known = kept.get(key);
      if (known) return await known;
      const made = make();
      kept.set(key, made);
      for (const oldest of kept.keys()) {
        if (kept.size <= count) break;
        kept.delete(oldest);
      }
      try {
        return await made;
      } catch (error) {
        kept.delete(key);
        throw error;
      }
    },
  };
}
