import { beforeAll, expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { newId } from '#server/platform/ids.ts';
import { countQueries } from '#testing/count-queries.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { completeBySql, newCoursesBySql, newPagesBySql, readCourse } from '#testing/samples/courses.ts';
import { sharedServer } from '#testing/server.ts';

const server = sharedServer({ runsJobs: false });
let owner: TestPerson;
let member: TestPerson;

beforeAll(async () => {
  owner = await newPerson(server);
});

async function newSpaceWithCourses(count: number): Promise<{ space: Space; ids: string[] }> {
  const space = await newSpace(owner);
  member = await newMember(server, space);
  return { space, ids: await newCoursesBySql(server, space.id, owner.user.id, count) };
}

/** Gives the trees of courses another version, as writes do. */
const changeTrees = async (ids: string[]) =>
  await server.db.updateTable('courses').set({ tree_version: newId() }).where('id', 'in', ids).execute();

it.each(['member', 'owner'])(
  'The list of courses needs as many statements for 1,000 as for 10: %s',
  async (who) => {
    const counts = [];
    for (const count of [10, 1000]) {
      const { space } = await newSpaceWithCourses(count);
      const person = who === 'owner' ? owner : member;
      const read = () => person.call('list_courses', { space_id: space.id });
      expect((await read()).courses).toHaveLength(Math.min(count, 50));
      counts.push(await countQueries(read));
    }
    expect(counts[1]).toBe(counts[0]);
    expect(counts[0]).toBeLessThanOrEqual(3);
  },
);

it.each(['member', 'owner'])(
  'A course needs as many statements with 5,000 pages as with 50: %s',
  async (who) => {
    const counts = [];
    for (const count of [50, 5000]) {
      const { space, ids } = await newSpaceWithCourses(1);
      await newPagesBySql(server, ids[0] ?? '', count);
      const person = who === 'owner' ? owner : member;
      const read = () => readCourse(person, space, ids[0] ?? '');
      const first = await countQueries(async () => expect((await read()).pages).toHaveLength(count));
      counts.push([first, await countQueries(read)]);
    }
    expect(counts[1]).toEqual(counts[0]);
    // The tree is read once.
    expect(counts[0]).toEqual([5, 2]);
  },
);

it('What someone has done of courses is read once, for a course and for the list', async () => {
  const { space, ids } = await newSpaceWithCourses(3);
  const [course_id = ''] = ids;
  const pages = await newPagesBySql(server, course_id, 200);
  const reads = [
    () => readCourse(member, space, course_id),
    () => member.call('list_courses', { space_id: space.id }),
  ];
  const count = async () => {
    const counts = [];
    for (const read of reads) counts.push(await countQueries(read), await countQueries(read));
    return counts;
  };
  await count();
  expect(await count()).toEqual([2, 2, 2, 2]);
  await completeBySql(server, { user_id: member.user.id, course_id }, pages.slice(0, 150));
  expect(await count()).toEqual([3, 2, 3, 2]);
  await member.call('set_page_completion', { page_id: pages[0] ?? '', completed: false });
  expect(await count()).toEqual([3, 2, 3, 2]);
});

it('Moving and marking a page need as many statements with 5,000 pages as with 50', async () => {
  const counts = [];
  for (const count of [50, 5000]) {
    const { ids } = await newSpaceWithCourses(1);
    const pages = await newPagesBySql(server, ids[0] ?? '', count);
    const [page_id = '', after_id = ''] = [pages.at(-1), pages[0]];
    counts.push([
      await countQueries(() => owner.call('move_course_page', { page_id, folder_id: null, after_id })),
      await countQueries(() => member.call('set_page_completion', { page_id, completed: true })),
    ]);
  }
  expect(counts[1]).toEqual(counts[0]);
});

it('Locks need one statement more, however many items have rules', async () => {
  const { space, ids } = await newSpaceWithCourses(40);
  const [course = ''] = ids;
  const pages = await newPagesBySql(server, course, 200);
  const read = [
    () => member.call('list_courses', { space_id: space.id }),
    () => readCourse(member, space, course),
    () => member.call('search_course', { course_id: course, search: 'text' }),
    () => owner.call('list_course_access', { course_id: course, item_kind: 'course', item_id: course }),
  ];
  const count = async () => {
    const counts = [];
    for (const one of read) counts.push(await countQueries(one));
    return counts;
  };
  await count();
  const before = await count();
  const rules = JSON.stringify([
    { kind: 'level', level: 4 },
    { kind: 'prerequisite', target: { kind: 'page', id: pages[0] } },
  ]);
  const rule = { space_id: space.id, match: 'all', rules, updated_at: new Date().toISOString() };
  await server.db
    .insertInto('access_rules')
    .values([
      ...ids.map((course_id) => ({ ...rule, course_id })),
      ...pages.map((page_id) => ({ ...rule, course_id: course, page_id })),
    ])
    .execute();
  await changeTrees(ids);
  const [list = 0, tree = 0, search = 0, table = 0] = before;
  await count();
  expect(await count()).toEqual([list + 1, tree + 1, search + 1, table + 1]);
  const { pages: shown } = await readCourse(member, space, course);
  expect(shown.every(({ lock }) => lock !== null)).toBe(true);
});
