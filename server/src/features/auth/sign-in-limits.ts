import type { FastifyRequest } from 'fastify';
import { defineRateLimit, endpointLimits, windows } from '#server/platform/http/limits/rate-limit.ts';
import { networkOf } from '#server/platform/http/requests/client-address.ts';
import type { Platform } from '#server/platform/platform.ts';
import { knownBrowsersOf } from './sessions/session-response.ts';

/**
 * Logins to one account from any network by browsers that never logged in to it. One network can't use all of it:
 * `accountNetworkLimit`.
 */
const accountLimit = defineRateLimit('account', { perSubject: 100, seconds: windows.hour });
const accountNetworkLimit = defineRateLimit('account-network', { perSubject: 30, seconds: windows.hour });

/** Returns the network of a request and an account together, as a subject of rate limits. */
export const networkAndEmail = (platform: Platform, request: FastifyRequest, email: string): string =>
  `${networkOf(platform.clientAddress(request.raw))} ${email}`;

/**
 * Counts a login attempt: for a browser that has logged in to the account before, by that browser; otherwise by
 * network and account together, and by account across all networks.
 *
 * @throws AppError `rate_limited`
 */
export async function consumeSignInAttempt(
  platform: Platform,
  request: FastifyRequest,
  email: string,
): Promise<void> {
  const { db, rateLimits } = platform;
  const known = knownBrowsersOf(platform).find(request.headers.cookie, email);
  if (known !== null) {
    await rateLimits.consume(db, endpointLimits['sign-in'], { each: `browser ${known}` });
    return;
  }
  await rateLimits.consume(db, endpointLimits['sign-in'], {
    each: networkAndEmail(platform, request, email),
  });
  await rateLimits.consume(db, accountNetworkLimit, { each: networkAndEmail(platform, request, email) });
  await rateLimits.consume(db, accountLimit, { each: email });
}
