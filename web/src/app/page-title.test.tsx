import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { patchEntity } from '#web/lib/cache/entity-cache.ts';
import { aCourse, aCoursePage, aCourseResponse, aPageSummary } from '#web-testing/course-fixtures.ts';
import type { Responses } from '#web-testing/fake-api.ts';
import { anAccount, aSpace, idOf } from '#web-testing/fixtures.ts';
import { openPage } from '#web-testing/open-page.tsx';

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});
afterEach(cleanup);

/** Of the unread ones, `inSpace` are of the open space. */
const responses = (unread_count: number, inSpace = 0): Responses => ({
  get_session: () => ({ session: null, user: anAccount() }),
  get_space: () => ({ space: aSpace(), live_cursor: 1 }),
  get_unread_notification_count: ({ inside_space_id }) => ({
    unread_count: inside_space_id ? unread_count - inSpace : unread_count,
    version: 1,
    live_cursor: 1,
  }),
});

it('puts the number that the bell shows before the title, also of the next page', async () => {
  const { router } = await openPage('/bread/about', responses(3, 1));
  await waitFor(() => expect(document.title).toBe('(2) About · Bread · Hearth'));
  expect(screen.getByRole('button', { name: 'Notifications, 2 unread' })).toBeTruthy();
  await act(() => router.navigate({ to: '/fix' }));
  await waitFor(() => expect(document.title).toBe('(3) Recovery · Hearth'));
});

it('leaves the title alone while nothing is unread, and stops at 99', async () => {
  const { queryClient } = await openPage('/bread/about', responses(0));
  expect(document.title).toBe('About · Bread · Hearth');
  const [key] = queryClient
    .getQueryCache()
    .findAll({ queryKey: ['get_unread_notification_count'] })
    .map(({ queryKey }) => queryKey)
    .filter((queryKey) => JSON.stringify(queryKey).includes('space_id'));
  act(() => void queryClient.setQueryData(key ?? [], { unread_count: 120, version: 2, live_cursor: 2 }));
  await waitFor(() => expect(document.title).toBe('(99+) About · Bread · Hearth'));
});

it('names the page and the course that are shown, also when they change', async () => {
  const course = aCourse({ page_count: 2 });
  const [flour, water] = [1, 2].map((n) => aPageSummary({ id: idOf(n), title: n === 1 ? 'Flour' : 'Water' }));
  const loaded = Promise.withResolvers<void>();
  const { router, queryClient } = await openPage(`/bread/space/classroom/bread-basics?md=${idOf(1)}`, {
    ...responses(0),
    get_space: () => ({ space: aSpace({ feature_classroom_enabled: true }), live_cursor: 1 }),
    get_course: async () => {
      await loaded.promise;
      return aCourseResponse(
        course,
        [],
        [flour, water].flatMap((page) => page ?? []),
      );
    },
    get_course_page: ({ page_id }) => ({ page: aCoursePage({ id: page_id }), live_cursor: 1 }),
  });
  // The page opens before the course is there.
  await waitFor(() => expect(document.title).toBe('Classroom · Bread · Hearth'));
  loaded.resolve();
  await waitFor(() => expect(document.title).toBe('Flour · Bread basics · Bread · Hearth'));
  await act(() =>
    router.navigate({
      to: '/$subdomain/space/classroom/$course',
      params: { subdomain: 'bread', course: 'bread-basics' },
      search: { md: idOf(2) },
    }),
  );
  await waitFor(() => expect(document.title).toBe('Water · Bread basics · Bread · Hearth'));
  act(
    () =>
      void patchEntity(queryClient, 'course_tree', course.id, (tree) => ({
        pages: tree.pages.map((page) => ({ ...page, title: `${page.title}!` })),
      })),
  );
  await waitFor(() => expect(document.title).toBe('Water! · Bread basics · Bread · Hearth'));
});
