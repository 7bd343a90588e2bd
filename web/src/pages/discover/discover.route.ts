import { createRoute } from '@tanstack/react-router';
import { t } from '#contract/i18n/translate.ts';
import { pageHead } from '#web/app/head.ts';
import { lazyPage } from '#web/app/routing/lazy-page.ts';
import { rootRoute } from '#web/app/routing/root-route.ts';
import { discoverPages, toDiscoverSearch } from '#web/features/discover/index.ts';

export const discoverRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/discover',
  validateSearch: toDiscoverSearch,
  loaderDeps: ({ search: { q, price, sort } }) => ({ q, price, sort }),
  component: lazyPage(() => import('#web/pages/discover/discover-page.tsx'), 'DiscoverPage'),
  staticData: { page: 'discover/discover-page' },
  loader: async ({ context, deps }) => {
    // If the list fails to load, the page shows the error in its place.
    await context.queryClient.ensureInfiniteQueryData(discoverPages(deps)).catch(() => {});
  },
  head: ({ match }) =>
    pageHead(match.context, {
      title: t('Discover spaces'),
      description: t('Find a community to join.'),
      path: '/discover',
    }),
});
