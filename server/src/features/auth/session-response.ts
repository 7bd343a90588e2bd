import type { FastifyReply } from 'fastify';
import type { SessionDescriptor } from '#contract/auth.ts';
import type { Account } from '#contract/users.ts';
import { nowMs } from '#server/platform/clock.ts';
import type { Platform } from '#server/platform/platform.ts';
import { getAccount, getNewSession } from './auth.queries.ts';
import { createKnownBrowsers } from './known-browser.ts';

const secondsOf = (timestamp: string) => Math.floor(new Date(timestamp).getTime() / 1000);

/** Who is signed in, as the session endpoints answer it. */
export async function toSessionResponse(
  platform: Platform,
  session: { user_id: string; expires_at: string },
): Promise<{ session: SessionDescriptor; user: Account }> {
  const user = (await getAccount(platform.db, session.user_id)) as Account;
  return { session: { user_id: session.user_id, expires_at: secondsOf(session.expires_at) }, user };
}

/** The marks of browsers that signed in before, as this server signs them. */
export const knownBrowsersOf = ({ secret, config }: Platform) =>
  createKnownBrowsers(secret, config.publicUrl?.startsWith('https:') ?? false);

/** Sets the cookies of a session that was just made or whose token was just replaced, and answers it. */
export async function startSession(
  platform: Platform,
  reply: FastifyReply,
  token: string,
): Promise<{ session: SessionDescriptor; user: Account }> {
  const response = await toSessionResponse(platform, await getNewSession(platform.db, token));
  const { user_id, expires_at } = response.session;
  reply.header('set-cookie', platform.cookies.write(token, user_id, expires_at, nowMs()));
  const mark = knownBrowsersOf(platform).remember(reply.request.headers.cookie, response.user.email);
  if (mark) reply.header('set-cookie', mark);
  return response;
}
