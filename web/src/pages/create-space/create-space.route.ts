import { createRoute } from '@tanstack/react-router';
import { t } from '#contract/i18n/translate.ts';
import { pageHead } from '#web/app/head.ts';
import { lazyPage } from '#web/app/routing/lazy-page.ts';
import { rootRoute } from '#web/app/routing/root-route.ts';
import { requireViewer } from '#web/app/routing/route-guards.ts';

export const createSpaceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/create-space',
  component: lazyPage(() => import('#web/pages/create-space/create-space-page.tsx'), 'CreateSpacePage'),
  staticData: { page: 'create-space/create-space-page' },
  beforeLoad: ({ context, location }) => requireViewer(context, location.href),
  head: ({ match }) => pageHead(match.context, { title: t('Create a space') }),
});
