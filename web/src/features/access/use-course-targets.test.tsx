import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { aCourse } from '#web-testing/course-fixtures.ts';
import { respondWith } from '#web-testing/fake-api.ts';
import { aSpace, idOf } from '#web-testing/fixtures.ts';
import { pageProvider } from '#web-testing/render-page.tsx';
import { targetsIn } from './item-access.ts';
import { useCourseTargets } from './use-course-targets.ts';

afterEach(cleanup);

const space = aSpace();
const list = vi.fn(({ space_id, cursor }: { space_id: string; cursor?: string }) => ({
  courses: [
    cursor === undefined
      ? aCourse({ title: space_id === space.id ? 'Baking' : 'Brewing' })
      : aCourse({ id: idOf(2), title: 'Tasting' }),
  ],
  next_cursor: cursor === undefined && space_id === space.id ? 'more' : null,
  live_cursor: 1,
}));

it('The courses of each space can be required, with what they are', async () => {
  const client = createQueryClient(respondWith({ list_courses: list }));
  const { result, rerender } = renderHook((id) => useCourseTargets(id), {
    wrapper: pageProvider(client),
    initialProps: space.id,
  });
  expect(result.current.options).toBeNull();
  const target = { value: `course:${aCourse().id}`, label: 'Baking', note: 'Course' };
  const second = { value: `course:${idOf(2)}`, label: 'Tasting', note: 'Course' };
  await waitFor(() => expect(result.current.options).toEqual([target, second]));
  rerender(idOf(7_000_001));
  await waitFor(() => expect(result.current.options).toEqual([{ ...target, label: 'Brewing' }]));
});

it('A space without a classroom has nothing to require', () => {
  expect(targetsIn({ ...space, feature_classroom_enabled: false })).toBeNull();
  expect(targetsIn({ ...space, feature_classroom_enabled: true })).toEqual({ space_id: space.id });
});

it('The list of courses itself is not replaced by what can be required', async () => {
  const client = createQueryClient(respondWith({ list_courses: list }));
  const key = ['list_courses', { space_id: space.id }];
  client.setQueryData(key, 'the list');
  const { result } = renderHook(() => useCourseTargets(space.id), { wrapper: pageProvider(client) });
  await waitFor(() => expect(result.current.options).toHaveLength(2));
  expect(client.getQueryData(key)).toBe('the list');
});
