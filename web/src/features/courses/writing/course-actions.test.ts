import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { OperationId } from '#contract/api.ts';
import { readEntity, writeEntities } from '#web/lib/cache/entity-cache.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { dismissToast, readToast } from '#web/ui/overlays/toast.ts';
import { aCourse, aCoursePage, aFolder, aPageSummary } from '#web-testing/course-fixtures.ts';
import { type Responses, respondWith } from '#web-testing/fake-api.ts';
import { idOf, spaceId } from '#web-testing/fixtures.ts';
import { coursePages } from '../courses.api.ts';
import { courseEntity, courseTreeEntity } from '../courses.entity.ts';
import { deleteCourse, moveCourse, publishCourse, readCourseOrder } from './course-actions.ts';
import { deleteFolder, publishFolder } from './folder-actions.ts';
import { moveFolderTo, movePageTo } from './move-items.ts';
import { deletePage, duplicatePage, publishPage } from './page-actions.ts';

const courses = [1, 2, 3, 4].map((n) => aCourse({ id: idOf(n), title: `Course ${n}`, can_edit: true }));
const [course = aCourse()] = courses;
const folder = aFolder({ id: idOf(101), title: 'Week 1' });
const page = aPageSummary({ id: idOf(201), title: 'Flour', folder_id: folder.id });
const other = aPageSummary({ id: idOf(202), title: 'Water' });
const fails = () => {
  throw new Error('no network');
};

/** A cache with two pages of two courses, the first of which is open. `sent` are the requests. */
function cacheWith(responses: Responses = {}) {
  const sent: [OperationId, unknown][] = [];
  const respond = respondWith(responses);
  const client = createQueryClient((async (...args: Parameters<typeof respond>) => {
    sent.push([args[0], args[1]]);
    return await respond(...args);
  }) as typeof respond);
  const listed = [courses.slice(0, 2), courses.slice(2)].map((some, index) => ({
    course_ids: some.map(({ id }) => id),
    next_cursor: index === 0 ? 'more' : null,
    live_cursor: 1,
  }));
  const { queryKey } = coursePages(spaceId);
  client.setQueryData(queryKey, { pages: listed, pageParams: [null, 'more'] });
  writeEntities(client, courseEntity, courses);
  writeEntities(client, courseTreeEntity, [{ id: course.id, folders: [folder], pages: [other, page] }]);
  const invalidated: unknown[] = [];
  vi.spyOn(client, 'invalidateQueries').mockImplementation(async (filters) => {
    invalidated.push(filters?.queryKey);
  });
  return {
    client,
    sent,
    invalidated,
    /** The numbers of the listed courses, by page. */
    listed: () =>
      client
        .getQueryData<{ pages: { course_ids: string[] }[] }>(queryKey)
        ?.pages.map(({ course_ids }) =>
          course_ids.map((id) => courses.findIndex((one) => one.id === id) + 1),
        ),
    tree: () => readEntity(client, 'course_tree', course.id),
  };
}
const undo = () => readToast()?.action?.onPress();
const shown = () => [readToast()?.title, readToast()?.variant];

beforeEach(() => {
  const { id } = readToast() ?? {};
  if (id !== undefined) dismissToast(id);
});

describe('A course', () => {
  it('that is moved changes its place at once, across pages of the list', async () => {
    const { client, sent, invalidated, listed } = cacheWith({ move_course: () => ({}) });
    const moved = moveCourse(client, course, idOf(3));
    await vi.waitFor(() =>
      expect(listed()).toEqual([
        [2, 3],
        [1, 4],
      ]),
    );
    await moved;
    expect(readCourseOrder(client, spaceId)).toEqual([2, 3, 1, 4].map(idOf));
    expect(sent).toEqual([['move_course', { course_id: course.id, after_id: idOf(3) }]]);
    expect(invalidated).toContainEqual(['list_courses', { space_id: spaceId }]);
  });

  it('that is deleted leaves the list, and can be restored', async () => {
    const { client, sent, listed } = cacheWith({
      delete_course: () => ({}),
      restore_course: () => ({ course: { ...course, title: 'Restored' } }),
    });
    expect(await deleteCourse(client, course)).toBe(true);
    expect(listed()).toEqual([[2, 3], [4]]);
    undo();
    await vi.waitFor(() => expect(readEntity(client, 'course', course.id)?.title).toBe('Restored'));
    expect(sent.map(([operation]) => operation)).toEqual(['delete_course', 'restore_course']);
  });

  it('stays where it is if it could not be deleted', async () => {
    const { client, listed } = cacheWith({ delete_course: fails });
    expect(await deleteCourse(client, course)).toBe(false);
    expect(listed()).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(shown()).toEqual(['Failed to delete course. Please try again.', 'destructive']);
  });

  it('is a draft again if it could not be published', async () => {
    const draft = { ...course, is_published: false };
    const { client } = cacheWith({ update_course: fails });
    const published = publishCourse(client, draft, true);
    expect(readEntity(client, 'course', course.id)?.is_published).toBe(true);
    await published;
    expect(readEntity(client, 'course', course.id)?.is_published).toBe(false);
    expect(shown()).toEqual(["Couldn't update the course", 'destructive']);
  });

  it('has no order before the list is loaded', () => {
    expect(readCourseOrder(createQueryClient(respondWith({})), spaceId)).toEqual([]);
  });
});

