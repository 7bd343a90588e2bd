import { nowMs } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import {
  defineRateLimit,
  type RateLimitDefinition,
  type RateLimits,
  windows,
} from '#server/platform/http/limits/rate-limit.ts';

/** New conversations of a person a day: first messages to someone, and groups. */
const limits = {
  first_week: defineRateLimit('new-conversation-first-week', { perSubject: 5, seconds: windows.day }),
  later: defineRateLimit('new-conversation', { perSubject: 30, seconds: windows.day }),
};
/** Conversations that a person opens with strangers a day, whether or not they write. */
const openedLimits = {
  first_week: defineRateLimit('opened-conversation-first-week', { perSubject: 20, seconds: windows.day }),
  later: defineRateLimit('opened-conversation', { perSubject: 100, seconds: windows.day }),
};
/** People whom a person adds to groups a day, other than those with whom they have exchanged messages. */
const addedLimits = {
  first_week: defineRateLimit('group-participant-first-week', { perSubject: 50, seconds: windows.day }),
  later: defineRateLimit('group-participant', { perSubject: 300, seconds: windows.day }),
};
const week = 7 * 24 * 60 * 60 * 1000;

const isNew = (signedUpAt: string): boolean => nowMs() - Date.parse(signedUpAt) < week;

/**
 * Counts a new conversation of a person who signed up at this time.
 * @throws AppError `conversation_limit_reached` with `{retry_after}` in seconds
 */
export const countNewConversation = (
  db: Db,
  rateLimits: RateLimits,
  userId: string,
  signedUpAt: string,
): Promise<void> => count(db, rateLimits, userId, isNew(signedUpAt) ? limits.first_week : limits.later);

/**
 * Counts a conversation with a stranger that a person who signed up at this time creates by opening it.
 * @throws AppError `conversation_limit_reached` with `{retry_after}` in seconds
 */
export const countOpenedConversation = (
  db: Db,
  rateLimits: RateLimits,
  userId: string,
  signedUpAt: string,
): Promise<void> =>
  count(db, rateLimits, userId, isNew(signedUpAt) ? openedLimits.first_week : openedLimits.later);

async function count(
  db: Db,
  rateLimits: RateLimits,
  userId: string,
  limit: RateLimitDefinition,
): Promise<void> {
  const retryAfter = await rateLimits.take(db, limit, { each: userId });
  if (retryAfter > 0) throw new AppError('conversation_limit_reached', { retry_after: retryAfter });
}

/**
 * Counts people whom a person, who signed up at this time, adds to a group.
 * @throws AppError `group_participant_limit_reached` with `{retry_after}` in seconds
 */
export async function countAddedPeople(
  db: Db,
  rateLimits: RateLimits,
  user: { id: string; signed_up_at: string },
  count: number,
): Promise<void> {
  if (count === 0) return;
  const limit = isNew(user.signed_up_at) ? addedLimits.first_week : addedLimits.later;
  const retryAfter = await rateLimits.take(db, limit, { each: user.id }, count);
  if (retryAfter > 0) throw new AppError('group_participant_limit_reached', { retry_after: retryAfter });
}
