import { findViewer } from '#server/platform/auth/viewer.ts';
import type { RouteBinder } from '#server/platform/http/routes.ts';
import type { Platform } from '#server/platform/platform.ts';
import { findAccountOfSession } from './auth.queries.ts';
import { externalSignInRoutes } from './external/external-sign-in.routes.ts';
import { oneTimeLinkRoutes } from './one-time-links/one-time-links.routes.ts';
import { endSession } from './sessions/end-session.ts';
import { refreshSession } from './sessions/refresh-session.ts';
import { startSession, toSessionResponse } from './sessions/session-response.ts';
import { signIn } from './sign-in.ts';
import { consumeSignInAttempt } from './sign-in-limits.ts';
import { signUp } from './sign-up/sign-up.ts';

export function authRoutes(route: RouteBinder, platform: Platform): void {
  const { db, config, cookies } = platform;

  route('sign_up', async ({ input, viewer, request, reply }) => {
    const token = await signUp(platform, input, request.headers['user-agent']);
    if (token === null) return { session: null, user: null, confirmation_required: true };
    if (viewer) await endSession(platform, viewer);
    return { ...(await startSession(platform, reply, token)), confirmation_required: false };
  });

  route('sign_in', async ({ input, viewer, request, reply }) => {
    await consumeSignInAttempt(platform, request, input.email);
    const token = await signIn(platform, {
      ...input,
      user_agent: request.headers['user-agent'] ?? '',
    });
    if (viewer) await endSession(platform, viewer);
    return await startSession(platform, reply, token);
  });

  route('sign_out', async ({ request, reply }) => {
    reply.header('set-cookie', cookies.clear());
    // Also ends a session that this browser left earlier without this request reaching the server.
    const viewer = await findViewer(db, cookies.readSignedOutToken(request.headers.cookie));
    if (viewer) await endSession(platform, viewer);
    return {};
  });

  route('get_session', async ({ viewer }) => {
    const found = viewer && (await findAccountOfSession(db, viewer.session_id));
    return found ? toSessionResponse(found) : { session: null, user: null };
  });

  route('refresh_session', async ({ viewer, request, reply }) => {
    const presented = cookies.read(request.headers.cookie) ?? '';
    return await startSession(platform, reply, await refreshSession(platform, viewer, presented));
  });

  route('get_sign_in_options', async () => ({
    password: true,
    external: config.oidc && { name: config.oidc.name },
    email_confirmation: config.requireEmailConfirmation,
  }));

  oneTimeLinkRoutes(route, platform);
  externalSignInRoutes(route, platform);
}
