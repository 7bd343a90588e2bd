import type { RateLimit } from '#contract/endpoint.ts';
import { nowMs } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { AppError } from '../errors.ts';
import { insertHit } from './rate-limit.queries.ts';

/**
 * Hits allowed in a window of `seconds`; shared by all processes through the database. `each` counts one subject (an
 * account's address, or a person); `address` counts everything from one network address, where many people may sit.
 */
const budgets: Record<Exclude<RateLimit, 'none'>, { each: number; address: number; seconds: number }> = {
  'sign-in': { each: 10, address: 100, seconds: 300 },
  'sign-up': { each: 10, address: 50, seconds: 3600 },
  reset: { each: 5, address: 30, seconds: 900 },
  write: { each: 120, address: 1200, seconds: 60 },
  report: { each: 20, address: 100, seconds: 600 },
  upload: { each: 60, address: 300, seconds: 600 },
};

/** Whom a hit is counted against: a person or account (`each`), else the network address. */
export interface RateLimitSubject {
  each?: string;
  address: string;
}

/**
 * Counts a hit against a budget.
 * @throws AppError `rate_limited` with `{retry_after}` in seconds.
 */
export async function spendRateLimit(
  db: Db,
  kind: Exclude<RateLimit, 'none'>,
  subject: RateLimitSubject,
): Promise<void> {
  const budget = budgets[kind];
  const at = nowMs();
  const windowStart = at - (at % (budget.seconds * 1000));
  const [key, allowed] = subject.each
    ? [`${kind}:each:${subject.each}`, budget.each]
    : [`${kind}:address:${subject.address}`, budget.address];
  if ((await insertHit(db, key, new Date(windowStart))) <= allowed) return;
  const retryAfter = Math.ceil((windowStart + budget.seconds * 1000 - at) / 1000);
  throw new AppError(
    'rate_limited',
    { retry_after: retryAfter },
    { message: `Too many attempts. Please wait ${waitText(retryAfter)} and try again.` },
  );
}

/** `40 seconds`, `3 minutes`: what a person is told to wait. */
export function waitText(seconds: number): string {
  if (seconds < 90) return `${seconds} second${seconds === 1 ? '' : 's'}`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
