import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Course } from '#contract/features/courses/courses.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { newId } from '#server/platform/ids.ts';
import { countQueries } from '#testing/count-queries.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { outcomeOf } from '#testing/responses.ts';
import {
  newCourse,
  newCoursesBySql,
  newFolder,
  newPage,
  newPagesBySql,
  readCourse,
} from '#testing/samples/courses.ts';
import { quizInput } from '#testing/samples/quizzes.ts';
import { sharedServer } from '#testing/server.ts';
import { listTreeFolders, listTreePages } from './tree.queries.ts';

const server = sharedServer({ runsJobs: false });
let owner: TestPerson;
let member: TestPerson;
let space: Space;

beforeAll(async () => {
  owner = await newPerson(server);
  space = await newSpace(owner);
  member = await newMember(server, space);
});

const toText = (page: {
  title: string;
  is_published: boolean;
  estimated_duration: number;
  revision: number;
  has_quiz: boolean;
}) => [page.title, page.is_published, page.estimated_duration, page.revision, page.has_quiz].join(' ');

/** What the contents of a course name: what the owner and a member are shown, and what is stored. */
async function contentsOf({ id: course_id }: Course) {
  const stored = async (has_drafts: boolean) => {
    const folders = await listTreeFolders(server.db, { course_id, has_drafts });
    const pages = await listTreePages(server.db, { course_id, has_drafts });
    return [null, ...folders].map((folder) => [
      folder && `${folder.title} ${folder.is_published}`,
      ...pages.filter(({ folder_id }) => folder_id === (folder?.id ?? null)).map(toText),
    ]);
  };
  const shown = async (person: TestPerson) => {
    const { folders, pages } = await readCourse(person, space, course_id);
    return [null, ...folders].map((folder) => [
      folder && `${folder.title} ${folder.is_published}`,
      ...pages.filter(({ folder_id }) => folder_id === (folder?.id ?? null)).map(toText),
    ]);
  };
  return {
    shown: [await shown(owner), await shown(member)],
    stored: [await stored(true), await stored(false)],
  };
}

it('The pages of a tree are read with everything that is stored of them', async () => {
  const course = await newCourse(owner, space);
  const folder = await newFolder(owner, course);
  const ids = await newPagesBySql(server, course.id, 6);
  const fields = [
    { title: 'Größe "2"\n\\ \u{1f35e}', has_quiz: true },
    { folder_id: folder.id, revision: 1_000_000, estimated_duration: 90 },
    { is_published: false, has_quiz: true },
    { folder_id: folder.id, is_published: false },
    { folder_id: folder.id, title: '' },
    { revision: 2, estimated_duration: 0 },
  ];
  for (const [index, set] of fields.entries())
    await server.db
      .updateTable('course_pages')
      .set(set)
      .where('id', '=', ids[index] ?? '')
      .execute();
  const stored = async (folder_id: string | null, has_drafts: boolean) =>
    await server.db
      .selectFrom('course_pages')
      .select(['id', 'folder_id', 'title', 'is_published', 'estimated_duration', 'revision', 'has_quiz'])
      .where('course_id', '=', course.id)
      .where('folder_id', folder_id === null ? 'is' : '=', folder_id)
      .where((page) => page.or([page('is_published', '=', true), page.val(has_drafts)]))
      .orderBy('position')
      .execute();
  for (const has_drafts of [true, false]) {
    const pages = await listTreePages(server.db, { course_id: course.id, has_drafts });
    expect(pages).toHaveLength(has_drafts ? 6 : 4);
    for (const id of [null, folder.id])
      expect(pages.filter(({ folder_id }) => folder_id === id)).toEqual(await stored(id, has_drafts));
  }
});

