import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { setClockOffset } from '#server/platform/clock.ts';
import { runJob } from '#testing/jobs.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { publishedEvents } from '#testing/published-events.ts';
import { outcomeOf } from '#testing/responses.ts';
import { newCourse, newFolder, newPage, readCourse } from '#testing/samples/courses.ts';
import { newUpload } from '#testing/samples/images.ts';
import { sharedServer } from '#testing/server.ts';

const server = sharedServer({ runsJobs: false });
let owner: TestPerson;
let member: TestPerson;
let space: Space;

beforeAll(async () => {
  owner = await newPerson(server);
  space = await newSpace(owner);
  member = await newMember(server, space);
});
afterEach(() => setClockOffset(0));

const day = 24 * 60 * 60 * 1000;

/** Creates a course with a cover, a folder, a page with an image and an earlier version, and a completion. */
async function newFullCourse() {
  const cover = await newUpload(owner, { purpose: 'course_cover', space_id: space.id });
  const image = await newUpload(owner, { purpose: 'course_image', space_id: space.id });
  const course = await newCourse(owner, space, { cover_upload_id: cover.id });
  const folder = await newFolder(owner, course);
  const content = `<p>Text</p><img src="/files/${image.id}/original">`;
  const page = await newPage(owner, course, { folder_id: folder.id, content });
  await owner.call('update_course_page', { page_id: page.id, title: 'Second', base_revision: 1 });
  await member.call('set_page_completion', { page_id: page.id, completed: true });
  return { course, folder, page, cover, image };
}
const shown = async (id: string) => {
  try {
    const { course, folders, pages } = await readCourse(member, space, id);
    return [folders.length, pages.length, course.page_count, course.progress];
  } catch {
    return 'not found';
  }
};
/** Returns how many rows belong to a course. */
async function rowsOf(courseId: string): Promise<number[]> {
  const { rows } = await sql<{ counts: number[] }>`select array[
    (select count(*)::int from courses where id = ${courseId}::uuid),
    (select count(*)::int from course_folders where course_id = ${courseId}::uuid),
    (select count(*)::int from course_pages where course_id = ${courseId}::uuid),
    (select count(*)::int from course_completions where course_id = ${courseId}::uuid)] as counts`.execute(
    server.db,
  );
  return rows[0]?.counts ?? [];
}
const leftovers = async (pageId: string, uploads: { id: string }[]) => {
  const ids = uploads.map(({ id }) => id);
  const { rows } = await sql<{ left: number }>`select (
    (select count(*) from course_page_revisions where page_id = ${pageId}::uuid)
    + (select count(*) from course_page_uploads where page_id = ${pageId}::uuid)
    + (select count(*) from uploads where id = any(${ids}::uuid[]) and detached_at is null))::int as left`.execute(
    server.db,
  );
  return rows[0]?.left;
};

