interface Runs<T> {
  running: Promise<T>;
  next: Promise<T> | null;
}

/**
 * Returns a function that runs `work` once for all who ask for the same key before the run begins, with the argument of the first of
 * them. Callers who come while a run is under way share the next one, so each gets a result that was computed after they asked.
 */
export function shareRuns<A, T>(work: (key: string, argument: A) => Promise<T>) {
  const runs = new Map<string, Runs<T>>();

  const start = (key: string, argument: A): Promise<T> => {
    const entry: Runs<T> = { running: work(key, argument), next: null };
    runs.set(key, entry);
    const end = () => {
      if (!entry.next) runs.delete(key);
    };
    entry.running.then(end, end);
    return entry.running;
  };

  return (key: string, argument: A): Promise<T> => {
    const entry = runs.get(key);
    if (!entry) return start(key, argument);
    const startNext = () => start(key, argument);
    entry.next ??= entry.running.then(startNext, startNext);
    return entry.next;
  };
}
