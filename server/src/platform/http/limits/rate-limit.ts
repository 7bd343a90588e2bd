import { createHash } from 'node:crypto';
import { formatNumber } from '#contract/i18n/formatters.ts';
import { t } from '#contract/i18n/translate.ts';
import type { RateLimit } from '#contract/schema/endpoint.ts';
import { nowMs } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import { AppError } from '../../errors.ts';
import { networkOf } from '../requests/client-address.ts';
import { countHits } from './rate-limit.queries.ts';
import { rateLimited } from './rate-limit-metrics.ts';

/**
 * The hits allowed in a window of `seconds`, shared by all processes through the database. `perSubject` counts one user
 * or account; `perNetwork` counts all requests of one network, which may have many users.
 */
interface Budget {
  perSubject: number;
  perNetwork?: number;
  seconds: number;
}

const declared = Symbol('declared');

/** A limit that was declared with `defineRateLimit`, so that no other one uses its counter. */
export interface RateLimitDefinition extends Budget {
  kind: string;
  readonly [declared]: true;
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
/** The windows of limits, in seconds. */
export const windows = { minute, hour, day };

/** Returns a function that declares limits and throws if it declared another one of this kind. */
export function createRateLimitRegistry(): (kind: string, budget: Budget) => RateLimitDefinition {
  const kinds = new Set<string>();
  return (kind, budget) => {
    if (kinds.has(kind)) throw new Error(`Two rate limits are called ${kind}`);
    kinds.add(kind);
    return { kind, ...budget, [declared]: true };
  };
}

/** Declares a limit that a feature counts itself. Throws if another limit has this kind. */
export const defineRateLimit = createRateLimitRegistry();

/** The limits that endpoints of the contract name. */
export const endpointLimits: Readonly<Record<Exclude<RateLimit, 'none'>, RateLimitDefinition>> = {
  'sign-in': defineRateLimit('sign-in', { perSubject: 10, perNetwork: 100, seconds: 5 * minute }),
  'sign-up': defineRateLimit('sign-up', { perSubject: 10, perNetwork: 50, seconds: hour }),
  reset: defineRateLimit('reset', { perSubject: 5, perNetwork: 30, seconds: 15 * minute }),
  write: defineRateLimit('write', { perSubject: 120, perNetwork: 6000, seconds: minute }),
  report: defineRateLimit('report', { perSubject: 20, perNetwork: 400, seconds: 10 * minute }),
  upload: defineRateLimit('upload', { perSubject: 60, perNetwork: 1500, seconds: 10 * minute }),
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
 * Limits that all processes share through the database. A hit that is counted in a transaction is taken back if the
 * transaction rolls back.
 */
export interface RateLimits {
  /** Counts hits, one unless told, against the budgets of all given subjects, in one statement. Returns the seconds to wait; 0 if allowed. */
  take(db: Db, limit: RateLimitDefinition, subject: RateLimitSubject, hits?: number): Promise<number>;
  /**
   * The same, but throws.
   * @throws AppError `rate_limited` with `{retry_after}` in seconds if one of the budgets is used up
   */
  consume(db: Db, limit: RateLimitDefinition, subject: RateLimitSubject): Promise<void>;
}

/** @param enabled false (`RATE_LIMITS=off`): nothing is counted or rejected. */
export function createRateLimits(enabled: boolean): RateLimits {
  const take: RateLimits['take'] = async (db, limit, subject, hits = 1) => {
    if (!enabled) return 0;
    const { kind, seconds, perSubject, perNetwork = Number.POSITIVE_INFINITY } = limit;
    const at = nowMs();
    const windowStart = at - (at % (seconds * 1000));
    const counted = [
      ...(subject.each === undefined
        ? []
        : [{ key: `${kind}:each:${subjectKey(subject.each)}`, allowed: perSubject }]),
      ...(subject.address === undefined
        ? []
        : [{ key: `${kind}:address:${networkOf(subject.address)}`, allowed: perNetwork }]),
    ];
    const keys = counted.map(({ key }) => key);
    const counts = await countHits(db, keys, { start: windowStart, seconds, hits });
    if (counted.every(({ key, allowed }) => (counts.get(key) ?? 0) <= allowed)) return 0;
    rateLimited.inc({ kind });
    return Math.ceil((windowStart + seconds * 1000 - at) / 1000);
  };
  return {
    take,
    async consume(db, limit, subject) {
      const wait = await take(db, limit, subject);
      if (wait > 0) throw tooManyRequests(wait);
    },
  };
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
