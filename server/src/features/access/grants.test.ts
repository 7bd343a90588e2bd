import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AccessRule } from '#contract/features/access/access.ts';
import type { Course, CoursePage } from '#contract/features/courses/courses.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { nowIso, setClockOffset } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { setPoints } from '#testing/samples/course-access.ts';
import { newCourse, newPage } from '#testing/samples/courses.ts';
import { sharedServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';
import { type deleteGrants, listRuledItems } from './access.queries.ts';
import { grants } from './give-grants.ts';
import { factsFor, listLocks, listPrerequisiteTitles } from './list-locks.ts';
import { readMemberAccess } from './read-member-access.ts';
import type { NamedItem } from './record-access.ts';
import { saveAccess } from './save-access.ts';

const server = sharedServer();
const day = 24 * 60 * 60 * 1000;
let owner: TestPerson;
let space: Space;
let course: Course;
let page: CoursePage;
/** Members of increasing levels, and an admin. */
let beginner: TestPerson;
let expert: TestPerson;
let admin: TestPerson;

beforeAll(async () => {
  owner = await newPerson(server);
  space = await newSpace(owner);
  [beginner, expert, admin] = [
    await newMember(server, space),
    await newMember(server, space),
    await newMember(server, space),
  ];
  await setRole(server, space.id, admin.user.id, 'admin');
  for (const person of [expert, admin]) await setPoints(server, space, person, 20);
  course = await newCourse(owner, space);
  page = await newPage(owner, course);
});
afterEach(() => setClockOffset(0));

/** Returns the code with which something was refused. */
const refusalOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );

const courseItem = (): NamedItem => ({
  title: 'A course',
  space_id: space.id,
  course_id: course.id,
  folder_id: null,
  page_id: null,
});
const pageItem = (): NamedItem => ({ ...courseItem(), page_id: page.id });
const give = (
  to: Parameters<typeof grants.give>[1]['to'],
  { item = courseItem(), client_id = newId() }: { item?: NamedItem; client_id?: string } = {},
) =>
  server.db
    .transaction()
    .execute((tx) => grants.give(tx, { item, to, client_id, granted_by: owner.user.id, at: nowIso() }));
const take = (from: Parameters<typeof deleteGrants>[2], item = courseItem()) =>
  server.db.transaction().execute((tx) => grants.take(tx, { item, from, taken_by: owner.user.id }));
const locksOf = async (person: TestPerson | null, items: Parameters<typeof listLocks>[2]) => [
  ...(await listLocks(server.db, { space_id: space.id, user_id: person?.user.id ?? null }, items)).keys(),
];
const granted = { match: 'all', rules: [{ kind: 'grant' }] } as const;
const ruled = (id: string) => ({ id, access: { match: granted.match, rules: [...granted.rules] } });

describe('The audit log', () => {
  const logged = async () => {
    const { actions } = await owner.call('list_audit_log', { space_id: space.id });
    return actions
      .filter(({ action }) => action.startsWith('access_'))
      .map(({ action, actor, target, details }) => [action, actor?.id, target?.id, details])
      .toReversed();
  };
  const limit = (rules: AccessRule[]) =>
    server.db
      .transaction()
      .execute((tx) => saveAccess(tx, pageItem(), { match: 'all', rules }, owner.user.id));

  it('has other rules and access by hand, and nothing that changes nothing', async () => {
    for (const rules of [[], [{ kind: 'grant' as const }], [{ kind: 'grant' as const }], []])
      await limit(rules);
    const client_id = newId();
    for (let n = 0; n < 2; n += 1) {
      await give({ user_id: beginner.user.id }, { item: pageItem() });
      await give({ min_level: 1, min_days: 0 }, { item: pageItem(), client_id });
    }
    for (let n = 0; n < 2; n += 1) {
      await take({ user_id: beginner.user.id }, pageItem());
      await take({ client_id }, pageItem());
    }
    const name = { name: 'A course' };
    const many = { ...name, count: '1' };
    const by = owner.user.id;
    expect(await logged()).toEqual([
      ['access_limited', by, undefined, name],
      ['access_opened', by, undefined, name],
      ['access_given', by, beginner.user.id, name],
      ['access_given', by, undefined, many],
      ['access_taken', by, beginner.user.id, name],
      ['access_taken', by, undefined, many],
    ]);
  });
});

describe('Access by hand', () => {
  it('is for one item and one member, and is given once', async () => {
    expect(await give({ user_id: beginner.user.id })).toEqual([beginner.user.id]);
    expect(await give({ user_id: beginner.user.id })).toEqual([]);
    const items = [ruled(course.id), ruled(page.id)];
    expect(await locksOf(beginner, items)).toEqual([page.id]);
    expect(await locksOf(expert, items)).toEqual([course.id, page.id]);
    expect(await locksOf(null, items)).toEqual([course.id, page.id]);
    expect(await take({ user_id: beginner.user.id }, pageItem())).toEqual([]);
    expect(await take({ user_id: beginner.user.id })).toEqual([beginner.user.id]);
    expect(await locksOf(beginner, items)).toEqual([course.id, page.id]);
  });

  it('is not for people who are no members', async () => {
    const stranger = await newPerson(server);
    expect(await refusalOf(give({ user_id: stranger.user.id }))).toBe('member_not_found');
    const former = await newMember(server, space);
    await former.call('leave_space', { space_id: space.id });
    expect(await refusalOf(give({ user_id: former.user.id }))).toBe('member_not_found');
    const other = await newMember(server, await newSpace(owner));
    expect(await refusalOf(give({ user_id: other.user.id }))).toBe('member_not_found');
  });

  it('is given to all members of a level and an age, and taken back as one', async () => {
    expect(await give({ min_level: 3, min_days: 1 })).toEqual([]);
    setClockOffset(day + 5_000);
    const [client_id, another] = [newId(), newId()];
    expect(await give({ min_level: 3, min_days: 1 }, { client_id })).toEqual([expert.user.id]);
    const all = await give({ min_level: 1, min_days: 0 }, { client_id: another });
    expect(all).toContain(beginner.user.id);
    for (const person of [expert, admin, owner]) expect(all).not.toContain(person.user.id);
    expect(await take({ client_id })).toEqual([expert.user.id]);
    expect((await take({ client_id: another })).toSorted()).toEqual(all.toSorted());
    expect(await take({ client_id: another })).toEqual([]);
  });
});

