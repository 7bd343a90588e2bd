import { nowMs } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import type { RouteBinder } from '#server/platform/http/routes.ts';
import type { Platform } from '#server/platform/platform.ts';
import { createSession } from '../sessions/create-session.ts';
import { endSession } from '../sessions/end-session.ts';
import { startSession } from '../sessions/session-response.ts';
import { exchangeExternalCode } from './exchange-external-code.ts';
import { createAttemptCookie } from './external-attempt.ts';
import { createExternalProvider } from './external-provider.ts';
import { startExternalSignIn } from './start-external-sign-in.ts';

/** Logins with the external provider that the settings name. */
export function externalSignInRoutes(route: RouteBinder, platform: Platform): void {
  const { db, config } = platform;
  const provider = config.oidc && createExternalProvider(platform, config.oidc);
  const attempts = createAttemptCookie(platform.secret, config.publicUrl?.startsWith('https:') ?? false);

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
