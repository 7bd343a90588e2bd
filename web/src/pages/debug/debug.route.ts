import { createRoute } from '@tanstack/react-router';
import { t } from '#contract/i18n/translate.ts';
import { pageHead } from '#web/app/head.ts';
import { lazyPage } from '#web/app/routing/lazy-page.ts';
import { rootRoute } from '#web/app/routing/root-route.ts';
import { requireDeveloper } from '#web/app/routing/route-guards.ts';
import { spaceRoute } from '#web/app/routing/space-route.ts';

const siteDebugRoute = <Path extends string>(path: Path) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    component: lazyPage(() => import('#web/pages/debug/debug-page.tsx'), 'DebugPage'),
    staticData: { page: 'debug/debug-page' },
    beforeLoad: ({ context }) => requireDeveloper(context),
    head: ({ match }) => pageHead(match.context, { title: t('Debug') }),
  });

export const debugRoute = siteDebugRoute('/debug');
export const storageDebugRoute = siteDebugRoute('/storage-debug');

export const spaceDebugRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: '/debug',
  component: lazyPage(() => import('#web/pages/debug/debug-page.tsx'), 'DebugPage'),
  staticData: { page: 'debug/debug-page' },
  beforeLoad: ({ context }) => requireDeveloper(context),
});
