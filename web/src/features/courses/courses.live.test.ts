import { expect, it } from 'vitest';
import { writeEntities } from '#web/lib/cache/entity-cache.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { applyLiveEvent } from '#web/lib/live/live-client.ts';
import { aCoursePage } from '#web-testing/course-fixtures.ts';
import { respondWith } from '#web-testing/fake-api.ts';
import { idOf, spaceId } from '#web-testing/fixtures.ts';
import { coursePageQuery, coursePages, courseQuery } from './courses.api.ts';
import { coursePageEntity } from './courses.entity.ts';
import './courses.live.ts';

const [shown, other] = [idOf(1), idOf(2)];
const [page, second, pageOfOther] = [idOf(11), idOf(12), idOf(13)];

/** A cache with the list of courses, two courses, and two pages of one and one page of the other. */
function open() {
  const client = createQueryClient(respondWith({}));
  client.setQueryData(coursePages(spaceId).queryKey, { pages: [], pageParams: [] });
  for (const id of [shown, other])
    client.setQueryData(courseQuery('bread', id).queryKey, { course_id: id, live_cursor: 1 });
  for (const [page_id, course_id] of [
    [page, shown],
    [second, shown],
    [pageOfOther, other],
  ] as const) {
    writeEntities(client, coursePageEntity, [aCoursePage({ id: page_id, course_id })]);
    client.setQueryData(coursePageQuery(page_id).queryKey, { page_id });
  }
  const names = new Map<unknown, string>([
    ['list_courses', 'list'],
    [shown, 'course'],
    [other, 'other course'],
    [page, 'page'],
    [second, 'second page'],
    [pageOfOther, 'page of the other'],
  ]);
  /** What is loaded again, because it may have changed. */
  const refetched = () =>
    client
      .getQueryCache()
      .findAll({ predicate: ({ state }) => state.isInvalidated })
      .map(({ queryKey: [operation, input] }) => {
        const { course, page_id } = input as { course?: string; page_id?: string };
        return names.get(course ?? page_id ?? operation);
      })
      .toSorted();
  return { client, refetched };
}
const payload = { space_id: spaceId, course_id: shown };

it.each(['course.created', 'course.changed', 'course.deleted'] as const)(
  '%s: the list, the course and its pages are loaded again',
  (type) => {
    const { client, refetched } = open();
    applyLiveEvent({ type, payload } as never, { client, viewerId: 'u1' });
    expect(refetched()).toEqual(['course', 'list', 'page', 'second page']);
  },
);

it('A change of folders loads all pages of the course again, one of a page only that page', () => {
  const [folders, one] = [open(), open()];
  const type = 'course.tree_changed';
  applyLiveEvent({ type, payload: { ...payload, page_ids: [] } } as never, {
    client: folders.client,
    viewerId: 'u1',
  });
  expect(folders.refetched()).toEqual(['course', 'list', 'page', 'second page']);
  applyLiveEvent({ type, payload: { ...payload, page_ids: [page] } } as never, {
    client: one.client,
    viewerId: 'u1',
  });
  expect(one.refetched()).toEqual(['course', 'list', 'page']);
});
