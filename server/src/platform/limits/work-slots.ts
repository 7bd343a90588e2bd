import { AppError } from '../errors.ts';
import { createFairQueue } from './fair-queue.ts';

/** How much work runs, and how much may wait. */
export interface WorkSlotOptions {
  /** Pieces of work that run at once, at most one for each user. */
  atOnce: number;
  /** Pieces of work of one user that may wait. */
  waitingPerUser: number;
  /** Pieces of work of all users that may wait. */
  waiting: number;
}

/** Runs expensive work of many users. They take turns, so that nobody waits for all that another user sent before. */
export interface WorkSlots {
  /**
   * Runs `work` when the turn of this user comes. The work of one user runs in order, one at a time.
   * @throws AppError `rate_limited` when too much of this user waits, `unavailable` when too much waits altogether, both
   * with `{retry_after}` in seconds; whatever `work` throws.
   */
  run<T>(userId: string, work: () => Promise<T>): Promise<T>;
}

const retryAfter = 5;

/** Creates slots for one kind of work. They count in this process only. */
export function createWorkSlots({ atOnce, waitingPerUser, waiting }: WorkSlotOptions): WorkSlots {
  const queue = createFairQueue(atOnce);
  /** Pieces of work by user, the one that runs included. */
  const unfinished = new Map<string, number>();
  return {
    async run(userId, work) {
      const own = unfinished.get(userId) ?? 0;
      if (own > waitingPerUser) throw new AppError('rate_limited', { retry_after: retryAfter });
      if (queue.waiting >= waiting) throw new AppError('unavailable', { retry_after: retryAfter });
      unfinished.set(userId, own + 1);
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
