import type { FastifyRequest } from 'fastify';
import { networkOf } from '#server/platform/http/requests/client-address.ts';
import type { Platform } from '#server/platform/platform.ts';
import { knownBrowsersOf } from './sessions/session-response.ts';

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
    await rateLimits.consume(db, 'sign-in', { each: `browser ${known}` });
    return;
  }
  await rateLimits.consume(db, 'sign-in', { each: networkAndEmail(platform, request, email) });
  await rateLimits.consume(db, 'account-network', { each: networkAndEmail(platform, request, email) });
  await rateLimits.consume(db, 'account', { each: email });
}
