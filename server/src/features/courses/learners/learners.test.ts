import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import type { LearnerState } from '#contract/values/learner-states.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { newPeopleBySql } from '#testing/people-by-sql.ts';
import { expectError, outcomeOf } from '#testing/responses.ts';
import { completeBySql, newCourse, newFolder, newPage, newPagesBySql } from '#testing/samples/courses.ts';
import { sharedServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';
import { readAllLearners } from './read-learners.ts';

const server = sharedServer({ runsJobs: false });
let owner: TestPerson;
let space: Space;
let learners: TestPerson[];

beforeAll(async () => {
  owner = await newPerson(server);
  space = await newSpace(owner);
  learners = [];
  for (const name of ['Ada', 'Ben', '=Cleo, "the quick"', 'Dan'])
    learners.push(await newMember(server, space, name));
});

const complete = async (person: TestPerson, page: { id: string }, completed = true) =>
  await person.call('set_page_completion', { page_id: page.id, completed });
const statisticsOf = async (person: TestPerson, course: { id: string }) =>
  (await person.call('get_course_statistics', { course_id: course.id })).statistics;
const list = async (person: TestPerson, course: { id: string }, state: LearnerState, cursor?: string) =>
  await person.call('list_course_learners', { course_id: course.id, state, cursor });
const namesOf = async (course: { id: string }, state: LearnerState) =>
  (await list(owner, course, state)).learners.map(({ person }) => person.full_name);

/** A course of two published pages and a draft: Ada finished it, Ben stopped after the second page, Cleo after the first. */
async function newTakenCourse() {
  const course = await newCourse(owner, space, { title: 'Taken' });
  const folder = await newFolder(owner, course);
  const inFolder = await newPage(owner, course, { title: 'Last', folder_id: folder.id });
  const first = await newPage(owner, course, { title: 'First' });
  const draft = await newPage(owner, course, { title: 'Draft', is_published: false });
  const [ada, ben, cleo] = learners as [TestPerson, TestPerson, TestPerson, TestPerson];
  await complete(ada, first);
  await complete(ben, inFolder);
  await complete(cleo, first);
  await complete(ada, inFolder);
  // Editors test their pages; that is no progress of a member.
  for (const page of [first, draft]) await complete(owner, page);
  return { course, folder, first, inFolder, draft };
}

it('Editors see how many have done each page, and after which ones members stopped', async () => {
  const { course, folder, first, inFolder } = await newTakenCourse();
  expect(await statisticsOf(owner, course)).toEqual({
    page_count: 2,
    member_count: 4,
    started_count: 3,
    finished_count: 1,
    average_progress: 67,
    pages: [
      { id: first.id, title: 'First', completed_count: 2, stopped_count: 1 },
      { id: inFolder.id, title: 'Last', completed_count: 2, stopped_count: 1 },
    ],
  });
  // What isn't published doesn't count.
  await owner.call('update_course_folder', { folder_id: folder.id, is_published: false });
  expect(await statisticsOf(owner, course)).toMatchObject({
    page_count: 1,
    started_count: 2,
    finished_count: 2,
    average_progress: 100,
    pages: [{ id: first.id, completed_count: 2, stopped_count: 0 }],
  });
});

it('A course without pages or members has statistics', async () => {
  const course = await newCourse(owner, space);
  const empty = { page_count: 0, member_count: 4, started_count: 0, finished_count: 0, average_progress: 0 };
  expect(await statisticsOf(owner, course)).toEqual({ ...empty, pages: [] });
  expect(await namesOf(course, 'finished')).toEqual([]);
  expect(await namesOf(course, 'not_started')).toHaveLength(4);
});

it('Members are listed by how far they are, the latest first', async () => {
  const { course, first, inFolder } = await newTakenCourse();
  const [, ben] = learners;
  expect((await list(owner, course, 'finished')).learners).toEqual([
    {
      person: expect.objectContaining({ full_name: 'Ada Tester' }),
      completed_count: 2,
      progress: 100,
      joined_at: expect.any(String),
      last_completed_at: expect.any(String),
      last_page_id: inFolder.id,
    },
  ]);
  const { learners: started } = await list(owner, course, 'in_progress');
  expect(
    started.map(({ person, progress, last_page_id }) => [person.full_name, progress, last_page_id]),
  ).toEqual([
    ['=Cleo, "the quick" Tester', 50, first.id],
    ['Ben Tester', 50, inFolder.id],
  ]);
  expect(await namesOf(course, 'not_started')).toEqual(['Dan Tester']);

  await complete(ben as TestPerson, inFolder, false);
  expect(await namesOf(course, 'not_started')).toEqual(['Dan Tester', 'Ben Tester']);
  // Admins and people who left aren't learners.
  const other = await newMember(server, space, 'Eve');
  await complete(other, first);
  expect(await namesOf(course, 'in_progress')).toEqual(['Eve Tester', '=Cleo, "the quick" Tester']);
  await setRole(server, space.id, other.user.id, 'admin');
  expect(await namesOf(course, 'in_progress')).toEqual(['=Cleo, "the quick" Tester']);
  await setRole(server, space.id, other.user.id, 'member');
  await other.call('leave_space', { space_id: space.id });
  expect(await namesOf(course, 'in_progress')).toEqual(['=Cleo, "the quick" Tester']);
});

it('Long lists come in pages without a gap or a repetition', async () => {
  const crowd = await newSpace(owner);
  const course = await newCourse(owner, crowd);
  const pages = await newPagesBySql(server, course.id, 2);
  const people = await newPeopleBySql(server, 120);
  const ids = people.map(({ user }) => user.id);
  await sql`insert into space_members (id, space_id, user_id)
    select uuidv7(), ${crowd.id}::uuid, id from unnest(${ids}::uuid[]) id`.execute(server.db);
  await completeBySql(server, { user_id: ids.slice(0, 60), course_id: course.id }, pages.slice(0, 1));
  for (const state of ['in_progress', 'not_started'] as const) {
    const seen: string[] = [];
    for (let cursor: string | undefined, isMore = true; isMore; ) {
      const page = await list(owner, course, state, cursor);
      seen.push(...page.learners.map(({ person }) => person.id));
      isMore = page.next_cursor !== null;
      cursor = page.next_cursor ?? undefined;
    }
    expect(seen).toHaveLength(60);
    expect(new Set(seen).size).toBe(60);
  }
  const { next_cursor } = await list(owner, course, 'in_progress');
  const wrong = list(owner, course, 'not_started', next_cursor ?? '');
  expect(await outcomeOf(wrong)).toBe('invalid_cursor');
});

const fileOf = (course: { id: string }) => `/api/courses/${course.id}/learners.csv`;

it('The file has the name of the course in any script', async () => {
  const bread = await newCourse(owner, space, { title: 'Хлеб' });
  const { headers } = await owner.fetch(fileOf(bread));
  expect(headers.get('content-disposition')).toBe(
    `attachment; filename="____.csv"; filename*=UTF-8''${encodeURIComponent('хлеб')}.csv`,
  );
});

it('The file has all members, and nothing that a spreadsheet would run', async () => {
  const { course } = await newTakenCourse();
  const response = await owner.fetch(fileOf(course));
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="taken(-\d+)?\.csv"; /);
  const [head, ...rows] = new TextDecoder('utf-8', { ignoreBOM: true })
    .decode(await response.arrayBuffer())
    .trimEnd()
    .split('\r\n');
  expect(head).toBe('\uFEFFName,State,Pages done,Progress in percent,Last page done,Member since');
  expect(rows.map((row) => row.replace(/,\d{4}-.*$/, ''))).toEqual([
    '"\'=Cleo, ""the quick"" Tester",In progress,1,50',
    'Ben Tester,In progress,1,50',
    'Ada Tester,Finished,2,100',
    expect.stringMatching(/^Dan Tester,Not started,0,0,/),
  ]);
});

