import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Api } from '#contract/api.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import type { EndpointInput } from '#contract/schema/endpoint.ts';
import { setClockOffset } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { publishedEvents } from '#testing/published-events.ts';
import { outcomeOf } from '#testing/responses.ts';
import {
  type AccessItemInput,
  accessBy,
  newTree as newTreeIn,
  ofCourse,
  ofFolder,
  ofPage,
  openPage,
  setPoints,
} from '#testing/samples/course-access.ts';
import { newCourse, newPage } from '#testing/samples/courses.ts';
import { newUpload } from '#testing/samples/images.ts';
import { sharedServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';

const server = sharedServer();
const day = 24 * 60 * 60 * 1000;
let owner: TestPerson;
let member: TestPerson;
let stranger: TestPerson;
let space: Space;

beforeAll(async () => {
  [owner, stranger] = [await newPerson(server), await newPerson(server)];
  space = await newSpace(owner);
  member = await newMember(server, space);
});
afterEach(() => setClockOffset(0));

const { setRules, give } = accessBy(() => owner);
const setLevel = (person: TestPerson, points: number) => setPoints(server, space, person, points);
const newTree = (content?: string) => newTreeIn(owner, space, content);
describe('Access by hand', () => {
  it('is given to all who meet a filter and taken back as a whole, but not from those who had it before', async () => {
    const { course, page } = await newTree();
    const [high, low, early] = [
      await newMember(server, space),
      await newMember(server, space),
      await newMember(server, space),
    ];
    for (const person of [high, early]) await setLevel(person, 20);
    await setRules(ofCourse(course), [{ kind: 'purchase' }]);
    await give(ofCourse(course), early);
    const client_id = newId();
    const toMany = () =>
      owner.call('give_course_access', {
        ...ofCourse(course),
        client_id,
        to: { min_level: 3, min_days: 0 },
      });
    expect([(await toMany()).given_count, (await toMany()).given_count]).toEqual([1, 0]);
    const outcomes = async () =>
      await Promise.all([high, low, early].map((person) => openPage(person, page)));
    expect(await outcomes()).toEqual(['done', 'page_locked', 'done']);
    const taken = await owner.call('take_course_access', { ...ofCourse(course), from: { client_id } });
    expect(taken.taken_count).toBe(1);
    expect(await outcomes()).toEqual(['page_locked', 'page_locked', 'done']);
    const from = { user_id: early.user.id };
    await owner.call('take_course_access', { ...ofCourse(course), from });
    expect(await outcomes()).toEqual(['page_locked', 'page_locked', 'page_locked']);
  });

  it('cannot be given to someone who is no member, or for what is not in the course', async () => {
    const [{ course }, other] = [await newTree(), await newTree()];
    expect(await outcomeOf(give(ofCourse(course), stranger))).toBe('member_not_found');
    const wrong = { ...ofPage(other.page), course_id: course.id };
    expect(await outcomeOf(give(wrong, member))).toBe('page_not_found');
    expect(await outcomeOf(setRules({ ...ofFolder(course, other.folder) }, []))).toBe('folder_not_found');
    const list = owner.call('list_course_access', wrong);
    expect(await outcomeOf(list)).toBe('page_not_found');
  });

  it('is told to the one member whom it concerns', async () => {
    const { course } = await newTree();
    const events = async () => {
      const found = await publishedEvents(server, `user:${member.user.id}`, 'course.tree_changed');
      return found.filter(({ course_id }) => course_id === course.id).length;
    };
    await give(ofCourse(course), member);
    expect(await events()).toBe(1);
    await give(ofCourse(course), member);
    expect(await events()).toBe(1);
  });

  it('to a draft, and its rules, are told to editors only', async () => {
    const course = await newCourse(owner, space);
    const draft = await newPage(owner, course, { is_published: false });
    const events = async (channel: string) => {
      const found = await publishedEvents(server, channel, 'course.tree_changed');
      return found.filter(({ course_id }) => course_id === course.id).length;
    };
    const before = await events(`space:${space.id}`);
    await setRules(ofPage(draft), [{ kind: 'grant' }]);
    await give(ofPage(draft), member);
    expect(await events(`space:${space.id}`)).toBe(before);
    expect(await events(`user:${member.user.id}`)).toBe(0);
    expect(await events(`user:${owner.user.id}`)).toBe(3);
  });
});

describe('The table of who can open an item', () => {
  it('says for each member since when, or when and why not', async () => {
    const { course, page } = await newTree();
    const paid = await newMember(server, space);
    await setRules(ofCourse(course), [{ kind: 'days', days: 2 }]);
    await setRules(ofPage(page), [{ kind: 'purchase' }]);
    await give(ofPage(page), paid);
    const row = async (item: AccessItemInput, person: TestPerson) => {
      const { members } = await owner.call('list_course_access', item);
      expect(members.some(({ person: { id } }) => id === owner.user.id)).toBe(false);
      return members.find(({ person: { id } }) => id === person.user.id);
    };
    expect(await row(ofPage(page), paid)).toMatchObject({
      is_open: false,
      at: new Date(Date.parse((await row(ofCourse(course), paid))?.joined_at ?? '') + 2 * day).toISOString(),
      granted_at: expect.any(String),
      locked_by: [{ item: { kind: 'course', id: course.id } }],
    });
    expect((await row(ofPage(page), member))?.locked_by.map(({ item }) => item.kind)).toEqual([
      'course',
      'page',
    ]);
    expect(await row(ofPage(page), member)).toMatchObject({ is_open: false, at: null, granted_at: null });
    setClockOffset(2 * day + 5_000);
    expect(await row(ofPage(page), paid)).toMatchObject({ is_open: true, locked_by: [] });
    expect((await row(ofPage(page), member))?.is_open).toBe(false);
  });

  it('agrees with what each member can open', async () => {
    const { course, folder, page } = await newTree();
    await setRules(ofCourse(course), [{ kind: 'level', level: 2 }, { kind: 'grant' }], 'any');
    await setRules(ofFolder(course, folder), [{ kind: 'date', at: '2020-01-01T00:00:00.000Z' }]);
    const { members } = await owner.call('list_course_access', ofPage(page));
    const stated = members.find(({ person }) => person.id === member.user.id);
    expect(stated?.is_open).toBe((await openPage(member, page)) === 'done');
    expect(members.length).toBeGreaterThan(1);
  });
});

it('The excerpt of a match begins with a whole word', async () => {
  const text = `${'Knead the dough again and again. '.repeat(6)}Proof it in a basket.`;
  const { course } = await newTree(`<p>${text}</p>`);
  const { results } = await member.call('search_course', { course_id: course.id, search: 'basket' });
  expect(results[0]?.excerpt).toMatch(/^… (dough|again|and|the|Knead) .*Proof it in a basket\.$/);
});

describe('The preview', () => {
  it('shows the locks of a member of a level, with or without access, payment and prerequisites', async () => {
    const [{ course, folder, page }, before] = [await newTree(), await newTree()];
    await setRules(ofCourse(course), [{ kind: 'level', level: 4 }]);
    await setRules(ofFolder(course, folder), [{ kind: 'plan', plan: 'paid' }]);
    await setRules(ofPage(page), [
      { kind: 'days', days: 5 },
      { kind: 'prerequisite', target: { kind: 'page', id: before.page.id } },
    ]);
    const none = {
      level: 1,
      days: 0,
      is_paying: 'false',
      is_granted: 'false',
      has_completed: 'false',
    } as const;
    type Supposed = Partial<EndpointInput<Api['preview_course_access']>>;
    const locked = async (fields: Supposed) => {
      const { items } = await owner.call('preview_course_access', {
        course_id: course.id,
        ...none,
        ...fields,
      });
      return items.filter(({ lock }) => lock !== null).map(({ item }) => item.kind);
    };
    expect(await locked({})).toEqual(['course', 'folder', 'page']);
    expect(await locked({ level: 4 })).toEqual(['folder', 'page']);
    expect(await locked({ level: 9, is_paying: 'true', days: 5 })).toEqual(['page']);
    expect(await locked({ level: 4, is_paying: 'true', days: 5, has_completed: 'true' })).toEqual([]);
    expect(await locked({ is_granted: 'true' })).toEqual([]);
  });
});

describe('A creator who loses their role', () => {
  it('cannot edit, see drafts or restore anymore, and counts as a learner', async () => {
    const admin = await newMember(server, space, 'Creator');
    await setRole(server, space.id, admin.user.id, 'admin');
    const course = await newCourse(admin, space);
    const draft = await newPage(admin, course, { is_published: false });
    await owner.call('delete_course', { course_id: course.id });
    await owner.call('set_member_role', { space_id: space.id, user_id: admin.user.id, role: 'member' });
    const restore = admin.call('restore_course', { course_id: course.id });
    expect(await outcomeOf(restore)).toBe('course_not_found');
    await owner.call('restore_course', { course_id: course.id });
    expect(await openPage(admin, draft)).toBe('page_not_found');
    const update = admin.call('update_course', { course_id: course.id, title: 'Mine' });
    expect(await outcomeOf(update)).toBe('not_allowed');
    const { statistics } = await owner.call('get_course_statistics', { course_id: course.id });
    const { count } = await server.db
      .selectFrom('space_members')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('space_id', '=', space.id)
      .where('role', '=', 'member')
      .executeTakeFirstOrThrow();
    expect(statistics.member_count).toBe(count);
  });

  it('by leaving does not get the course back when they return', async () => {
    const admin = await newMember(server, space, 'Creator');
    await setRole(server, space.id, admin.user.id, 'admin');
    const course = await newCourse(admin, space);
    await admin.call('leave_space', { space_id: space.id });
    await admin.call('public_join_space', { space_id: space.id });
    const update = admin.call('update_course', { course_id: course.id, title: 'Mine' });
    expect(await outcomeOf(update)).toBe('not_allowed');
  });
});

it('Images and covers of a classroom that is turned off are not served to members', async () => {
  const [image, cover] = [
    await newUpload(owner, { purpose: 'course_image', space_id: space.id }),
    await newUpload(owner, { purpose: 'course_cover', space_id: space.id }),
  ];
  const course = await newCourse(owner, space, { cover_upload_id: cover.id });
  await newPage(owner, course, { content: `<p><img src="${image.url}"></p>` });
  const statuses = async () => [
    (await member.fetch(image.url)).status,
    (await member.fetch(cover.url)).status,
  ];
  const turn = (feature_classroom_enabled: boolean) =>
    server.db.updateTable('spaces').set({ feature_classroom_enabled }).where('id', '=', space.id).execute();
  expect(await statuses()).toEqual([200, 200]);
  await turn(false);
  expect(await statuses()).toEqual([404, 404]);
  await turn(true);
});

it('A copy is refused if its client id was used for another page', async () => {
  const course = await newCourse(owner, space);
  const [first, second] = [await newPage(owner, course), await newPage(owner, course)];
  const client_id = newId();
  const copy = (page_id: string) => owner.call('duplicate_course_page', { page_id, client_id });
  const { page } = await copy(first.id);
  expect((await copy(first.id)).page.id).toBe(page.id);
  expect(await outcomeOf(copy(second.id))).toBe('client_id_used');
});

it('Courses named by emoji alone have addresses of their own', async () => {
  const courses = await Promise.all([1, 2].map(() => newCourse(owner, space, { title: '🍞🥖' })));
  expect(new Set(courses.map(({ slug, short_id }) => slug.replace(`-${short_id}`, '')))).toEqual(
    new Set(['course']),
  );
  expect(new Set(courses.map(({ slug }) => slug)).size).toBe(2);
});
