import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { aCourse } from '#web-testing/course-fixtures.ts';
import { respondWith } from '#web-testing/fake-api.ts';
import { aSpace, idOf } from '#web-testing/fixtures.ts';
import { pageProvider } from '#web-testing/render-page.tsx';
import { useCourseTargets } from './use-course-targets.ts';

afterEach(cleanup);

const space = aSpace({ feature_classroom_enabled: true });
const list = vi.fn(({ space_id }: { space_id: string }) => ({
  courses: [aCourse({ title: space_id === space.id ? 'Baking' : 'Brewing' })],
  next_cursor: null,
  live_cursor: 1,
}));

it('The courses of each space can be required, with what they are', async () => {
  const client = createQueryClient(respondWith({ list_courses: list }));
  const { result, rerender } = renderHook((one) => useCourseTargets(one), {
    wrapper: pageProvider(client),
    initialProps: space,
  });
  expect(result.current).toEqual([]);
  const target = { value: `course:${aCourse().id}`, label: 'Baking', note: 'Course' };
  await waitFor(() => expect(result.current).toEqual([target]));
  rerender(aSpace({ id: idOf(7_000_001), feature_classroom_enabled: true }));
  await waitFor(() => expect(result.current).toEqual([{ ...target, label: 'Brewing' }]));
});

it('A space without a classroom has nothing to require, and is not asked for it', () => {
  list.mockClear();
  const client = createQueryClient(respondWith({ list_courses: list }));
  const off = { ...space, feature_classroom_enabled: false };
  const { result } = renderHook(() => useCourseTargets(off), { wrapper: pageProvider(client) });
  expect(result.current).toBeNull();
  expect(list).not.toHaveBeenCalled();
});

it('The list of courses itself is not replaced by what can be required', async () => {
  const client = createQueryClient(respondWith({ list_courses: list }));
  const key = ['list_courses', { space_id: space.id }];
  client.setQueryData(key, 'the list');
  const { result } = renderHook(() => useCourseTargets(space), { wrapper: pageProvider(client) });
  await waitFor(() => expect(result.current).toHaveLength(1));
  expect(client.getQueryData(key)).toBe('the list');
});
