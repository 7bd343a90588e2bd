import { AppError } from '#server/platform/errors.ts';
import { NoCapacityError } from '#server/platform/unavailable.ts';

/** Limits how much work runs at the same time. */
export interface WorkSlots {
  /** Throws AppError `unavailable` when the queue is full, and whatever `work` throws. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** Runs up to `concurrency` jobs at once; up to `maxQueued` more wait, first come first served. */
export function createWorkSlots(concurrency: number, maxQueued: number): WorkSlots {
  let busy = 0;
  const queue: (() => void)[] = [];
  return {
    async run(work) {
      if (busy >= concurrency) {
        if (queue.length >= maxQueued) {
          const cause = new NoCapacityError('queue', `${maxQueued} jobs are queued already`);
          throw new AppError('unavailable', { retry_after: 5 }, { cause });
        }
        // The slot is handed over by the one who leaves, so `busy` stays as it is.
        await new Promise<void>((turn) => queue.push(turn));
      } else {
        busy += 1;
      }
      try {
        return await work();
      } finally {
        const next = queue.shift();
        if (next) next();
        else busy -= 1;
      }
    },
  };
}
