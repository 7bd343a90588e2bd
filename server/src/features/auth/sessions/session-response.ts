import type { FastifyReply } from 'fastify';
import type { SessionDescriptor } from '#contract/features/auth/auth.ts';
import { findAcceptedLocale } from '#contract/i18n/locale.ts';
import type { Account } from '#contract/users.ts';
import { hashSessionToken } from '#server/platform/auth/session-token.ts';
import { nowMs } from '#server/platform/clock.ts';
import type { Platform } from '#server/platform/platform.ts';
import { getAccount, getNewSession, updateLocale } from '../auth.queries.ts';
import { createKnownBrowsers } from './known-browser.ts';

const secondsOf = (timestamp: string) => Math.floor(new Date(timestamp).getTime() / 1000);

interface AccountOfSession {
  expires_at: string;
  account: Awaited<ReturnType<typeof getAccount>>;
}

/** Returns the session and user as the session endpoints do. */
export function toSessionResponse({ expires_at, account }: AccountOfSession): {
  session: SessionDescriptor;
  user: Account;
} {
  const user = account as Account;
  return { session: { user_id: user.id, expires_at: secondsOf(expires_at) }, user };
}

/** The known-browser cookie with this server's secret. */
export const knownBrowsersOf = ({ secret, config }: Platform) =>
  createKnownBrowsers(secret, config.publicUrl?.startsWith('https:') ?? false);

/**
 * Sets the cookies of a session that was just created or whose token was replaced, and returns it. If the
 * request names a locale, the user's emails use it from now on.
 */
export async function startSession(
  platform: Platform,
  reply: FastifyReply,
  token: string,
): Promise<{ session: SessionDescriptor; user: Account }> {
  const { user_id: userId, expires_at: expiresAt } = await getNewSession(
    platform.db,
    hashSessionToken(token),
  );
  const response = toSessionResponse({
    expires_at: expiresAt,
    account: await getAccount(platform.db, userId),
  });
  const { user_id, expires_at } = response.session;
  const locale = findAcceptedLocale(reply.request.headers['accept-language']);
  if (locale) await updateLocale(platform.db, user_id, locale);
  reply.header('set-cookie', platform.cookies.write(token, user_id, expires_at, nowMs()));
  const browserCookie = knownBrowsersOf(platform).remember(reply.request.headers.cookie, response.user.email);
  if (browserCookie) reply.header('set-cookie', browserCookie);
  return response;
}
