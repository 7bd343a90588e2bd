import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { act, render } from '@testing-library/react';
import { vi } from 'vitest';
import { createPageRouter } from '#web/app/routing/router.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { LiveClient } from '#web/lib/live/live-client.ts';
import { type Responses, respondWith } from './fake-api.ts';

/** Opens an address of the whole app, with its routes and the header, and a server that responds as given. */
export async function openPage(path: string, responses: Responses) {
  // A narrow window.
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  const queryClient = createQueryClient(respondWith(responses));
  const live = new LiveClient(() => ({ client: queryClient, viewerId: null }));
  const page = { brandName: 'Hearth', origin: 'https://hearth.example', theme: null, fontUrl: null };
  const router = createPageRouter({ queryClient, live, page });
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [path] }) });
  await router.load();
  // The app renders the whole document.
  const rendered = render(<RouterProvider router={router} />, { container: document });
  await act(async () => {});
  return { ...rendered, router, queryClient };
}
