import { beforeAll, expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { outcomeOf } from '#testing/responses.ts';
import { accessBy, newTree, ofCourse, ofPage } from '#testing/samples/course-access.ts';
import { sharedServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';
import { listPageReaders } from './list-page-readers.ts';

const server = sharedServer({ runsJobs: false });
let people: TestPerson[];
let owner: TestPerson;
let granted: TestPerson;
let done: TestPerson;
let space: Space;

beforeAll(async () => {
  owner = await newPerson(server, 'Olive');
  space = await newSpace(owner);
  const admin = await newMember(server, space);
  await setRole(server, space.id, admin.user.id, 'admin');
  [granted, done] = [await newMember(server, space), await newMember(server, space)];
  const former = await newMember(server, space);
  await former.call('leave_space', { space_id: space.id });
  people = [owner, admin, granted, done, await newMember(server, space), former, await newPerson(server)];
});

type Tree = Awaited<ReturnType<typeof newTree>>;
const { setRules, give } = accessBy(() => owner);

it.each<[string, (tree: Tree) => Promise<unknown>, number]>([
  ['a page without rules', async () => {}, 5],
  ['a draft', ({ page }) => owner.call('update_course_page', { page_id: page.id, is_published: false }), 2],
  [
    'a page of a draft',
    ({ course }) => owner.call('update_course', { course_id: course.id, is_published: false }),
    2,
  ],
  ['a page with a rule', ({ page }) => setRules(ofPage(page), [{ kind: 'grant' }]), 4],
  [
    'a page of a course with a rule',
    ({ course }) => setRules(ofCourse(course), [{ kind: 'level', level: 5 }]),
    3,
  ],
  ['a deleted page', ({ page }) => owner.call('delete_course_page', { page_id: page.id }), 0],
])('Those who can open %s are found for many as for one', async (_what, change, expected) => {
  const tree = await newTree(owner, space);
  const { page } = tree;
  await done.call('set_page_completion', { page_id: page.id, completed: true });
  await setRules(ofPage(page), [{ kind: 'grant' }]);
  await give(ofPage(page), granted);
  await setRules(ofPage(page), []);
  await change(tree);
  const ids = people.map(({ user }) => user.id);
  const found = await listPageReaders(server.db, page.id, [...ids, ...ids]);
  const one = async (person: TestPerson) =>
    (await outcomeOf(person.call('list_comments', { post_id: page.id }))) === 'done';
  const members = people.slice(0, 5);
  const open = (
    await Promise.all(members.map(async (person) => ((await one(person)) ? [person.user.id] : [])))
  ).flat();
  expect(found.toSorted()).toEqual(open.toSorted());
  expect(found).toHaveLength(expected);
});
