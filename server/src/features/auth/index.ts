import { deleteExpiredSessions } from '#server/platform/auth/sessions.queries.ts';
import { nowIso, nowMs } from '#server/platform/clock.ts';
import type { Feature } from '#server/platform/feature.ts';
import { deleteOldSignUps, promoteToCreator } from './auth.queries.ts';
import { authRoutes } from './auth.routes.ts';
import { accountExistsEmail } from './one-time-links/account-exists.email.ts';
import { confirmEmail } from './one-time-links/confirm-email.email.ts';
import { deleteExpiredTokens } from './one-time-links/one-time-tokens.queries.ts';
import { resetPasswordEmail } from './one-time-links/reset-password.email.ts';
import { sendResetLinkJob } from './one-time-links/send-reset-link.job.ts';
import { completeSignUpJob } from './sign-up/complete-sign-up.job.ts';

export { getAccount, isKnownTimeZone, updateAvatar, updateTimeZone } from './auth.queries.ts';
export { hashPassword } from './passwords.ts';
export { endSession } from './sessions/end-session.ts';
export { openSession } from './sessions/open-session.ts';
export { addAccount } from './sign-up/add-account.ts';

/** How long a sign-up that wasn't completed is kept, in milliseconds. */
const pendingSignUpAge = 24 * 60 * 60 * 1000;

export const auth: Feature = {
  name: 'auth',
  routes: authRoutes,
  emails: [accountExistsEmail, confirmEmail, resetPasswordEmail],
  hooks: {
    spaceCreated: (tx, { user_id, created_at }) => promoteToCreator(tx, user_id, created_at),
  },
  jobs: (platform) => [
    completeSignUpJob(platform),
    sendResetLinkJob(platform),
    {
      name: 'sweep-sessions',
      schedule: '17 3 * * *',
      run: () => deleteExpiredSessions(platform.db, nowIso()),
    },
    {
      name: 'sweep-one-time-tokens',
      schedule: '19 * * * *',
      async run() {
        await deleteExpiredTokens(platform.db, nowIso());
        await deleteOldSignUps(platform.db, new Date(nowMs() - pendingSignUpAge).toISOString());
      },
    },
  ],
};