describe('Rules', () => {
  const save = (item: NamedItem, access: Parameters<typeof saveAccess>[2]) =>
    server.db.transaction().execute((tx) => saveAccess(tx, item, access, owner.user.id));

  it('are stored in place of the earlier ones, and deleted if there are none', async () => {
    await save(courseItem(), { match: 'all', rules: [{ kind: 'purchase' }] });
    await save(courseItem(), { match: 'any', rules: [{ kind: 'level', level: 2 }] });
    await save(pageItem(), { match: 'all', rules: [{ kind: 'grant' }] });
    const stored = await listRuledItems(server.db, { course_id: course.id });
    expect(stored.toSorted((a, b) => (a.id === course.id ? -1 : b.id === course.id ? 1 : 0))).toEqual([
      { id: course.id, access: { match: 'any', rules: [{ kind: 'level', level: 2 }] } },
      { id: page.id, access: { match: 'all', rules: [{ kind: 'grant' }] } },
    ]);
    for (const item of [courseItem(), pageItem()]) await save(item, { match: 'all', rules: [] });
    expect(await listRuledItems(server.db, { course_id: course.id })).toEqual([]);
  });

  it('name prerequisites that exist, and nothing that depends on them', async () => {
    const needs = (kind: 'course' | 'page', id: string) => ({
      match: 'all' as const,
      rules: [{ kind: 'prerequisite' as const, target: { kind, id } }],
    });
    expect(await refusalOf(save(pageItem(), needs('page', newId())))).toBe('prerequisite_not_found');
    expect(await refusalOf(save(pageItem(), needs('course', page.id)))).toBe('prerequisite_not_found');
    expect(await refusalOf(save(pageItem(), needs('page', page.id)))).toBe('prerequisite_cycle');
    expect(await listRuledItems(server.db, { course_id: course.id })).toEqual([]);
    const first = await newCourse(owner, space, { title: 'Flour' });
    await save(pageItem(), needs('course', first.id));
    const items = await listRuledItems(server.db, { course_id: course.id });
    expect(await listPrerequisiteTitles(server.db, space.id, items)).toEqual({ [first.id]: 'Flour' });
    expect(await listPrerequisiteTitles(server.db, space.id, [ruled(page.id)])).toEqual({});
    await save(pageItem(), { match: 'all', rules: [] });
  });

  it('say what must be known to check them, each thing once', () => {
    const target = (kind: 'course' | 'page', id: string) => ({
      kind: 'prerequisite' as const,
      target: { kind, id },
    });
    const rules = [
      target('page', 'p'),
      target('page', 'p'),
      target('course', 'c'),
      { kind: 'grant' as const },
    ];
    const facts = factsFor([
      { id: 'a', access: { match: 'all', rules } },
      { id: 'b', access: null },
    ]);
    expect(facts).toEqual({ item_ids: ['a'], page_ids: ['p'], course_ids: ['c'] });
  });
});

describe('What members can open', () => {
  it('is listed for ordinary members, the newest first, page by page', async () => {
    await give({ user_id: beginner.user.id }, { item: pageItem() });
    const items = [ruled(course.id), { id: page.id, access: null }];
    const read = (after: { at: string; id: string } | null, limit = 50) =>
      readMemberAccess(server.db, space.id, items, { after, limit });
    const all = await read(null);
    const ids = all.map(({ user_id }) => user_id);
    expect(ids).toEqual(expect.arrayContaining([beginner.user.id, expert.user.id]));
    for (const person of [owner, admin]) expect(ids).not.toContain(person.user.id);
    expect(all.map(({ joined_at }) => joined_at)).toEqual(
      all
        .map(({ joined_at }) => joined_at)
        .toSorted()
        .reverse(),
    );
    const [first, second] = [await read(null, 1), await read(null, 2)];
    expect(first.map(({ user_id }) => user_id)).toEqual(ids.slice(0, 1));
    const { user_id: id = '', joined_at: at = '' } = first[0] ?? {};
    expect((await read({ at, id }, 1)).map(({ user_id }) => user_id)).toEqual(ids.slice(1, 2));
    expect(second).toHaveLength(2);
    const row = all.find(({ user_id }) => user_id === beginner.user.id);
    expect(row?.states.map(({ is_open }) => is_open)).toEqual([false, true]);
    expect(row?.facts).toMatchObject({ level: 1, is_paid: false, joined_at: row?.joined_at });
    expect([...(row?.facts.granted.keys() ?? [])]).toEqual([page.id]);
    expect(all.find(({ user_id }) => user_id === expert.user.id)?.facts.level).toBe(3);
  });
});
