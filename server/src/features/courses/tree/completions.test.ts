import { beforeAll, describe, expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { newCourse, newFolder, newPage, readCourse } from '#testing/samples/courses.ts';
import { sharedServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';
import { completePage } from '../pages/set-completion.ts';

const server = sharedServer({ runsJobs: false });
let owner: TestPerson;
let member: TestPerson;
let space: Space;

beforeAll(async () => {
  owner = await newPerson(server);
  space = await newSpace(owner);
});

/** A course with some pages, and a new member. */
async function newReading(count = 3) {
  member = await newMember(server, space);
  const course = await newCourse(owner, space);
  const pages: string[] = [];
  for (let n = 0; n < count; n++) pages.push((await newPage(owner, course)).id);
  return { course, pages };
}

const mark = (page_id = '', completed = true) => member.call('set_page_completion', { page_id, completed });

/** The pages of a course that a member has done, in their order. */
const doneOf = async (course: { id: string }, person = member) =>
  (await readCourse(person, space, course.id)).pages
    .filter(({ completed_at }) => completed_at !== null)
    .map(({ id }) => id);

/** The counts of a course in the list. */
async function countsOf(course: { id: string }, person: Pick<TestPerson, 'call'> = member) {
  const { courses } = await person.call('list_courses', { space_id: space.id });
  const shown = courses.find(({ id }) => id === course.id);
  return [shown?.completed_count, shown?.page_count, shown?.progress];
}

describe('What a member has done of a course', () => {
  it('has each mark, and none that was removed, at once, and only those of this course', async () => {
    const { course, pages } = await newReading();
    const [first = '', second = ''] = pages;
    const other = await newCourse(owner, space);
    const { id: elsewhere } = await newPage(owner, other);
    const all = async () => [await doneOf(course), await doneOf(other)];
    expect(await all()).toEqual([[], []]);
    await mark(first);
    expect(await all()).toEqual([[first], []]);
    await mark(elsewhere);
    expect(await all()).toEqual([[first], [elsewhere]]);
    await mark(second);
    await mark(first, false);
    expect(await all()).toEqual([[second], [elsewhere]]);
    await mark(second, false);
    expect(await all()).toEqual([[], [elsewhere]]);
    await mark(second);
    expect(await all()).toEqual([[second], [elsewhere]]);
  });

  it('has the marks of two devices at the same time', async () => {
    const { course, pages } = await newReading();
    const [first = '', second = ''] = pages;
    const done = { user_id: member.user.id, course_id: course.id, space_id: space.id };
    let waiting: Promise<unknown> | undefined;
    await server.db.transaction().execute(async (tx) => {
      await completePage(tx, { ...done, page_id: first });
      waiting = mark(second);
      expect(await doneOf(course)).not.toContain(first);
    });
    await waiting;
    expect((await doneOf(course)).sort()).toEqual([first, second].sort());
    await Promise.all([mark(first, false), mark(second, false), mark(pages[2])]);
    expect(await doneOf(course)).toEqual([pages[2]]);
  });

  it('is right when a page of it is deleted, restored, or deleted for good', async () => {
    const { course, pages } = await newReading();
    const [first = '', second = ''] = pages;
    await mark(first);
    await mark(second);
    const all = async () => [await doneOf(course), await countsOf(course)];
    expect(await all()).toEqual([
      [first, second],
      [2, 3, 67],
    ]);
    await owner.call('delete_course_page', { page_id: first });
    expect(await all()).toEqual([[second], [1, 2, 50]]);
    await owner.call('restore_course_page', { page_id: first });
    expect(await all()).toEqual([
      [first, second],
      [2, 3, 67],
    ]);
    await owner.call('delete_course_page', { page_id: first });
    expect(await all()).toEqual([[second], [1, 2, 50]]);
    await server.db.deleteFrom('course_pages').where('id', '=', first).execute();
    expect(await all()).toEqual([[second], [1, 2, 50]]);
    await mark(pages[2]);
    expect(await all()).toEqual([
      [second, pages[2]],
      [2, 2, 100],
    ]);
  });

  it('is not shown again when marks are lost with a database that failed', async () => {
    const { course, pages } = await newReading();
    const [first = '', second = ''] = pages;
    await mark(first);
    const ofMember = { user_id: member.user.id, course_id: course.id };
    const { version } = await server.db
      .selectFrom('course_completion_versions')
      .select('version')
      .where('user_id', '=', ofMember.user_id)
      .where('course_id', '=', course.id)
      .executeTakeFirstOrThrow();
    await mark(second);
    expect(await doneOf(course)).toEqual([first, second]);
    // The database that takes over has neither this mark nor its version.
    await server.db.deleteFrom('course_completions').where('page_id', '=', second).execute();
    await server.db
      .updateTable('course_completion_versions')
      .set({ version })
      .where('user_id', '=', ofMember.user_id)
      .execute();
    await mark(pages[2]);
    expect(await doneOf(course)).toEqual([first, pages[2]]);
  });
});

describe('The counts of a course in the list', () => {
  it('follow each mark and each change of its pages', async () => {
    const { course, pages } = await newReading(4);
    const [first = '', second = ''] = pages;
    const folder = await newFolder(owner, course);
    await owner.call('move_course_page', { page_id: second, folder_id: folder.id });
    const other = await newCourse(owner, space);
    const { id: elsewhere } = await newPage(owner, other);
    expect(await countsOf(course)).toEqual([0, 4, 0]);
    await mark(first);
    await mark(second);
    expect(await countsOf(course)).toEqual([2, 4, 50]);
    await mark(elsewhere);
    expect([await countsOf(course), await countsOf(other)]).toEqual([
      [2, 4, 50],
      [1, 1, 100],
    ]);
    await mark(first, false);
    expect(await countsOf(course)).toEqual([1, 4, 25]);
    await owner.call('update_course_folder', { folder_id: folder.id, is_published: false });
    expect(await countsOf(course)).toEqual([0, 3, 0]);
    await owner.call('update_course_folder', { folder_id: folder.id, is_published: true });
    expect(await countsOf(course)).toEqual([1, 4, 25]);
    await owner.call('update_course_page', { page_id: second, is_published: false });
    expect(await countsOf(course)).toEqual([0, 3, 0]);
    await newPage(owner, course);
    expect(await countsOf(course)).toEqual([0, 4, 0]);
  });

  it('have drafts for editors only, at once after their rights change', async () => {
    const { course, pages } = await newReading(2);
    await mark(pages[0]);
    await mark(pages[1]);
    await owner.call('update_course_page', { page_id: pages[1] ?? '', is_published: false });
    const all = async () => [
      await countsOf(course),
      await countsOf(course, owner),
      await countsOf(course, server.client()),
    ];
    const visitor = [0, 1, null];
    expect(await all()).toEqual([[1, 1, 100], [0, 2, 0], visitor]);
    await setRole(server, space.id, member.user.id, 'admin');
    expect(await all()).toEqual([[2, 2, 100], [0, 2, 0], visitor]);
    await setRole(server, space.id, member.user.id, 'member');
    expect(await all()).toEqual([[1, 1, 100], [0, 2, 0], visitor]);
  });

  it('are the same as those of the course', async () => {
    const { course, pages } = await newReading();
    await mark(pages[1]);
    await owner.call('update_course_page', { page_id: pages[2] ?? '', is_published: false });
    for (const person of [member, owner]) {
      const { course: opened } = await readCourse(person, space, course.id);
      const { courses } = await person.call('list_courses', { space_id: space.id });
      expect(courses.find(({ id }) => id === course.id)).toEqual(opened);
    }
  });
});