describe('What is deleted', () => {
  it('is gone at once, and restored as it was', async () => {
    const { course, folder, page } = await newFullCourse();
    const whole = [1, 1, 1, 100];
    const read = () => outcomeOf(member.call('get_course_page', { page_id: page.id }));
    for (const [remove, restore, without] of [
      [
        () => owner.call('delete_course_page', { page_id: page.id }),
        () => owner.call('restore_course_page', { page_id: page.id }),
        [1, 0, 0, 0],
      ],
      [
        () => owner.call('delete_course_folder', { folder_id: folder.id }),
        () => owner.call('restore_course_folder', { folder_id: folder.id }),
        [0, 0, 0, 0],
      ],
      [
        () => owner.call('delete_course', { course_id: course.id }),
        () => owner.call('restore_course', { course_id: course.id }),
        'not found',
      ],
    ] as const) {
      expect(await shown(course.id)).toEqual(whole);
      await remove();
      await remove();
      expect([await shown(course.id), await read()]).toEqual([without, 'page_not_found']);
      await restore();
      await restore();
      expect([await shown(course.id), await read()]).toEqual([whole, 'done']);
    }
  });

  it('is named by the events of its deletion and restoration', async () => {
    const { course, page } = await newFullCourse();
    const timesNamed = async () => {
      const events = await publishedEvents(server, `space:${space.id}`, 'course.tree_changed');
      return events.filter((event) => event.course_id === course.id && event.page_ids.includes(page.id))
        .length;
    };
    // It was created and changed.
    const counts = [await timesNamed()];
    for (const operation of ['delete_course_page', 'delete_course_page', 'restore_course_page'] as const) {
      await owner.call(operation, { page_id: page.id });
      counts.push(await timesNamed());
    }
    expect(counts).toEqual([2, 3, 3, 4]);
  });

  it('cannot be changed, and hides what it contains', async () => {
    const { course, folder, page } = await newFullCourse();
    await owner.call('delete_course_folder', { folder_id: folder.id });
    const edit = () => owner.call('update_course_page', { page_id: page.id, title: 'X', base_revision: 2 });
    expect(await outcomeOf(edit())).toBe('page_not_found');
    const rename = () => owner.call('update_course_folder', { folder_id: folder.id, title: 'X' });
    expect(await outcomeOf(rename())).toBe('folder_not_found');
    expect(await outcomeOf(newPage(owner, course, { folder_id: folder.id }))).toBe('folder_not_found');
    await owner.call('restore_course_folder', { folder_id: folder.id });
    await owner.call('delete_course', { course_id: course.id });
    expect(await outcomeOf(edit())).toBe('page_not_found');
    expect(await outcomeOf(rename())).toBe('folder_not_found');
    expect(await outcomeOf(newFolder(owner, course))).toBe('course_not_found');
    const restore = owner.call('restore_course_page', { page_id: page.id });
    expect(await outcomeOf(restore)).toBe('page_not_found');
  });

  it('leaves a page that is restored without its folder at the end of the pages', async () => {
    const { course, folder, page } = await newFullCourse();
    const other = await newPage(owner, course);
    await owner.call('delete_course_page', { page_id: page.id });
    await owner.call('delete_course_folder', { folder_id: folder.id });
    const { page: restored } = await owner.call('restore_course_page', { page_id: page.id });
    expect(restored.folder_id).toBeNull();
    const { pages } = await readCourse(member, space, course.id);
    expect(pages.map(({ id }) => id)).toEqual([other.id, page.id]);
  });

  it('can be restored for 30 days, and is then deleted with its files', async () => {
    const { course, page, cover, image } = await newFullCourse();
    const kept = await newFullCourse();
    await owner.call('delete_course', { course_id: course.id });
    setClockOffset(29 * day);
    await runJob(server, 'delete-expired-courses');
    expect(await rowsOf(course.id)).toEqual([1, 1, 1, 1]);
    setClockOffset(31 * day);
    const { id: course_id } = course;
    const asOwner = await server.db.selectFrom('courses').select('id').where('id', '=', course_id).execute();
    expect(asOwner).toHaveLength(1);
    await runJob(server, 'delete-expired-courses');
    expect(await rowsOf(course.id)).toEqual([0, 0, 0, 0]);
    expect(await leftovers(page.id, [cover, image])).toBe(0);
    expect(await rowsOf(kept.course.id)).toEqual([1, 1, 1, 1]);
    expect(await leftovers(kept.page.id, [kept.cover, kept.image])).toBe(4);
  });

  it('is deleted after 30 days also if it is a folder or a page', async () => {
    const { course, folder, page, image } = await newFullCourse();
    const other = await newFullCourse();
    await owner.call('delete_course_folder', { folder_id: folder.id });
    await owner.call('delete_course_page', { page_id: other.page.id });
    setClockOffset(31 * day);
    await runJob(server, 'delete-expired-courses');
    expect(await rowsOf(course.id)).toEqual([1, 0, 0, 0]);
    expect(await leftovers(page.id, [image])).toBe(0);
    expect(await rowsOf(other.course.id)).toEqual([1, 1, 0, 0]);
    expect(await leftovers(other.page.id, [other.image])).toBe(0);
  });

  it.each(['course', 'folder', 'page'] as const)(
    'can no longer be restored after 30 days: %s',
    async (kind) => {
      const { course, folder, page } = await newFullCourse();
      const [remove, restore] = {
        course: [
          () => owner.call('delete_course', { course_id: course.id }),
          () => owner.call('restore_course', { course_id: course.id }),
        ],
        folder: [
          () => owner.call('delete_course_folder', { folder_id: folder.id }),
          () => owner.call('restore_course_folder', { folder_id: folder.id }),
        ],
        page: [
          () => owner.call('delete_course_page', { page_id: page.id }),
          () => owner.call('restore_course_page', { page_id: page.id }),
        ],
      }[kind];
      await remove?.();
      const table = { course: 'courses', folder: 'course_folders', page: 'course_pages' } as const;
      const deleted_at = new Date(Date.now() - 31 * day).toISOString();
      const { id } = { course, folder, page }[kind];
      await server.db.updateTable(table[kind]).set({ deleted_at }).where('id', '=', id).execute();
      expect(await outcomeOf(restore?.() ?? Promise.resolve())).toBe(`${kind}_not_found`);
    },
  );
});

it('A replaced cover is deleted', async () => {
  const { course, cover } = await newFullCourse();
  const next = await newUpload(owner, { purpose: 'course_cover', space_id: space.id });
  await owner.call('update_course', { course_id: course.id, cover_upload_id: next.id });
  const detached = async ({ id }: { id: string }) =>
    (await server.db.selectFrom('uploads').select('detached_at').where('id', '=', id).executeTakeFirst())
      ?.detached_at !== null;
  expect([await detached(cover), await detached(next)]).toEqual([true, false]);
});

it('Deleting a space deletes its courses', async () => {
  const own = await newSpace(owner);
  const { id } = await newCourse(owner, own);
  await newPage(owner, { id }, {});
  await server.db.deleteFrom('spaces').where('id', '=', own.id).execute();
  expect(await rowsOf(id)).toEqual([0, 0, 0, 0]);
});
