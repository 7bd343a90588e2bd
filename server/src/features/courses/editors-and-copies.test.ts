import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CoursePage } from '#contract/features/courses/courses.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { newId } from '#server/platform/ids.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { outcomeOf } from '#testing/responses.ts';
import { newCourse, newPage } from '#testing/samples/courses.ts';
import { newUpload } from '#testing/samples/images.ts';
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

const openPage = (person: TestPerson, { id }: CoursePage) =>
  outcomeOf(person.call('get_course_page', { page_id: id }));

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

it('The excerpt of a match begins with a whole word', async () => {
  const text = `${'Knead the dough again and again. '.repeat(6)}Proof it in a basket.`;
  const course = await newCourse(owner, space);
  await newPage(owner, course, { content: `<p>${text}</p>` });
  const { results } = await member.call('search_course', { course_id: course.id, query: 'basket' });
  expect(results[0]?.excerpt).toMatch(/^… (dough|again|and|the|Knead) .*Proof it in a basket\.$/);
});
