import { createRoute } from '@tanstack/react-router';
import { t } from '#contract/i18n/translate.ts';
import { pageHead } from '#web/app/head.ts';
import { lazyPage } from '#web/app/routing/lazy-page.ts';
import { rootRoute } from '#web/app/routing/root-route.ts';

export const fixRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/fix',
  component: lazyPage(() => import('#web/pages/fix/fix-page.tsx'), 'FixPage'),
  staticData: { page: 'fix/fix-page' },
  head: ({ match }) => pageHead(match.context, { title: t('Recovery') }),
});
