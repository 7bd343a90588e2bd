interface Bounds<Task> {
  /** How many run at the same time. */
  total: number;
  /** How many with the same key run at the same time. */
  perKey: number;
  toKey: (task: Task) => string;
  /** Once it returns false, no more are started. */
  mayStart: () => boolean;
}

/**
 * Runs tasks concurrently, in their order as far as the bounds allow, so that slow ones with the same key don't hold up the
 * others. Returns those that weren't started, after all others have ended.
 * @throws the first error of a task, after which no more are started
 */
export async function runBounded<Task>(
  tasks: readonly Task[],
  { total, perKey, toKey, mayStart }: Bounds<Task>,
  run: (task: Task) => Promise<void>,
): Promise<Task[]> {
  const waiting = [...tasks];
  const running = new Map<string, number>();
  const active = new Set<Promise<void>>();
  const errors: unknown[] = [];
  const start = (task: Task) => {
    const key = toKey(task);
    running.set(key, (running.get(key) ?? 0) + 1);
    const ended = run(task)
      .catch((error: unknown) => void errors.push(error))
      .finally(() => {
        running.set(key, (running.get(key) ?? 1) - 1);
        active.delete(ended);
      });
    active.add(ended);
  };
  for (;;) {
    const hasRoom = active.size < total && errors.length === 0 && mayStart();
    const index = hasRoom ? waiting.findIndex((task) => (running.get(toKey(task)) ?? 0) < perKey) : -1;
    if (index >= 0) for (const task of waiting.splice(index, 1)) start(task);
    else if (active.size > 0) await Promise.race(active);
    else break;
  }
  if (errors.length > 0) throw errors[0];
  return waiting;
}
