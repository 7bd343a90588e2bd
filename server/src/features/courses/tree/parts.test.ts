import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { readContents } from '#contract/features/courses/course-tree.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { newId } from '#server/platform/ids.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { completeBySql, newCourse, newFolder, newPage, newPagesBySql } from '#testing/samples/courses.ts';
import { sharedServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';

const server = sharedServer({ runsJobs: false });
let owner: TestPerson;
let member: TestPerson;
let space: Space;

beforeAll(async () => {
  owner = await newPerson(server);
  space = await newSpace(owner);
  member = await newMember(server, space);
});

/** A course with 10 pages without a folder, 120 in a first and 70 in a second one. */
async function newLargeCourse() {
  const course = await newCourse(owner, space);
  const folders = [await newFolder(owner, course), await newFolder(owner, course)];
  const ids = await newPagesBySql(server, course.id, 200);
  for (const [folder, from, to] of [
    [folders[0], 10, 129],
    [folders[1], 130, 199],
  ] as const)
    await sql`update course_pages set folder_id = ${folder?.id}
      where course_id = ${course.id} and position between ${from} and ${to}`.execute(server.db);
  await sql`update courses set tree_version = ${newId()} where id = ${course.id}`.execute(server.db);
  return { course, ids, folderIds: folders.map(({ id }) => id) };
}

async function read(person: Pick<TestPerson, 'call'>, course: { id: string }, around?: string) {
  const { subdomain } = space;
  const response = await person.call('get_course', {
    subdomain,
    course: course.id,
    ...(around && { around }),
  });
  const contents = readContents(response);
  return { ...response, ...contents, ids: contents.pages.map(({ id }) => id) };
}

const complete = (person: TestPerson, courseId: string, pageIds: string[]) =>
  completeBySql(server, { user_id: person.user.id, course_id: courseId }, pageIds);

const lockPage = (courseId: string, itemId: string, level = 5) =>
  owner.call('set_course_access', {
    course_id: courseId,
    item_kind: 'page',
    item_id: itemId,
    match: 'all',
    rules: [{ kind: 'level', level }],
  });

describe('A part of a large course', () => {
  it('has the pages around one, all folders, and how many pages are missing', async () => {
    const { course, ids, folderIds } = await newLargeCourse();
    const [first = '', second = ''] = folderIds;
    const middle = await read(member, course, ids[100]);
    expect(middle.ids).toEqual(ids.slice(68, 132));
    expect(middle.pages.map(({ folder_id }) => folder_id)).toEqual([
      ...Array<string>(62).fill(first),
      ...Array<string>(2).fill(second),
    ]);
    expect(middle.folders.map(({ id }) => id)).toEqual(folderIds);
    expect(middle.missing).toEqual({
      '': { before: 10, after: 0 },
      [first]: { before: 58, after: 0 },
      [second]: { before: 0, after: 68 },
    });
    expect((await read(member, course, 'start')).ids).toEqual(ids.slice(0, 64));
    expect((await read(member, course, ids[199])).ids).toEqual(ids.slice(136));
    const whole = await read(member, course);
    expect([whole.ids, whole.missing]).toEqual([ids, null]);
  });

  it('says the same numbers as the whole', async () => {
    const { course, ids } = await newLargeCourse();
    const [done, shown, hidden] = [ids.slice(0, 90), ids[100] ?? '', ids[5] ?? ''];
    await complete(member, course.id, [...done, shown]);
    await owner.call('update_course_page', { page_id: hidden, is_published: false });
    const [part, whole] = [await read(member, course, shown), await read(member, course)];
    expect(part.course).toEqual(whole.course);
    expect(part.course).toMatchObject({ page_count: 199, completed_count: 90, progress: 45 });
    expect(Object.keys(whole.completions)).toHaveLength(90);
    expect(Object.keys(part.completions)).toEqual([...ids.slice(68, 90), shown]);
    expect(part.completions[shown]).toBe('2026-11-20T10:00:00.123Z');
    expect((await read(server.client(), course, shown)).completions).toEqual({});
  });

  it('is around the first page that is open and not done, if no other page is asked for', async () => {
    const { course, ids, folderIds } = await newLargeCourse();
    const centerOf = async (around: string) => (await read(member, course, around)).ids[32];
    expect((await read(member, course, 'next')).ids[0]).toBe(ids[0]);
    await complete(member, course.id, ids.slice(0, 50));
    expect(await centerOf('next')).toBe(ids[50]);
    await lockPage(course.id, ids[50] ?? '');
    expect(await centerOf('next')).toBe(ids[51]);
    expect(await centerOf('no id')).toBe(ids[51]);
    expect(await centerOf(newId())).toBe(ids[51]);
    await owner.call('set_course_access', {
      ...{ course_id: course.id, item_kind: 'folder', item_id: folderIds[0] ?? '' },
      ...{ match: 'all', rules: [{ kind: 'level', level: 5 }] },
    });
    expect(await centerOf('next')).toBe(ids[130]);
    // Without an open one, the first that isn't done; the first of all if everything is.
    await complete(member, course.id, ids.slice(130));
    expect(await centerOf('next')).toBe(ids[50]);
    await complete(member, course.id, ids.slice(50, 130));
    expect((await read(member, course, 'next')).ids[0]).toBe(ids[0]);
  });

  it('has what was marked and unmarked since at once, also if many pages are done', async () => {
    const { course, ids } = await newLargeCourse();
    await complete(member, course.id, ids.slice(0, 150));
    const [first = '', last = ''] = [ids[0], ids[199]];
    const done = async (person = member) => {
      const { course: counted, completions } = await read(person, course, 'start');
      return [counted.completed_count, first in completions];
    };
    const mark = (page_id: string, completed: boolean) =>
      member.call('set_page_completion', { page_id, completed });
    expect(await done()).toEqual([150, true]);
    await mark(first, false);
    expect(await done()).toEqual([149, false]);
    await mark(last, true);
    await mark(first, true);
    expect(await done()).toEqual([151, true]);
    // As many as before, but others.
    await completeBySql(server, { user_id: member.user.id, course_id: course.id }, [first], false);
    await complete(member, course.id, [ids[160] ?? '']);
    expect(await done()).toEqual([151, false]);
    expect(await done(await newMember(server, space))).toEqual([0, false]);
  });

  it('has the marks of many pages where these are after the tree has changed', async () => {
    const { course, ids } = await newLargeCourse();
    await complete(member, course.id, ids.slice(1, 150));
    const done = async () => {
      const { course: counted, completions } = await read(member, course, 'start');
      return [counted.completed_count, ...[0, 1, 2].map((n) => (ids[n] ?? '') in completions)];
    };
    const change = (n: number, is_published: boolean) =>
      owner.call('update_course_page', { page_id: ids[n] ?? '', is_published });
    expect(await done()).toEqual([149, false, true, true]);
    await change(1, false);
    expect(await done()).toEqual([148, false, false, true]);
    await change(1, true);
    await owner.call('move_course_page', { page_id: ids[0] ?? '', folder_id: null, after_id: ids[9] ?? '' });
    expect(await done()).toEqual([149, false, true, true]);
  });

  it('is the whole of a course that is not large', async () => {
    const course = await newCourse(owner, space);
    const ids = await newPagesBySql(server, course.id, 150);
    expect((await read(member, course, ids[0])).missing).toBeNull();
    await newPage(owner, course);
    expect((await read(member, course, ids[0])).missing).not.toBeNull();
  });

  it('contains nothing that the viewer may not see, at once after rights, drafts and rules change', async () => {
    const { course, ids, folderIds } = await newLargeCourse();
    const [draft = '', next = '', far = ''] = [ids[100], ids[101], ids[190]];
    const seesDraft = async (person: Pick<TestPerson, 'call'>) =>
      (await read(person, course, next)).ids.includes(draft);
    const all = async () => [
      await seesDraft(owner),
      await seesDraft(member),
      await seesDraft(server.client()),
    ];
    expect(await all()).toEqual([true, true, true]);
    await owner.call('update_course_page', { page_id: draft, is_published: false });
    expect(await all()).toEqual([true, false, false]);
    // Asking for a page doesn't say that it exists.
    expect(await read(member, course, draft)).toEqual(await read(member, course, newId()));
    await setRole(server, space.id, member.user.id, 'admin');
    expect(await seesDraft(member)).toBe(true);
    await setRole(server, space.id, member.user.id, 'member');
    expect(await seesDraft(member)).toBe(false);

    await lockPage(course.id, next);
    await lockPage(course.id, far);
    const locked = async (person: Pick<TestPerson, 'call'>) =>
      Object.keys((await read(person, course, next)).locks);
    expect([await locked(owner), await locked(member), await locked(server.client())]).toEqual([
      [],
      [next],
      [next],
    ]);
    const accessOf = async (person: Pick<TestPerson, 'call'>) =>
      (await read(person, course, next)).pages.find(({ id }) => id === next)?.access ?? null;
    expect(await accessOf(owner)).not.toBeNull();
    expect(await accessOf(member)).toBeNull();

    await owner.call('delete_course_folder', { folder_id: folderIds[0] ?? '' });
    const left = await read(member, course, next);
    expect([left.ids.length, left.missing, left.course.page_count]).toEqual([80, null, 80]);
    await owner.call('update_course', { course_id: course.id, is_published: false });
    await expect(read(member, course, next)).rejects.toMatchObject({ code: 'course_not_found' });
  });
});

it('A tree in memory is not shown again when writes are lost with a database that failed', async () => {
  const course = await newCourse(owner, space);
  const page = await newPage(owner, course, { title: 'Flour' });
  const titles = async () => (await read(member, course)).pages.map(({ title }) => title);
  const rename = (title: string) =>
    owner.call('update_course_page', { page_id: page.id, title, base_revision: 1 });
  const stored = await server.db
    .selectFrom('courses')
    .select('tree_version')
    .where('id', '=', course.id)
    .executeTakeFirstOrThrow();
  await rename('Lost');
  expect(await titles()).toEqual(['Lost']);
  // The database that takes over has neither this write nor its version.
  await server.db.updateTable('courses').set(stored).where('id', '=', course.id).execute();
  await server.db
    .updateTable('course_pages')
    .set({ title: 'Flour', revision: 1 })
    .where('id', '=', page.id)
    .execute();
  await server.db.deleteFrom('course_page_revisions').where('page_id', '=', page.id).execute();
  await rename('Rye');
  expect(await titles()).toEqual(['Rye']);
});
