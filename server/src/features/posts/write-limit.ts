import type { ErrorCode } from '#contract/errors.ts';
import { t } from '#contract/i18n/translate.ts';
import { nowMs } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import {
  defineRateLimit,
  type RateLimits,
  waitText,
  windows,
} from '#server/platform/http/limits/rate-limit.ts';
import { hasWriteLimits } from './posts.policy.ts';

const hour = 60 * 60 * 1000;

/** Each edit of a post or comment keeps the whole text that it replaces. */
const editLimit = defineRateLimit('edit', { perSubject: 60, seconds: windows.hour });

/** Returns the time an hour ago, as an ISO timestamp. */
export function anHourAgo(): string {
  return new Date(nowMs() - hour).toISOString();
}

/**
 * Rejects another post or comment when `allowed` were created within the last hour.
 * @throws AppError `code` with `{retry_after}` in seconds: when the oldest of them is more than an hour old.
 */
export function enforceHourlyLimit(
  code: Extract<ErrorCode, 'post_limit_reached' | 'comment_limit_reached'>,
  written: { count: number; oldest: string | null },
  allowed: number,
): void {
  if (written.count < allowed || written.oldest === null) return;
  const retryAfter = Math.max(1, Math.ceil((new Date(written.oldest).getTime() + hour - nowMs()) / 1000));
  const values = { limit: allowed, wait: waitText(retryAfter) };
  const message =
    code === 'post_limit_reached'
      ? t("You've reached the limit of {limit, number} posts an hour. Try again in {wait}.", values)
      : t("You've reached the limit of {limit, number} comments an hour. Try again in {wait}.", values);
  throw new AppError(code, { retry_after: retryAfter }, { message });
}

/**
 * Counts an edit of a person, also of owners and admins.
 * @throws AppError `rate_limited` with `{retry_after}` in seconds.
 */
export async function countEdit(tx: Tx, rateLimits: RateLimits, userId: string): Promise<void> {
  const retryAfter = await rateLimits.take(tx, editLimit, { each: userId });
  if (retryAfter === 0) return;
  const message = t("You've reached the limit of {limit, number} edits an hour. Try again in {wait}.", {
    limit: editLimit.perSubject,
    wait: waitText(retryAfter),
  });
  throw new AppError('rate_limited', { retry_after: retryAfter }, { message });
}

/** These limits for other features, through which they are passed on. */
export const hourlyLimit = {
  appliesTo: hasWriteLimits,
  since: anHourAgo,
  require: enforceHourlyLimit,
  countEdit,
  edits: editLimit,
};