describe('The tree of a course in memory', () => {
  it('has each write as soon as it is made', async () => {
    const course = await newCourse(owner, space);
    const week1 = await newFolder(owner, course, { title: 'Week 1' });
    const week2 = await newFolder(owner, course, { title: 'Week 2' });
    const page = await newPage(owner, course, { title: 'Flour', folder_id: week1.id });
    const other = await newPage(owner, course, { title: 'Water' });
    const page_id = page.id;
    let revision = 1;
    const writes: Record<string, () => Promise<unknown>> = {
      edit: () => owner.call('update_course_page', { page_id, title: 'Rye', base_revision: revision++ }),
      'write more': () =>
        owner.call('update_course_page', {
          page_id,
          content: `<p>${'Knead the dough. '.repeat(400)}</p>`,
          base_revision: revision++,
        }),
      revert: () => owner.call('update_course_page', { page_id, is_published: false }),
      publish: () => owner.call('update_course_page', { page_id, is_published: true }),
      'restore a version': () =>
        owner.call('restore_page_revision', { page_id, revision: 1, base_revision: revision++ }),
      'move up': () => owner.call('move_course_page', { page_id, folder_id: null, after_id: null }),
      'move down': () => owner.call('move_course_page', { page_id, folder_id: null, after_id: other.id }),
      'move into a folder': () => owner.call('move_course_page', { page_id, folder_id: week2.id }),
      'move a folder': () => owner.call('move_course_folder', { folder_id: week2.id, after_id: null }),
      'rename a folder': () => owner.call('update_course_folder', { folder_id: week2.id, title: 'Intro' }),
      'revert a folder': () =>
        owner.call('update_course_folder', { folder_id: week2.id, is_published: false }),
      'publish a folder': () =>
        owner.call('update_course_folder', { folder_id: week2.id, is_published: true }),
      duplicate: () => owner.call('duplicate_course_page', { page_id, client_id: newId() }),
      'add a quiz': () => owner.call('save_quiz', { ...quizInput(), page_id }),
      'delete a quiz': () => owner.call('delete_quiz', { page_id }),
      delete: () => owner.call('delete_course_page', { page_id }),
      restore: () => owner.call('restore_course_page', { page_id }),
      'delete a folder': () => owner.call('delete_course_folder', { folder_id: week2.id }),
      'restore a folder': () => owner.call('restore_course_folder', { folder_id: week2.id }),
      'add a page': () => newPage(owner, course, { title: 'Salt' }),
      'add a folder': () => newFolder(owner, course, { title: 'Week 3' }),
    };
    let earlier = (await contentsOf(course)).shown;
    for (const [name, write] of Object.entries(writes)) {
      await write();
      const { shown, stored } = await contentsOf(course);
      expect([name, shown]).toEqual([name, stored]);
      // Each of these writes changes something, so that a tree that is kept for too long is noticed.
      expect([name, shown]).not.toEqual([name, earlier]);
      earlier = shown;
    }
  });

  it('has the rules of each item, for editors only, and locks follow them at once', async () => {
    const course = await newCourse(owner, space);
    const folder = await newFolder(owner, course);
    const page = await newPage(owner, course, { folder_id: folder.id });
    const read = async (person: TestPerson) => {
      const { folders, pages } = await readCourse(person, space, course.id);
      return [...folders, ...pages].map(({ access, lock }) => [access !== null, lock !== null]);
    };
    const seen = async () => [await read(owner), await read(member)];
    const open = [false, false];
    const set = async (kind: 'folder' | 'page', item_id: string, level: number | null) =>
      await owner.call('set_course_access', {
        course_id: course.id,
        item_kind: kind,
        item_id,
        match: 'all',
        rules: level === null ? [] : [{ kind: 'level', level }],
      });
    expect(await seen()).toEqual([
      [open, open],
      [open, open],
    ]);
    await set('page', page.id, 3);
    expect(await seen()).toEqual([
      [open, [true, false]],
      [open, [false, true]],
    ]);
    await set('folder', folder.id, 2);
    await set('page', page.id, null);
    expect(await seen()).toEqual([
      [[true, false], open],
      [[false, true], open],
    ]);
  });

  it('never contains what a viewer has done on pages that they no longer see', async () => {
    const course = await newCourse(owner, space);
    const [seen, hidden] = [await newPage(owner, course), await newPage(owner, course)];
    const times: (string | null)[] = [];
    for (const { id: page_id } of [seen, hidden])
      times.push((await member.call('set_page_completion', { page_id, completed: true })).completed_at);
    await owner.call('update_course_page', { page_id: hidden.id, is_published: false });
    const response = await member.call('get_course', { subdomain: space.subdomain, course: course.id });
    expect(response.completions).toEqual({ [seen.id]: times[0] });
    expect(response.course).toMatchObject({ page_count: 1, completed_count: 1, progress: 100 });
    expect(JSON.stringify(response)).not.toContain(hidden.id);
  });

  it('belongs to one viewer only as far as it is theirs', async () => {
    const course = await newCourse(owner, space);
    const page = await newPage(owner, course);
    await member.call('set_page_completion', { page_id: page.id, completed: true });
    const other = await newMember(server, space);
    const done = async (person: Pick<TestPerson, 'call'>) =>
      (await readCourse(person, space, course.id)).pages.map(({ completed_at }) => completed_at !== null);
    expect([await done(member), await done(other), await done(owner), await done(server.client())]).toEqual([
      [true],
      [false],
      [false],
      [false],
    ]);
  });
});

