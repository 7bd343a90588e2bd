import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import type { SpaceSummary } from '#contract/features/spaces/spaces.ts';
import { seedEntities } from '#web-testing/seed-entities.ts';
import { spaceQuery } from './spaces.api.ts';
import { fetchPermissions } from './spaces.live.ts';

const toastMock = vi.hoisted(() => vi.fn());
vi.mock('#web/ui/overlays/toast.ts', () => ({ toast: toastMock }));
afterEach(() => toastMock.mockReset());

/** Opens a page of the space; refetching the space then returns this response. */
async function opened(response: () => Promise<never>): Promise<QueryClient> {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  });
  seedEntities(client, { space: [{ id: 's', subdomain: 'video' } as SpaceSummary] });
  const { queryKey } = spaceQuery('video');
  client.setQueryData(queryKey, { space_id: 's', live_cursor: 1 });
  new QueryObserver(client, { queryKey, queryFn: response, retry: false }).subscribe(() => {});
  return client;
}

it("shows a toast when the viewer's permissions can't be loaded", async () => {
  const client = await opened(() => Promise.reject(new Error('away')));
  await fetchPermissions(client, 's');
  expect(toastMock).toHaveBeenCalledWith(
    expect.objectContaining({ title: 'Permissions Error', description: 'Failed to fetch permissions.' }),
  );
});

it('shows nothing for a space without an open page', async () => {
  await fetchPermissions(new QueryClient(), 's');
  expect(toastMock).not.toHaveBeenCalled();
});
