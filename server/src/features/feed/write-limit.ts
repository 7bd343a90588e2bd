import type { ErrorCode } from '#contract/errors.ts';
import { t } from '#contract/i18n/translate.ts';
import { nowMs } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { countHit } from '#server/platform/http/rate-limit.queries.ts';
import { waitText } from '#server/platform/http/rate-limit.ts';

const hour = 60 * 60 * 1000;

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

/** Edits of posts and comments that a person may make in an hour: each keeps the whole text that it replaces. */
const editsAnHour = 60;

/**
 * Counts an edit of a person, also of owners and admins.
 * @throws AppError `rate_limited` with `{retry_after}` in seconds.
 */
export async function countEdit(tx: Tx, userId: string): Promise<void> {
  const at = nowMs();
  const start = at - (at % hour);
  if ((await countHit(tx, `edits:each:${userId}`, new Date(start))) <= editsAnHour) return;
  const retryAfter = Math.ceil((start + hour - at) / 1000);
  const message = t("You've reached the limit of {limit, number} edits an hour. Try again in {wait}.", {
    limit: editsAnHour,
    wait: waitText(retryAfter),
  });
  throw new AppError('rate_limited', { retry_after: retryAfter }, { message });
}

/** The same for the features that hang on posts. */
export const hourlyLimit = { since: anHourAgo, require: enforceHourlyLimit, countEdit };
