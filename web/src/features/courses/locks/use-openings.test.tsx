import { act, cleanup } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Course } from '#contract/features/courses/courses.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { aCourse } from '#web-testing/course-fixtures.ts';
import { respondWith } from '#web-testing/fake-api.ts';
import { renderPage } from '#web-testing/render-page.tsx';
import { useOpenings } from './use-openings.ts';

afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

const hour = 60 * 60 * 1000;
function Openings({ course }: { course: Course }) {
  useOpenings(course, { id: course.id, folders: [], pages: [] });
  return null;
}

it('A course is refetched when a lock opens, also if that is longer than a browser waits in one piece', async () => {
  vi.useFakeTimers();
  const at = new Date(Date.now() + 30 * hour).toISOString();
  const client = createQueryClient(respondWith({}));
  const invalidate = vi.spyOn(client, 'invalidateQueries');
  const unmet = [{ rule: { kind: 'date' as const, at }, opens_at: at, title: null }];
  renderPage(client, <Openings course={aCourse({ lock: { match: 'all', unmet, opens_at: at } })} />);
  await act(() => vi.advanceTimersByTimeAsync(29 * hour));
  expect(invalidate).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(hour + 1_000));
  expect(invalidate).toHaveBeenCalled();
});
