import type { Endpoint } from '#contract/schema/endpoint.ts';
import type { Viewer } from '../../access.ts';
import type { Platform } from '../../platform.ts';
import { endpointLimits } from './rate-limit.ts';

/** Logins, sign-ups and resets are counted per network here, and per account by the auth feature. */
const isAboutAccount = (rateLimit: Endpoint['rateLimit']) =>
  ['sign-in', 'sign-up', 'reset'].includes(rateLimit);

/**
 * Counts a request for the rate limit of its endpoint.
 * @throws AppError `rate_limited`
 */
export async function consumeRateLimit(
  { db, rateLimits }: Platform,
  rateLimit: Endpoint['rateLimit'],
  viewer: Viewer | null,
  address: string,
): Promise<void> {
  if (rateLimit === 'none') return;
  // Signed-in users count for their network, too: a session gives no one a separate budget.
  await rateLimits.consume(db, endpointLimits[rateLimit], {
    each: isAboutAccount(rateLimit) ? undefined : viewer?.user_id,
    address,
  });
}
