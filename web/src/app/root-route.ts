import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { sessionQuery } from '#web/features/auth/index.ts';
import type { RouterContext } from './page-context.ts';
import { PageDocument } from './page-document.tsx';

/** What every page stands in; who is signed in is known to all of them. */
export const rootRoute = createRootRouteWithContext<RouterContext>()({
  // Around everything, failures of this route included.
  shellComponent: PageDocument,
  component: Outlet,
  loader: async ({ context }) => {
    await context.queryClient.ensureQueryData(sessionQuery);
  },
  // For what has no better title: an address that leads nowhere, a page that fails.
  head: ({ match }) => ({ meta: [{ title: match.context.page.brandName }] }),
});
