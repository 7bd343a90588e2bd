import { beforeAll, describe, expect, it } from 'vitest';
import type { Course } from '#contract/features/courses/courses.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { newId } from '#server/platform/ids.ts';
import { conflictRetries } from '#server/platform/unavailable.ts';
import { newNeighbors } from '#testing/neighbors.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { publishedEvents } from '#testing/published-events.ts';
import { outcomeOf } from '#testing/responses.ts';
import { newCourse, newCoursesBySql, newFolder, newPage, readCourse } from '#testing/samples/courses.ts';
import { newUpload } from '#testing/samples/images.ts';
import { sharedServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';

const server = sharedServer();
let owner: TestPerson;
let admin: TestPerson;
let member: TestPerson;
let space: Space;
/** A course of another space, which no query may find. */
let elsewhere: Course;

beforeAll(async () => {
  owner = await newPerson(server);
  space = await newSpace(owner);
  [admin, member] = [await newMember(server, space, 'Admin'), await newMember(server, space)];
  await setRole(server, space.id, admin.user.id, 'admin');
  const { other } = await newNeighbors(server, owner, space);
  elsewhere = await newCourse(owner, other.space, { title: 'Elsewhere' });
  await newPage(owner, elsewhere);
});

const titlesFor = async (person: { call: TestPerson['call'] }, { id }: { id: string }) =>
  (await person.call('list_courses', { space_id: id })).courses.map(({ title }) => title);
const get = async (person: { call: TestPerson['call'] }, course: string, { subdomain } = space) =>
  await readCourse(person, { subdomain }, course);
const courseCount = async (id: string) =>
  (await server.db.selectFrom('spaces').select('course_count').where('id', '=', id).executeTakeFirstOrThrow())
    .course_count;

const openedByAll = { lock: null, access: null };

describe('Creating a course', () => {
  it('returns it as everyone then sees it', async () => {
    const cover = await newUpload(admin, { purpose: 'course_cover', space_id: space.id });
    const course = await newCourse(admin, space, {
      title: ' Grain  & light: an intro_duction! ',
      description: ' For beginners ',
      cover_upload_id: cover.id,
    });
    expect(course).toMatchObject({
      title: 'Grain  & light: an intro_duction!',
      slug: 'grain-light-an-intro-duction',
      description: 'For beginners',
      cover: { id: cover.id },
      is_published: true,
      user_id: admin.user.id,
      page_count: 0,
      completed_count: 0,
      progress: 0,
      can_edit: true,
    });
    expect(course.short_id).toMatch(/^[a-z0-9]{8}$/);
    const seen = await get(member, course.slug);
    expect(seen).toMatchObject({ course: { ...course, can_edit: false }, folders: [], pages: [] });
  });

  it('happens once, however often and concurrently it is sent', async () => {
    const input = { space_id: space.id, client_id: newId(), title: 'Once' };
    const responses = await Promise.all(Array.from({ length: 5 }, () => owner.call('create_course', input)));
    expect(new Set(responses.map(({ course }) => course.id)).size).toBe(1);
    await owner.call('delete_course', { course_id: responses[0]?.course.id ?? '' });
    expect(await outcomeOf(owner.call('create_course', input))).toBe('course_not_found');
  });

  it('gives courses with the same title different slugs, up to 100', async () => {
    const other = await newSpace(owner);
    const create = () =>
      owner.call('create_course', { space_id: other.id, client_id: newId(), title: 'Same' });
    const first = await Promise.all([create(), create(), create()]);
    expect(first.map(({ course }) => course.slug).sort()).toEqual(['same', 'same-1', 'same-2']);
    const ids = await newCoursesBySql(server, other.id, owner.user.id, 98);
    for (const [index, id] of ids.entries())
      await server.db
        .updateTable('courses')
        .set({ slug: `same-${index + 3}` })
        .where('id', '=', id)
        .execute();
    expect(await outcomeOf(create())).toBe('course_slug_unavailable');
    await owner.call('delete_course', { course_id: first[0]?.course.id ?? '' });
    expect(await outcomeOf(create())).toBe('course_slug_unavailable');
  });

  it('has a slug without a usable title', async () => {
    expect((await newCourse(owner, space, { title: '!!!' })).slug).toBe('course');
  });

  it.each([
    ['a blank title', { title: '  ' }],
    ['a title of 101 characters', { title: 'x'.repeat(101) }],
    ['a description of 1001 characters', { description: 'x'.repeat(1001) }],
  ])('rejects %s', async (_, fields) => {
    expect(await outcomeOf(newCourse(owner, space, fields))).toBe('invalid_input');
  });

  it('rejects a cover that someone else uploaded, or for something else', async () => {
    const others = await newUpload(owner, { purpose: 'course_cover', space_id: space.id });
    const image = await newUpload(admin, { purpose: 'course_image', space_id: space.id });
    for (const { id } of [others, image])
      expect(await outcomeOf(newCourse(admin, space, { cover_upload_id: id }))).toBe('upload_not_found');
    const course = await newCourse(admin, space);
    for (const { id } of [others, image]) {
      const change = admin.call('update_course', { course_id: course.id, cover_upload_id: id });
      expect(await outcomeOf(change)).toBe('upload_not_found');
    }
  });
});

describe('The list of courses', () => {
  it('has the newest first, until one is moved', async () => {
    const own = await newSpace(owner);
    const reader = await newMember(server, own);
    const courses = [];
    for (const title of ['One', 'Two', 'Three']) courses.push(await newCourse(owner, own, { title }));
    const [one, two, three] = courses as [Course, Course, Course];
    expect(await titlesFor(reader, own)).toEqual(['Three', 'Two', 'One']);
    await owner.call('move_course', { course_id: three.id, after_id: two.id });
    expect(await titlesFor(reader, own)).toEqual(['Two', 'Three', 'One']);
    await owner.call('move_course', { course_id: one.id, after_id: null });
    await owner.call('move_course', { course_id: one.id, after_id: null });
    expect(await titlesFor(reader, own)).toEqual(['One', 'Two', 'Three']);
    const move = { course_id: one.id, after_id: elsewhere.id };
    expect(await outcomeOf(owner.call('move_course', move))).toBe('position_not_found');
    await newCourse(owner, own, { title: 'Four' });
    expect(await titlesFor(reader, own)).toEqual(['Four', 'One', 'Two', 'Three']);
  });

  it('keeps the order when no number is left between two courses', async () => {
    const own = await newSpace(owner);
    const ids = await newCoursesBySql(server, own.id, owner.user.id, 3);
    await server.db.updateTable('courses').set({ position: 7 }).where('space_id', '=', own.id).execute();
    const [first = '', second = '', third = ''] = ids.toReversed();
    await owner.call('move_course', { course_id: third, after_id: first });
    const { courses } = await owner.call('list_courses', { space_id: own.id });
    expect(courses.map(({ id }) => id)).toEqual([first, third, second]);
  });

  it('has pages of 50 that contain each course once', async () => {
    const own = await newSpace(owner);
    const ids = await newCoursesBySql(server, own.id, owner.user.id, 120);
    await server.db
      .updateTable('courses')
      .set({ position: 60.25 })
      .where('id', 'in', ids.slice(40, 70))
      .execute();
    const seen: string[] = [];
    for (let cursor: string | undefined, more = true; more; ) {
      const page = await member.call('list_courses', { space_id: own.id, cursor });
      expect(page.courses.length).toBe(page.next_cursor ? 50 : 20);
      seen.push(...page.courses.map(({ id }) => id));
      more = page.next_cursor !== null;
      cursor = page.next_cursor ?? undefined;
    }
    expect(new Set(seen).size).toBe(120);
    expect(seen).toHaveLength(120);
    expect(seen.slice(0, 40)).toEqual(ids.slice(0, 40));
    const wrong = member.call('list_courses', { space_id: own.id, cursor: 'x' });
    expect(await outcomeOf(wrong)).toBe('invalid_cursor');
  });

  it('can be read by everyone who can read the space, with progress for members', async () => {
    const own = await newSpace(owner);
    await newPage(owner, await newCourse(owner, own));
    const progress = async (person: { call: TestPerson['call'] }) =>
      (await person.call('list_courses', { space_id: own.id })).courses.map((course) => course.progress);
    expect(await progress(server.client())).toEqual([null]);
    expect(await progress(await newPerson(server))).toEqual([null]);
    expect(await progress(await newMember(server, own))).toEqual([0]);
    await owner.call('update_space', { space_id: own.id, is_private: true });
    expect(await outcomeOf(server.client().call('list_courses', { space_id: own.id }))).toBe(
      'space_not_found',
    );
  });
});

describe('A course', () => {
  it('is found by its id, else its short id, else its slug, within its space', async () => {
    const course = await newCourse(owner, space, { title: 'Findable' });
    const other = await newCourse(owner, space, { title: course.short_id });
    expect(other.slug).toBe(course.short_id);
    for (const reference of [course.id, course.id.toUpperCase(), course.short_id, course.slug])
      expect((await get(member, reference)).course.id).toBe(course.id);
    expect((await get(member, other.id)).course.id).toBe(other.id);
    for (const reference of [elsewhere.id, elsewhere.slug, elsewhere.short_id, newId(), 'no-such'])
      expect(await outcomeOf(get(member, reference))).toBe('course_not_found');
    // A draft hides no other course.
    await owner.call('update_course', { course_id: course.id, is_published: false });
    expect((await get(member, course.short_id)).course.id).toBe(other.id);
  });

  it('can be changed, and keeps its address', async () => {
    const course = await newCourse(owner, space, { title: 'Before', description: 'Text' });
    const before = { ...course };
    const { course: after } = await admin.call('update_course', { course_id: course.id, title: 'After' });
    expect(after).toEqual({ ...before, title: 'After', updated_at: after.updated_at });
    const { course: same } = await admin.call('update_course', { course_id: course.id, title: 'After' });
    expect(same).toEqual(after);
    const events = await publishedEvents(server, `space:${space.id}`, 'course.changed');
    expect(events.filter(({ course_id }) => course_id === course.id)).toHaveLength(1);
    const blank = admin.call('update_course', { course_id: course.id, title: ' ' });
    expect(await outcomeOf(blank)).toBe('invalid_input');
  });

  it('is counted in its space while it is published and not deleted', async () => {
    const own = await newSpace(owner);
    const course = await newCourse(owner, own);
    await newCourse(owner, own, { is_published: false });
    const course_id = course.id;
    const counts = [await courseCount(own.id)];
    for (const change of [
      () => owner.call('update_course', { course_id, is_published: false }),
      () => owner.call('update_course', { course_id, is_published: true }),
      () => owner.call('delete_course', { course_id }),
      () => owner.call('delete_course', { course_id }),
      () => owner.call('restore_course', { course_id }),
      () => owner.call('restore_course', { course_id }),
    ]) {
      await change();
      counts.push(await courseCount(own.id));
    }
    expect(counts).toEqual([1, 0, 1, 0, 0, 1, 1]);
    const { space: shown } = await member.call('get_space', { subdomain: own.subdomain });
    expect(shown.course_count).toBe(1);
  });

  it('has folders in their order, the first at 1000, and pages before them', async () => {
    const course = await newCourse(owner, space);
    const [a, b] = [
      await newFolder(owner, course, { title: 'A' }),
      await newFolder(owner, course, { title: 'B' }),
    ];
    const ofA = await newPage(owner, course, { title: 'In A', folder_id: a.id });
    const ofB = await newPage(owner, course, { title: 'In B', folder_id: b.id });
    const root = await newPage(owner, course, { title: 'Root' });
    const tree = await get(member, course.id);
    expect(tree.folders.map(({ title }) => title)).toEqual(['A', 'B']);
    expect(tree.pages.map(({ id }) => id)).toEqual([root.id, ofA.id, ofB.id]);
    expect(tree.course.page_count).toBe(3);
    const rows = await server.db
      .selectFrom('course_folders')
      .select('position')
      .where('course_id', '=', course.id)
      .orderBy('position')
      .execute();
    expect(rows.map(({ position }) => position)).toEqual([1000, 1001]);
    await admin.call('move_course_folder', { folder_id: b.id, after_id: null });
    const moved = await get(member, course.id);
    expect(moved.folders.map(({ title }) => title)).toEqual(['B', 'A']);
    expect(moved.pages.map(({ id }) => id)).toEqual([root.id, ofB.id, ofA.id]);
    const gone = owner.call('move_course_folder', { folder_id: b.id, after_id: newId() });
    expect(await outcomeOf(gone)).toBe('position_not_found');
  });

  it('has each folder once, however often it is sent', async () => {
    const course = await newCourse(owner, space);
    const client_id = newId();
    const [one, two] = await Promise.all([
      newFolder(owner, course, { client_id }),
      newFolder(owner, course, { client_id }),
    ]);
    expect(one).toEqual(two);
    expect((await get(member, course.id)).folders).toEqual([one]);
    await owner.call('delete_course_folder', { folder_id: one.id });
    expect(await outcomeOf(newFolder(owner, course, { client_id }))).toBe('folder_not_found');
    expect(await outcomeOf(newFolder(owner, course, { title: '' }))).toBe('invalid_input');
  });

  it('has folders that can be renamed', async () => {
    const course = await newCourse(owner, space);
    const { id: folder_id } = await newFolder(owner, course, { title: 'Before' });
    const { folder } = await admin.call('update_course_folder', { folder_id, title: 'After' });
    expect(folder).toEqual({ ...openedByAll, id: folder_id, title: 'After', is_published: true });
    expect((await get(member, course.id)).folders).toEqual([folder]);
  });
});

describe('Moves of courses at the same time', () => {
  it('wait for each other, also if each writes all positions', async () => {
    const crowded = await newSpace(owner);
    // In the list, the newest of those with the same position comes first.
    const ids = (await newCoursesBySql(server, crowded.id, owner.user.id, 8)).toReversed();
    await server.db.updateTable('courses').set({ position: 1 }).where('space_id', '=', crowded.id).execute();
    const retries = async () => (await conflictRetries.get()).values[0]?.value ?? 0;
    const before = await retries();
    const [first = '', ...others] = ids;
    const admins = await Promise.all(others.map(() => newMember(server, crowded)));
    for (const { user } of admins) await setRole(server, crowded.id, user.id, 'admin');
    const move = (course_id: string, index: number) =>
      admins[index]?.call('move_course', { course_id, after_id: first });
    for (const moves of [others, others.toReversed()]) await Promise.all(moves.map(move));
    expect(await retries()).toBe(before);
    const { courses } = await owner.call('list_courses', { space_id: crowded.id });
    const at = courses.findIndex(({ id }) => id === first);
    expect(new Set(courses.slice(at + 1).map(({ id }) => id))).toEqual(new Set(others));
  });
});

it.each(['\u200B', '\u3164', '  '])('A title that shows nothing is refused: %j', async (title) => {
  const create = owner.call('create_course', { space_id: space.id, client_id: newId(), title });
  await expect(create).rejects.toMatchObject({ code: 'invalid_input' });
});
