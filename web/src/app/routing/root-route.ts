import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { sessionQuery } from '#web/features/auth/index.ts';
import type { RouterContext } from '../page-context.ts';
import { PageDocument } from '../page-document.tsx';

/** The root of all routes; it loads the session for every page. */
export const rootRoute = createRootRouteWithContext<RouterContext>()({
  // Wraps everything, including failures of this route.
  shellComponent: PageDocument,
  component: Outlet,
  loader: async ({ context }) => {
    await context.queryClient.ensureQueryData(sessionQuery);
  },
  // The default title, for unknown addresses and failed pages.
  head: ({ match }) => ({ meta: [{ title: match.context.page.brandName }] }),
});
