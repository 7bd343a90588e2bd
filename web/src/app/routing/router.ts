import { createRouter } from '@tanstack/react-router';
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query';
import type { PageSettings, RouterContext } from '../page-context.ts';
import { PageError, PageLoading } from '../page-states.tsx';
import { createPageHistory } from './page-history.ts';
import { routeTree } from './routes.ts';
import { parseSearch, stringifySearch } from './search-text.ts';
import { toTransitionTypes } from './view-transitions.ts';

/**
 * Creates the router of one page: one for each request on the server, one for the lifetime of the page in the browser.
 */
export function createPageRouter(context: RouterContext, nonce?: string) {
  const router = createRouter({
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
    dehydrate: () => ({ page: context.page }),
    hydrate: (carried: { page: PageSettings }) => {
      Object.assign(context.page, carried.page);
    },
  });
  setupRouterSsrQueryIntegration({ router, queryClient: context.queryClient });
  return router;
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
