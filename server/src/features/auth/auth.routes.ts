import type { FastifyRequest } from 'fastify';
import { findSession } from '#server/platform/auth/sessions.queries.ts';
import { findViewer, readViewer } from '#server/platform/auth/viewer.ts';
import { nowIso, nowMs } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import { networkOf } from '#server/platform/http/requests/client-address.ts';
import type { RouteBinder } from '#server/platform/http/routes.ts';
import type { Platform } from '#server/platform/platform.ts';
import { createSession } from './create-session.ts';
import { endSession } from './end-session.ts';
import { exchangeExternalCode } from './exchange-external-code.ts';
import { createAttemptCookie } from './external-attempt.ts';
import { createExternalProvider } from './external-provider.ts';
import { confirmEmail } from './one-time-links/confirm-email.ts';
import { resetPassword } from './one-time-links/reset-password.ts';
import { requestPasswordReset } from './one-time-links/send-reset-link.job.ts';
import { refreshSession } from './refresh-session.ts';
import { knownBrowsersOf, startSession, toSessionResponse } from './session-response.ts';
import { signIn } from './sign-in.ts';
import { signUp } from './sign-up.ts';
import { startExternalSignIn } from './start-external-sign-in.ts';

export function authRoutes(route: RouteBinder, platform: Platform): void {
  const { db, config, cookies, rateLimits } = platform;
  const provider = config.oidc && createExternalProvider(platform, config.oidc);
  const attempts = createAttemptCookie(platform.secret, config.publicUrl?.startsWith('https:') ?? false);

  const browsers = knownBrowsersOf(platform);
  const networkAndEmail = (request: FastifyRequest, email: string): string =>
    `${networkOf(platform.clientAddress(request.raw))} ${email}`;

  /**
   * Counts a login attempt: for a browser that has logged in to the account before, by that browser; otherwise by
   * network and account together, and by account across all networks.
   */
  const consumeAttempt = async (request: FastifyRequest, email: string): Promise<void> => {
    const known = browsers.find(request.headers.cookie, email);
    if (known !== null) {
      await rateLimits.consume(db, 'sign-in', { each: `browser ${known}` });
      return;
    }
    await rateLimits.consume(db, 'sign-in', { each: networkAndEmail(request, email) });
    await rateLimits.consume(db, 'account-network', { each: networkAndEmail(request, email) });
    await rateLimits.consume(db, 'account', { each: email });
  };

  route('sign_up', async ({ input, viewer, request, reply }) => {
    const token = await signUp(platform, input, request.headers['user-agent']);
    if (token === null) return { session: null, user: null, confirmation_required: true };
    if (viewer) await endSession(platform, viewer);
    return { ...(await startSession(platform, reply, token)), confirmation_required: false };
  });

  route('sign_in', async ({ input, viewer, request, reply }) => {
    await consumeAttempt(request, input.email);
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

  route('get_session', async ({ request }) => {
    const token = cookies.read(request.headers.cookie);
    const session = token ? await findSession(db, token, nowIso()) : null;
    return session ? await toSessionResponse(platform, session) : { session: null, user: null };
  });

  route('refresh_session', async ({ viewer, request, reply }) => {
    const presented = cookies.read(request.headers.cookie) ?? '';
    return await startSession(platform, reply, await refreshSession(platform, viewer, presented));
  });

  route('request_password_reset', async ({ input, request }) => {
    await rateLimits.consume(db, 'reset', { each: networkAndEmail(request, input.email) });
    await requestPasswordReset(platform, { email: input.email });
    return {};
  });

  route('reset_password', async ({ input, request, reply }) => {
    const { email } = await resetPassword(platform, input);
    // All sessions of the account have ended, including this browser's if it belonged to that account.
    if (!(await readViewer(db, cookies, request.headers.cookie))) reply.header('set-cookie', cookies.clear());
    // Login attempts of others can't lock the owner out of the browser that set the new password.
    const cookie = browsers.remember(request.headers.cookie, email);
    if (cookie) reply.header('set-cookie', cookie);
    return {};
  });

  route('confirm_email', async ({ input, viewer, request, reply }) => {
    const token = await confirmEmail(platform, input.token, request.headers['user-agent']);
    if (token === null) return { session: null, user: null };
    if (viewer) await endSession(platform, viewer);
    return await startSession(platform, reply, token);
  });

  route('get_sign_in_options', async () => ({
    password: true,
    external: config.oidc && { name: config.oidc.name },
    email_confirmation: config.requireEmailConfirmation,
  }));

  route('start_external_sign_in', async ({ input, reply }) => {
    if (!provider) throw new AppError('sso_not_configured');
    const { url, attempt } = await startExternalSignIn(provider, input.redirect ?? null);
    reply.header('set-cookie', attempts.write(attempt));
    return { url };
  });

  route('exchange_external_code', async ({ input, viewer, request, reply }) => {
    if (!provider) throw new AppError('sso_not_configured');
    const attempt = attempts.read(request.headers.cookie, nowMs());
    // A callback that this browser didn't request must not cancel the attempt that it did start.
    if (attempt?.state !== input.state) throw new AppError('external_sign_in_failed');
    reply.header('set-cookie', attempts.clear());
    const { user_id, password_removed } = await exchangeExternalCode(platform, provider, input, attempt);
    if (viewer) await endSession(platform, viewer);
    const token = await createSession(db, user_id, request.headers['user-agent']);
    return {
      ...(await startSession(platform, reply, token)),
      redirect: attempt.redirect,
      password_removed,
    };
  });
}