it('Folders, pages and courses are put in order by editors only, also if someone was one until now', async () => {
  const [creator, stranger] = [await newMember(server, space, 'Creator'), await newPerson(server)];
  const role = (to: 'admin' | 'member') =>
    owner.call('set_member_role', { space_id: space.id, user_id: creator.user.id, role: to });
  await role('admin');
  const course = await newCourse(creator, space);
  const [folder, page] = [await newFolder(creator, course), await newPage(creator, course)];
  const moves = async (person: TestPerson) => [
    await outcomeOf(person.call('move_course_page', { page_id: page.id, folder_id: folder.id })),
    await outcomeOf(person.call('move_course_folder', { folder_id: folder.id, after_id: null })),
    await outcomeOf(person.call('move_course', { course_id: course.id, after_id: null })),
  ];
  const all = (outcome: string) => [outcome, outcome, outcome];
  expect(await moves(creator)).toEqual(all('done'));
  await owner.call('move_course_page', { page_id: page.id, folder_id: null });
  await role('member');
  expect(await moves(creator)).toEqual(all('not_allowed'));
  expect(await moves(member)).toEqual(all('not_allowed'));
  expect(await moves(stranger)).toEqual(all('membership_required'));
  expect((await readCourse(member, space, course.id)).pages.map(({ folder_id }) => folder_id)).toEqual([
    null,
  ]);
});

/** Adds empty folders to a course. */
const addFolders = (courseId: string, count: number) =>
  sql`
  insert into course_folders (id, course_id, space_id, client_id, title, is_published, position, created_at, updated_at)
  select gen_random_uuid(), id, space_id, gen_random_uuid(), 'A folder', true, n, now(), now()
  from courses, generate_series(1, ${count}::int) n where id = ${courseId}::uuid`.execute(server.db);

it('A course has at most 500 folders, also when one is restored', async () => {
  const course = await newCourse(owner, space);
  await addFolders(course.id, 499);
  const last = await newFolder(owner, course);
  expect(await outcomeOf(newFolder(owner, course))).toBe('too_many_folders');
  await owner.call('delete_course_folder', { folder_id: last.id });
  await newFolder(owner, course);
  expect(await outcomeOf(owner.call('restore_course_folder', { folder_id: last.id }))).toBe(
    'too_many_folders',
  );
});

it('Trees leave the memory when there are too many folders in it, too', async () => {
  const crowd = await newSpace(owner);
  const ids = await newCoursesBySql(server, crowd.id, owner.user.id, 3);
  for (const id of ids) await addFolders(id, 45_000);
  const statementsOf = (id = '') => countQueries(() => readCourse(owner, crowd, id));
  const first = await statementsOf(ids[0]);
  expect(await statementsOf(ids[0])).toBeLessThan(first);
  await statementsOf(ids[1]);
  await statementsOf(ids[2]);
  expect(await statementsOf(ids[0])).toBe(first);
});
