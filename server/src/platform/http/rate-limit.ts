import { createHash } from 'node:crypto';
import type { RateLimit } from '#contract/endpoint.ts';
import { nowMs } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { AppError } from '../errors.ts';
import { networkOf } from './client-address.ts';
import { countHits } from './rate-limit.queries.ts';
import { rateLimited } from './rate-limit-metrics.ts';

type LimitKind = Exclude<RateLimit, 'none'> | 'account' | 'account-network';

/**
 * Hits allowed in a window of `seconds`; shared by all processes through the database. `each` counts one subject (an
 * account's address, or a person); `address` counts everything from one network, where many people may sit. `account`
 * counts the guesses at one account by browsers that never signed in to it, wherever they come from; one network alone
 * cannot use it up (`account-network`).
 */
const budgets: Record<LimitKind, { each: number; address: number; seconds: number }> = {
  'sign-in': { each: 10, address: 100, seconds: 300 },
  'sign-up': { each: 10, address: 50, seconds: 3600 },
  reset: { each: 5, address: 30, seconds: 900 },
  account: { each: 100, address: 1000, seconds: 3600 },
  'account-network': { each: 30, address: 1000, seconds: 3600 },
  write: { each: 120, address: 6000, seconds: 60 },
  report: { each: 20, address: 400, seconds: 600 },
  upload: { each: 60, address: 1500, seconds: 600 },
};

/** What a hit is counted against: each of those that are given. */
export interface RateLimitSubject {
  /** A person or an account. */
  each?: string | undefined;
  /** The network address that the request came from. */
  address?: string;
}

/** Longer subjects (they may come from what a stranger sent) are counted by their digest. */
const longestSubject = 64;
const subjectKey = (subject: string): string =>
  subject.length <= longestSubject ? subject : createHash('sha256').update(subject).digest('base64url');

/**
 * Counts a hit against the budgets of all subjects that are given, in one statement.
 * @throws AppError `rate_limited` with `{retry_after}` in seconds when one of them is used up.
 */
export async function consumeRateLimit(db: Db, kind: LimitKind, subject: RateLimitSubject): Promise<void> {
  const budget = budgets[kind];
  const at = nowMs();
  const windowStart = at - (at % (budget.seconds * 1000));
  const counted = [
    ...(subject.each === undefined
      ? []
      : [{ key: `${kind}:each:${subjectKey(subject.each)}`, allowed: budget.each }]),
    ...(subject.address === undefined
      ? []
      : [{ key: `${kind}:address:${networkOf(subject.address)}`, allowed: budget.address }]),
  ];
  const hits = await countHits(
    db,
    counted.map(({ key }) => key),
    new Date(windowStart),
  );
  if (counted.every(({ key, allowed }) => (hits.get(key) ?? 0) <= allowed)) return;
  rateLimited.inc({ kind });
  throw tooManyRequests(Math.ceil((windowStart + budget.seconds * 1000 - at) / 1000));
}

/** The refusal of whoever used a budget up, with the seconds to wait. */
export function tooManyRequests(retryAfter: number): AppError {
  return new AppError(
    'rate_limited',
    { retry_after: retryAfter },
    { message: `Too many attempts. Please wait ${waitText(retryAfter)} and try again.` },
  );
}

/** `40 seconds`, `3 minutes`, `5 hours`: what a person is told to wait. */
export function waitText(seconds: number): string {
  if (seconds < 90) return `${seconds} second${seconds === 1 ? '' : 's'}`;
  if (seconds < 90 * 60) return `${Math.ceil(seconds / 60)} minutes`;
  return `${Math.ceil(seconds / 3600)} hours`;
}