it('Nobody is missing or read twice when a file is read in several parts', async () => {
  const { course } = await newTakenCourse();
  const names: string[] = [];
  const counted = { id: course.id, space_id: space.id, editor_id: owner.user.id };
  for await (const { person } of readAllLearners(server.db, counted, 1)) names.push(person.full_name);
  expect(names.toSorted()).toEqual(learners.map(({ user }) => user.full_name).toSorted());
});

it('Nobody but editors sees the progress of others', async () => {
  const { course } = await newTakenCourse();
  const [member] = learners as [TestPerson];
  const refused = async (person: TestPerson, target: { id: string }) => [
    await outcomeOf(statisticsOf(person, target)),
    await outcomeOf(list(person, target, 'finished')),
  ];
  expect(await refused(member, course)).toEqual(['not_allowed', 'not_allowed']);
  await expectError(await member.fetch(fileOf(course)), 'not_allowed');
  await expectError(await server.client().fetch(fileOf(course)), 'authentication_required');
  await expectError(await owner.fetch(fileOf({ id: 'nonsense' })), 'course_not_found');

  // A draft doesn't exist for others, nor does a course of a private space.
  await owner.call('update_course', { course_id: course.id, is_published: false });
  expect(await refused(member, course)).toEqual(['course_not_found', 'course_not_found']);
  await expectError(await member.fetch(fileOf(course)), 'course_not_found');
  const stranger = await newPerson(server);
  const hidden = await newSpace(owner, { is_private: true });
  const secret = await newCourse(owner, hidden);
  await expectError(await stranger.fetch(fileOf(secret)), 'course_not_found');

  // A creator who isn't an admin anymore sees it, until they leave.
  const creator = await newMember(server, space, 'Cory');
  await setRole(server, space.id, creator.user.id, 'admin');
  const own = await newCourse(creator, space);
  await setRole(server, space.id, creator.user.id, 'member');
  expect((await statisticsOf(creator, own)).page_count).toBe(0);
  await creator.call('leave_space', { space_id: space.id });
  expect(await outcomeOf(statisticsOf(creator, own))).toBe('membership_required');
  await expectError(await creator.fetch(fileOf(own)), 'not_allowed');
});
