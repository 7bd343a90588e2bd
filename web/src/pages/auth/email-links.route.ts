import { createRoute } from '@tanstack/react-router';
import { t } from '#contract/i18n/translate.ts';
import { pageHead } from '#web/app/head.ts';
import { lazyPage } from '#web/app/routing/lazy-page.ts';
import { rootRoute } from '#web/app/routing/root-route.ts';

// The pages that links in emails open.
const tokenSearch = (search: Record<string, unknown>): { token?: string } => ({
  token: typeof search.token === 'string' ? search.token : undefined,
});

export const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  validateSearch: tokenSearch,
  component: lazyPage(() => import('#web/pages/auth/reset-password-page.tsx'), 'ResetPasswordPage'),
  staticData: { page: 'auth/reset-password-page' },
  head: ({ match }) => pageHead(match.context, { title: t('Reset Password') }),
});

export const confirmEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/confirm-email',
  validateSearch: tokenSearch,
  component: lazyPage(() => import('#web/pages/auth/confirm-email-page.tsx'), 'ConfirmEmailPage'),
  staticData: { page: 'auth/confirm-email-page' },
  head: ({ match }) => pageHead(match.context, { title: t('Confirm your email') }),
});
