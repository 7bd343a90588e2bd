import { nowMs } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { defineRateLimit, type RateLimits, windows } from '#server/platform/http/limits/rate-limit.ts';

/** New conversations of a person a day: first messages to someone, and groups. */
const limits = {
  first_week: defineRateLimit('new-conversation-first-week', { perSubject: 5, seconds: windows.day }),
  later: defineRateLimit('new-conversation', { perSubject: 30, seconds: windows.day }),
};
const week = 7 * 24 * 60 * 60 * 1000;

/**
 * Counts a new conversation of a person who signed up at this time.
 * @throws AppError `conversation_limit_reached` with `{retry_after}` in seconds
 */
export async function countNewConversation(
  db: Db,
  rateLimits: RateLimits,
  userId: string,
  signedUpAt: string,
): Promise<void> {
  const isNew = nowMs() - Date.parse(signedUpAt) < week;
  const retryAfter = await rateLimits.take(db, isNew ? limits.first_week : limits.later, { each: userId });
  if (retryAfter > 0) throw new AppError('conversation_limit_reached', { retry_after: retryAfter });
}
