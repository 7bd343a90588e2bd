import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Lock } from '#contract/features/access/access.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { respondWith } from '#web-testing/fake-api.ts';
import { aSpace, idOf } from '#web-testing/fixtures.ts';
import { pageProvider } from '#web-testing/render-page.tsx';
import { usePostCategories } from './use-post-categories.ts';

const lock: Lock = {
  match: 'all',
  unmet: [{ rule: { kind: 'level', level: 2 }, opens_at: null, title: null }],
  opens_at: null,
};
const [general, circle, news] = [idOf(1), idOf(2), idOf(3)];

/** Renders the hook in a space with these categories, of which some are locked, and waits for the locks. */
async function open(ids: string[], locked: string[], shown?: string) {
  const is_limited = true;
  const space = aSpace({ categories: ids.map((id) => ({ id, name: id, icon: '💬', is_limited })) as never });
  const categories = ids.map((id) => ({
    category_id: id,
    lock: locked.includes(id) ? lock : null,
    access: null,
  }));
  const client = createQueryClient(respondWith({ list_category_locks: () => ({ categories }) }));
  const { result } = renderHook(() => usePostCategories(space, shown), { wrapper: pageProvider(client) });
  await waitFor(() => expect(client.isFetching()).toBe(0));
  await waitFor(() =>
    expect(ids.map((id) => result.current.lockOf(id) !== null)).toContain(locked.length > 0),
  );
  return result.current;
}

afterEach(cleanup);

it.each([
  ['the one that the feed shows', [], circle, circle],
  ['the first that is open if the feed shows a locked one', [general], general, circle],
  ['none if the feed shows all', [], undefined, null],
  ['the only one that is open', [general, news], undefined, circle],
])('A new post is in %s', async (_name, locked, shown, expected) => {
  const { preselected, closed } = await open([general, circle, news], locked, shown);
  expect(preselected).toBe(expected);
  expect(closed).toBeNull();
});

it('Nothing is preselected where every category is locked, and the locks are known', async () => {
  const { preselected, closed } = await open([general, circle], [general, circle], circle);
  expect(preselected).toBeNull();
  expect(closed?.map((one) => [one.name, one.lock])).toEqual([
    [general, lock],
    [circle, lock],
  ]);
});

it('The only category of a space is preselected only if the feed shows it', async () => {
  expect((await open([general], [])).preselected).toBeNull();
  expect((await open([general], [general])).closed?.map((one) => one.lock)).toEqual([lock]);
});
