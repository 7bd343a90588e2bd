import type { ErrorCode } from '#contract/errors.ts';
import { nowMs } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import { waitText } from '#server/platform/http/rate-limit.ts';

const hour = 60 * 60 * 1000;

/** The time an hour ago, for the database. */
export function anHourAgo(): string {
  return new Date(nowMs() - hour).toISOString();
}

/**
 * Refuses one more post or comment when `allowed` were written within the hour.
 * @throws AppError `code` with `{retry_after}` in seconds: when the oldest of them leaves the hour.
 */
export function requireWithinHour(
  code: Extract<ErrorCode, 'post_limit_reached' | 'comment_limit_reached'>,
  written: { count: number; oldest: string | null },
  allowed: number,
): void {
  if (written.count < allowed || written.oldest === null) return;
  const retryAfter = Math.max(1, Math.ceil((new Date(written.oldest).getTime() + hour - nowMs()) / 1000));
  const things = code === 'post_limit_reached' ? 'posts' : 'comments';
  throw new AppError(
    code,
    { retry_after: retryAfter },
    {
      message: `You have written ${allowed} ${things} within an hour. You can write again in ${waitText(retryAfter)}.`,
    },
  );
}

/** The same for the features that hang on posts. */
export const hourlyLimit = { since: anHourAgo, require: requireWithinHour };
