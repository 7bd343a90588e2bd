import { createRouter } from '@tanstack/react-router';
import { readPageQueries } from '#web/lib/cache/page-queries.ts';
import type { PageSettings, RouterContext } from '../page-context.ts';
import { readQueriesElement } from '../page-queries-element.tsx';
import { PageError, PageLoading } from '../page-states.tsx';
import { createPageHistory } from './page-history.ts';
import { QueryScope } from './query-scope.tsx';
import { routeTree } from './routes.ts';
import { parseSearch, stringifySearch } from './search-text.ts';
import { toTransitionTypes } from './view-transitions.ts';

/**
 * Creates the router of one page: one for each request on the server, one for the lifetime of the page in the browser.
 */
export function createPageRouter(context: RouterContext, nonce?: string) {
  const { queryClient } = context;
  return createRouter({
    routeTree,
    context,
    history: createPageHistory(),
    ssr: nonce === undefined ? undefined : { nonce },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    // Loaders use the query cache, which decides what is fresh.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: PageError,
    defaultPendingComponent: PageLoading,
    scrollRestoration: true,
    // Without types, every navigation would have a transition.
    ...(globalThis.CSS?.supports?.('selector(:active-view-transition-type(a))') && {
      defaultViewTransition: { types: toTransitionTypes },
    }),
    InnerWrap: QueryScope,
    // Loaders have waited for all data, so nothing is streamed after the page. `PageQueriesElement` carries the queries.
    dehydrate: () => ({ page: context.page }),
    hydrate: (carried: { page: PageSettings }) => {
      Object.assign(context.page, carried.page);
      readPageQueries(queryClient, readQueriesElement());
    },
  });
}

export type PageRouter = ReturnType<typeof createPageRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: PageRouter;
  }
  interface StaticDataRouteOption {
    /** Path of the route's page in `pages/`, without `.tsx`, for preloading its scripts. */
    page?: string;
    /** Name of the tab of a space that the route shows. */
    tab?: string;
    /** Name of the tab that the header marks on a page of a space that is no tab. */
    activeTab?: string;
  }
}
