import { readViewer } from '#server/platform/auth/viewer.ts';
import { endpointLimits } from '#server/platform/http/limits/rate-limit.ts';
import type { RouteBinder } from '#server/platform/http/routes.ts';
import type { Platform } from '#server/platform/platform.ts';
import { endSession } from '../sessions/end-session.ts';
import { knownBrowsersOf, startSession } from '../sessions/session-response.ts';
import { networkAndEmail } from '../sign-in-limits.ts';
import { confirmEmail } from './confirm-email.ts';
import { resetPassword } from './reset-password.ts';
import { requestPasswordReset } from './send-reset-link.job.ts';

/** Password resets and email confirmations. */
export function oneTimeLinkRoutes(route: RouteBinder, platform: Platform): void {
  const { db, cookies, rateLimits } = platform;
  const browsers = knownBrowsersOf(platform);

  route('request_password_reset', async ({ input, request }) => {
    await rateLimits.consume(db, endpointLimits.reset, {
      each: networkAndEmail(platform, request, input.email),
    });
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
}
