import { AppError } from '../errors.ts';
import { NoCapacityError } from '../unavailable.ts';
import { createFairQueue } from './fair-queue.ts';

/** Limits of a work queue. */
export interface WorkSlotOptions {
  /** Jobs that run at the same time, at most one per user. */
  concurrency: number;
  /** Jobs of one user that can wait. */
  maxQueuedPerUser: number;
  /** Jobs of all users that can wait. */
  maxQueued: number;
}

/** Runs expensive work of many users in turns, so that one user's backlog doesn't delay the others. */
export interface WorkSlots {
  /**
   * Runs `work` when it's this user's turn. The jobs of one user run in order, one at a time.
   * @throws AppError `rate_limited` if this user has too many jobs queued, `unavailable` if the whole queue is full, both
   * with `{retry_after}` in seconds; also whatever `work` throws.
   */
  run<T>(userId: string, work: () => Promise<T>): Promise<T>;
}

const retryAfter = 5;

/** Creates slots for one kind of work. Counts within this process only. */
export function createWorkSlots({ concurrency, maxQueuedPerUser, maxQueued }: WorkSlotOptions): WorkSlots {
  const queue = createFairQueue(concurrency);
  /** Jobs by user, including the one that runs. */
  const unfinished = new Map<string, number>();
  return {
    async run(userId, work) {
      const active = unfinished.get(userId) ?? 0;
      if (active > maxQueuedPerUser) throw new AppError('rate_limited', { retry_after: retryAfter });
      if (queue.waiting >= maxQueued) {
        const cause = new NoCapacityError('queue', `${maxQueued} jobs are queued already`);
        throw new AppError('unavailable', { retry_after: retryAfter }, { cause });
      }
      unfinished.set(userId, active + 1);
      try {
        return await queue.run(userId, userId, work);
      } finally {
        const left = (unfinished.get(userId) ?? 1) - 1;
        if (left > 0) unfinished.set(userId, left);
        else unfinished.delete(userId);
      }
    },
  };
}
