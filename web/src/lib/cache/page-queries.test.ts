import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { textOf } from '#web-testing/page-text.ts';
import { ApiError, isApiError } from '../api/api-client.ts';
import { readPageQueries, writePageQueries } from './page-queries.ts';

it('stores the queries of a page as they were on the server', () => {
  const server = new QueryClient();
  server.setQueryData(
    ['get_space', { subdomain: 'bakers' }],
    { id: '1', name: 'Bakers' },
    { updatedAt: 5_000 },
  );
  server.setQueryData(['entity', 'post', '2'], { title: '</script>' }, { updatedAt: 6_000 });
  server.setQueryData(['get_draft'], null, { updatedAt: 7_000 });

  const browser = new QueryClient();
  readPageQueries(browser, textOf(writePageQueries(server)));
  expect(browser.getQueryData(['get_space', { subdomain: 'bakers' }])).toEqual({ id: '1', name: 'Bakers' });
  expect(browser.getQueryData(['entity', 'post', '2'])).toEqual({ title: '</script>' });
  expect(browser.getQueryState(['get_draft'])).toMatchObject({
    data: null,
    status: 'success',
    dataUpdatedAt: 5_000,
  });
});

it('keeps queries that failed on the server as failed, with their error', async () => {
  const server = new QueryClient();
  const failed = new ApiError('unavailable', 503, 'Try again soon.', { retry_after: 5 });
  await server.prefetchQuery({
    queryKey: ['list_posts'],
    queryFn: () => Promise.reject(failed),
    retry: false,
  });

  const browser = new QueryClient();
  readPageQueries(browser, textOf(writePageQueries(server)));
  const state = browser.getQueryState(['list_posts']);
  expect(state).toMatchObject({ status: 'error', fetchStatus: 'idle', data: undefined });
  expect(isApiError(state?.error, 'unavailable')).toBe(true);
  expect(state?.error).toMatchObject({ status: 503, message: 'Try again soon.', data: { retry_after: 5 } });
});

it('leaves out queries that have neither data nor an error', () => {
  const server = new QueryClient();
  void server.prefetchQuery({ queryKey: ['slow'], queryFn: () => new Promise(() => {}) });

  const browser = new QueryClient();
  readPageQueries(browser, textOf(writePageQueries(server)));
  expect(browser.getQueryCache().getAll()).toEqual([]);
});
