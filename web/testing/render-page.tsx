import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { type ReactNode, Suspense } from 'react';
import type { Account } from '#contract/users.ts';
import { LiveClient } from '#web/lib/live/live-client.ts';
import { LiveClientContext } from '#web/lib/live/use-live.ts';
import { Toaster } from '#web/ui/overlays/toaster.tsx';

/** A router that accepts every address, starting at `path`. */
function createTestRouter(path: string) {
  const root = createRootRoute();
  const anyPage = createRoute({ getParentRoute: () => root, path: '$', component: () => null });
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createRouter({ routeTree: root.addChildren([anyPage]), history });
  history.subscribe(() => void router.load());
  return router;
}

/** Sets who is signed in; null is a visitor. */
export function setViewer(client: QueryClient, user: Account | null): void {
  client.setQueryData(['get_session', {}], { session: null, user });
}

/** Returns a component that provides the query cache and a live client that isn't connected, for `renderHook`. */
export function pageProvider(client: QueryClient) {
  const live = new LiveClient(() => ({ client, viewerId: null }));
  return ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <LiveClientContext value={live}>{children}</LiveClientContext>
    </QueryClientProvider>
  );
}

/** Renders an element as part of a page with everything of `pageProvider`, a router and toasts, at the address `path`. */
export function renderPage(client: QueryClient, element: ReactNode, path = '/') {
  const router = createTestRouter(path);
  const Page = pageProvider(client);
  const wrap = (content: ReactNode) => (
    <Page>
      <RouterContextProvider router={router as never}>
        <Suspense>{content}</Suspense>
        <Toaster />
      </RouterContextProvider>
    </Page>
  );
  const rendered = render(wrap(element));
  return {
    ...rendered,
    /** Renders the element with other props. */
    update: (next: ReactNode) => rendered.rerender(wrap(next)),
    /** The current address with its search parameters. */
    href: () => router.history.location.href,
    /** The number of history entries. */
    historyLength: () => router.history.length,
  };
}
