import { deleteExpiredSessions } from '#server/platform/auth/sessions.queries.ts';
import { nowText } from '#server/platform/clock.ts';
import type { Feature } from '#server/platform/feature.ts';
import { authRoutes } from './auth.routes.ts';

export { addAccount } from './add-account.ts';
export { selectAccount, updateAvatar } from './auth.queries.ts';
export { hashPassword } from './auth-library.ts';
export { endSession } from './end-session.ts';
export { openSession } from './open-session.ts';

export const auth: Feature = {
  name: 'auth',
  routes: authRoutes,
  jobs: (platform) => [
    {
      name: 'sweep-sessions',
      schedule: '17 3 * * *',
      run: () => deleteExpiredSessions(platform.db, nowText()),
    },
  ],
};