describe('A folder', () => {
  it.each([
    [true, 'Week 1 was published'],
    [false, 'Week 1 was reverted to draft'],
  ])('with its state set to %s is announced', async (isPublished, title) => {
    const { client, sent, invalidated } = cacheWith({
      update_course_folder: () => ({ folder: { ...folder, is_published: isPublished } }),
    });
    await publishFolder(client, course.id, folder, isPublished);
    expect(sent).toEqual([['update_course_folder', { folder_id: folder.id, is_published: isPublished }]]);
    expect(readToast()?.title).toBe(title);
    expect(invalidated).toContainEqual(['get_course']);
  });

  it('whose state could not be changed is not announced', async () => {
    const { client } = cacheWith({ update_course_folder: fails });
    await publishFolder(client, course.id, folder, true);
    expect(shown()).toEqual(["Couldn't update the folder", 'destructive']);
  });

  it('that is deleted disappears with its pages, and can be restored', async () => {
    const { client, sent, tree } = cacheWith({
      delete_course_folder: () => ({}),
      restore_course_folder: () => ({ folder }),
    });
    await deleteFolder(client, course.id, folder);
    expect(tree()).toMatchObject({ folders: [], pages: [{ id: other.id }] });
    expect(readToast()?.title).toBe('Folder Week 1 has been deleted');
    undo();
    await vi.waitFor(() =>
      expect(sent).toEqual([
        ['delete_course_folder', { folder_id: folder.id }],
        ['restore_course_folder', { folder_id: folder.id }],
      ]),
    );
  });

  it('that could not be deleted is not said to be', async () => {
    const { client } = cacheWith({ delete_course_folder: fails });
    await deleteFolder(client, course.id, folder);
    expect(shown()).toEqual(["Couldn't delete the folder", 'destructive']);
  });

  it('that is moved names where it goes', async () => {
    const { client, sent } = cacheWith({ move_course_folder: () => ({}) });
    await moveFolderTo(client, course.id, folder, null);
    expect(sent).toEqual([['move_course_folder', { folder_id: folder.id, after_id: null }]]);
  });
});

describe('A page', () => {
  it('that is deleted leaves the others, and can be restored', async () => {
    const { client, sent, tree, invalidated } = cacheWith({
      delete_course_page: () => ({}),
      restore_course_page: () => ({ page: aCoursePage(page) }),
    });
    expect(await deletePage(client, course.id, page)).toBe(true);
    expect(tree()?.pages.map(({ id }) => id)).toEqual([other.id]);
    expect(readToast()?.title).toBe('Page Flour has been deleted');
    undo();
    await vi.waitFor(() => expect(invalidated).toContainEqual(['get_course_page', { page_id: page.id }]));
    expect(sent.map(([operation]) => operation)).toEqual(['delete_course_page', 'restore_course_page']);
  });

  it('that could not be deleted is not said to be', async () => {
    const { client } = cacheWith({ delete_course_page: fails });
    expect(await deletePage(client, course.id, page)).toBe(false);
    expect(shown()).toEqual(['Failed to delete page', 'destructive']);
  });

  it('that is published says so, and its text is loaded again', async () => {
    const { client, tree, invalidated } = cacheWith({
      update_course_page: () => ({ page: aCoursePage(page) }),
    });
    await publishPage(client, course.id, page, false);
    expect(tree()?.pages.map(({ is_published }) => is_published)).toEqual([true, false]);
    expect(readToast()?.title).toBe('Flour was reverted to draft');
    expect(invalidated).toContainEqual(['get_course_page', { page_id: page.id }]);
  });

  it('is copied once a press, and the copy is announced', async () => {
    const copy = aCoursePage({ id: idOf(203), title: 'Flour (copy)' });
    const { client, sent } = cacheWith({ duplicate_course_page: () => ({ page: copy }) });
    expect(await duplicatePage(client, course.id, page)).toEqual(copy);
    expect(readToast()?.title).toBe('Flour was duplicated');
    await duplicatePage(client, course.id, page);
    const ids = sent.map(([, input]) => (input as { client_id: string }).client_id);
    expect(new Set(ids).size).toBe(2);
  });

  it('that could not be copied is not announced', async () => {
    const { client } = cacheWith({ duplicate_course_page: fails });
    expect(await duplicatePage(client, course.id, page)).toBeNull();
    expect(shown()).toEqual(['Failed to create page', 'destructive']);
  });

  it('that is moved names the page before it only if it has a certain place', async () => {
    const { client, sent } = cacheWith({ move_course_page: () => ({}) });
    expect(await movePageTo(client, course.id, page, null)).toBe(true);
    expect(await movePageTo(client, course.id, page, folder.id, null)).toBe(true);
    expect(sent).toEqual([
      ['move_course_page', { page_id: page.id, folder_id: null }],
      ['move_course_page', { page_id: page.id, folder_id: folder.id, after_id: null }],
    ]);
  });

  it('that could not be moved is reported', async () => {
    const { client } = cacheWith({ move_course_page: fails });
    expect(await movePageTo(client, course.id, page, null)).toBe(false);
    expect(shown()).toEqual(['Failed to change folder', 'destructive']);
  });
});
