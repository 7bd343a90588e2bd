import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { type Call, createApiClient, NetworkError } from '#web/lib/api/api-client.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { spaceQuery } from './spaces.api.ts';

const minute = 60_000;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it("waits five seconds for a space and doesn't retry by itself", async () => {
  let pass = () => {};
  const waits = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const controller = new AbortController();
    pass = () => controller.abort(new DOMException('too long', 'TimeoutError'));
    return controller.signal;
  });
  const hanging = vi.fn(
    (_path: string, { signal }: { signal?: AbortSignal | undefined }) =>
      new Promise<never>((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
      }),
  );
  const client = createQueryClient(createApiClient(hanging));
  const failure = client.fetchQuery({ ...spaceQuery('video') }).catch((error: unknown) => error);
  await vi.waitFor(() => expect(hanging).toHaveBeenCalledOnce());
  expect(waits).toHaveBeenCalledExactlyOnceWith(5_000);
  pass();
  expect(await failure).toBeInstanceOf(NetworkError);
  expect(hanging).toHaveBeenCalledOnce();
});

it('sends one request even if several parts of a page need the space', async () => {
  const space = { id: 's', subdomain: 'video', icon_image: '/files/new/192.webp' } as Space;
  const call = vi.fn(async () => ({ space, live_cursor: 7 }));
  const client = createQueryClient(call as unknown as Call);
  const query = spaceQuery('video');
  await Promise.all([client.ensureQueryData(query), client.ensureQueryData(query)]);
  await client.ensureQueryData(query);
  expect(call).toHaveBeenCalledOnce();
  // The header and the switcher show the same entity.
  expect(readEntity(client, 'space', 's')?.icon_image).toBe('/files/new/192.webp');
});

it('refetches a space in the background after 2 minutes, and drops it 15 minutes after it was last open', async () => {
  vi.useFakeTimers();
  const call = vi.fn(async () => ({ space: { id: 's', subdomain: 'video' } as Space, live_cursor: 7 }));
  const client = createQueryClient(call as unknown as Call);
  const query = spaceQuery('video');
  /** Opens and closes a page of the space; returns what it shows first. */
  const visit = async () => {
    const page = new QueryObserver(client, query);
    const close = page.subscribe(() => {});
    const first = page.getCurrentResult().data?.space_id;
    await vi.advanceTimersByTimeAsync(0);
    close();
    return first;
  };
  expect(await visit()).toBeUndefined();
  await vi.advanceTimersByTimeAsync(2 * minute - 1);
  expect(await visit()).toBe('s');
  expect(call).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await visit()).toBe('s');
  expect(call).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(15 * minute - 1);
  expect(client.getQueryData(query.queryKey)).toBeDefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(client.getQueryData(query.queryKey)).toBeUndefined();
});
