import { hashKey, onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError, NetworkError } from '../api/api-client.ts';
import { apiQuery, changesKey, createQueryClient, hashQuickly, refetchFailed } from './query-client.ts';

afterEach(() => onlineManager.setOnline(true));

it('treats data as stale after five minutes and drops it after ten', () => {
  const { queries } = createQueryClient(vi.fn() as never).getDefaultOptions();
  expect([queries?.staleTime, queries?.gcTime, queries?.refetchOnWindowFocus]).toEqual([
    300_000,
    600_000,
    false,
  ]);
});

it('fails at once without a network instead of waiting for it', async () => {
  onlineManager.setOnline(false);
  const call = vi.fn().mockRejectedValue(new NetworkError(null));
  const client = createQueryClient(call);
  const options = { ...apiQuery('get_draft', { space_id: 's' }), retry: false };
  await expect(client.fetchQuery(options)).rejects.toThrow(NetworkError);
});

it('refetches what is shown and failed for want of a connection, and nothing else', async () => {
  const errors: Record<string, Error> = {
    lost: new NetworkError(null),
    'lost too': new NetworkError(null),
    outage: new ApiError('unavailable', 503, ''),
    missing: new ApiError('space_not_found', 404, 'Space not found'),
  };
  const call = vi.fn(async (_operation: string, { space_id }: { space_id: string }) => {
    const error = errors[space_id];
    if (error) throw error;
    return {};
  });
  const client = createQueryClient(call as never);
  const optionsOf = (id: string) => ({ ...apiQuery('get_draft', { space_id: id }), retry: false });
  const stops = ['lost', 'outage', 'missing', 'loaded'].map((id) =>
    new QueryObserver(client, optionsOf(id)).subscribe(() => {}),
  );
  // Failed, but not shown.
  await client.fetchQuery(optionsOf('lost too')).catch(() => {});
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  call.mockClear();
  refetchFailed(client);
  expect(call.mock.calls.map(([, { space_id }]) => space_id).sort()).toEqual(['lost', 'outage']);
  for (const stop of stops) stop();
});

it('says that the session was lost only if the server no longer accepts it', async () => {
  const onSessionLost = vi.fn();
  const failure = vi.fn<() => Error>(() => new ApiError('space_not_found', 404, ''));
  const client = createQueryClient((async () => Promise.reject(failure())) as never, onSessionLost);
  const load = () => client.fetchQuery(apiQuery('get_draft', { space_id: 's' })).catch(() => {});
  await load();
  expect(onSessionLost).not.toHaveBeenCalled();
  failure.mockReturnValue(new ApiError('authentication_required', 401, ''));
  await load();
  expect(onSessionLost).toHaveBeenCalledOnce();
});

it('tries once more after a failure of the server or the connection, and never after a refusal', () => {
  const { queries } = createQueryClient(vi.fn() as never).getDefaultOptions();
  const retry = queries?.retry;
  if (typeof retry !== 'function') throw new Error('retry is not decided by failure');
  expect(retry(0, new NetworkError(null))).toBe(true);
  expect(retry(0, new ApiError('unavailable', 503, ''))).toBe(true);
  expect(retry(1, new NetworkError(null))).toBe(false);
  expect(retry(0, new ApiError('space_not_found', 404, ''))).toBe(false);
});

it('keeps entities, and changes of lists, as long as the page is open', () => {
  const client = createQueryClient(vi.fn() as never);
  for (const kind of ['entity', changesKey]) {
    const forever = Number.POSITIVE_INFINITY;
    expect(client.getQueryDefaults([kind, 'post', 'p1'])).toMatchObject({
      staleTime: forever,
      gcTime: forever,
    });
  }
});

it.each([
  [['entity', 'post', 'p1']],
  [['get_session', {}]],
  [['get_space', { subdomain: 'bread' }]],
  [['get_draft', { space_id: undefined }]],
  [['list_posts', { sort: 'new', category_id: 'c1' }]],
  [['list_posts', { category_id: 'c1', sort: 'new' }]],
  [['nested', { filter: { b: 1, a: 2 } }]],
  [['list', ['b', { d: 1, c: 2 }]]],
  [[null, 1, undefined, true]],
])('hashes %j as the query cache does', (key) => {
  expect(hashQuickly(key)).toBe(hashKey(key));
});
