import { createHash } from 'node:crypto';
import type { RateLimit } from '#contract/endpoint.ts';
import { formatNumber } from '#contract/i18n/formatters.ts';
import { t } from '#contract/i18n/translate.ts';
import { nowMs } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { AppError } from '../errors.ts';
import { networkOf } from './client-address.ts';
import { countHits } from './rate-limit.queries.ts';
import { rateLimited } from './rate-limit-metrics.ts';

type LimitKind = Exclude<RateLimit, 'none'> | 'account' | 'account-network';

/**
 * The hits allowed in a window of `seconds`, shared by all processes through the database. `perSubject` counts one user
 * or account; `perNetwork` counts all requests of one network, which may have many users. `account` counts logins to one
 * account from any network by browsers that never logged in to it; one network can't use all of it (`account-network`).
 */
const budgets: Record<LimitKind, { perSubject: number; perNetwork: number; seconds: number }> = {
  'sign-in': { perSubject: 10, perNetwork: 100, seconds: 300 },
  'sign-up': { perSubject: 10, perNetwork: 50, seconds: 3600 },
  reset: { perSubject: 5, perNetwork: 30, seconds: 900 },
  account: { perSubject: 100, perNetwork: 1000, seconds: 3600 },
  'account-network': { perSubject: 30, perNetwork: 1000, seconds: 3600 },
  write: { perSubject: 120, perNetwork: 6000, seconds: 60 },
  report: { perSubject: 20, perNetwork: 400, seconds: 600 },
  upload: { perSubject: 60, perNetwork: 1500, seconds: 600 },
};

/** The subjects that a hit counts against. */
export interface RateLimitSubject {
  /** A user or an account. */
  each?: string | undefined;
  /** The client's address. */
  address?: string;
}

/** Longer subjects (they may come from the request) are counted by their hash. */
const longestSubject = 64;
const subjectKey = (subject: string): string =>
  subject.length <= longestSubject ? subject : createHash('sha256').update(subject).digest('base64url');

/**
 * Counts a hit against the budgets of all given subjects, in one statement.
 * @throws AppError `rate_limited` with `{retry_after}` in seconds if one of them is used up.
 */
export async function consumeRateLimit(db: Db, kind: LimitKind, subject: RateLimitSubject): Promise<void> {
  const budget = budgets[kind];
  const at = nowMs();
  const windowStart = at - (at % (budget.seconds * 1000));
  const counted = [
    ...(subject.each === undefined
      ? []
      : [{ key: `${kind}:each:${subjectKey(subject.each)}`, allowed: budget.perSubject }]),
    ...(subject.address === undefined
      ? []
      : [{ key: `${kind}:address:${networkOf(subject.address)}`, allowed: budget.perNetwork }]),
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

/** Returns the error for a used-up budget, with the seconds to wait. */
export function tooManyRequests(retryAfter: number): AppError {
  return new AppError(
    'rate_limited',
    { retry_after: retryAfter },
    { message: t('Too many attempts. Please wait {wait} and try again.', { wait: waitText(retryAfter) }) },
  );
}

/** Returns how long to wait, in the largest unit that fits: `40 seconds`, `3 minutes`, `5 hours`. */
export function waitText(seconds: number): string {
  const inUnit = (count: number, unit: 'second' | 'minute' | 'hour') =>
    formatNumber(count, { style: 'unit', unit, unitDisplay: 'long' });
  if (seconds < 90) return inUnit(seconds, 'second');
  if (seconds < 90 * 60) return inUnit(Math.ceil(seconds / 60), 'minute');
  return inUnit(Math.ceil(seconds / 3600), 'hour');
}
