import { afterEach, expect, it } from 'vitest';
import { setClockOffset } from '#server/platform/clock.ts';
import { runJob } from '#testing/jobs.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { newPeopleBySql } from '#testing/people-by-sql.ts';
import { accessBy, ofCourse } from '#testing/samples/course-access.ts';
import { newCourse, newPage } from '#testing/samples/courses.ts';
import { ownServer } from '#testing/server.ts';

const server = ownServer('its space of more than 1,000 members would slow down the jobs of other files', {
  ROLE: 'web,live',
});
const minute = 60_000;
const hour = 60 * minute;
afterEach(() => setClockOffset(0));

async function sendAfter(time: number) {
  setClockOffset(time);
  await runJob(server, 'notify-of-courses');
}

const listOf = async (person: TestPerson) => {
  const { notifications } = await person.call('get_notifications_with_actors', {});
  return notifications.filter(({ type }) => type === 'new_course' || type === 'new_pages');
};
const unread = async (person: TestPerson) =>
  (await person.call('get_unread_notification_count', {})).unread_count;

async function newLargeSpace() {
  const owner = await newPerson(server, 'Olive');
  const space = await newSpace(owner);
  const [mia, nia, closed] = [
    await newMember(server, space, 'Mia'),
    await newMember(server, space, 'Nia'),
    await newMember(server, space, 'Closed'),
  ];
  const many = await newPeopleBySql(server, 1005);
  const joined_at = new Date(Date.now() - 48 * hour).toISOString();
  await server.db
    .insertInto('space_members')
    .values(many.map(({ user }) => ({ id: user.id, space_id: space.id, user_id: user.id, joined_at })))
    .execute();
  await server.db
    .updateTable('space_members')
    .set({ joined_at })
    .where('user_id', 'in', [mia.user.id, nia.user.id])
    .execute();
  await server.db
    .insertInto('space_notification_preferences')
    .values(
      [mia, nia, closed, ...many].map(({ user }) => ({
        user_id: user.id,
        space_id: space.id,
        new_courses: true,
      })),
    )
    .execute();
  return { owner, space, mia, closed, readers: [mia, nia] };
}
const countRows = async (spaceId: string) => {
  const rows = await server.db
    .selectFrom('notification_broadcasts')
    .select('type')
    .where('space_id', '=', spaceId)
    .execute();
  const own = await server.db
    .selectFrom('notifications')
    .select('type')
    .where('space_id', '=', spaceId)
    .where('type', 'in', ['new_course', 'new_pages'])
    .execute();
  return { broadcasts: rows.map(({ type }) => type).toSorted(), rows: own.length };
};

it('More than 1,000 members who can open a course share its notifications, which later pages take the place of', async () => {
  const { owner, space, mia, closed, readers } = await newLargeSpace();
  const { setRules } = accessBy(() => owner);
  const course = await newCourse(owner, space, { title: 'Rye' });
  await newPage(owner, course, { title: 'Flour' });
  await setRules(ofCourse(course), [{ kind: 'days', days: 1 }]);
  await sendAfter(5 * minute);
  expect(await countRows(space.id)).toEqual({ broadcasts: ['new_course'], rows: 0 });
  for (const person of readers)
    expect(await listOf(person)).toMatchObject([{ type: 'new_course', course_title: 'Rye' }]);
  expect([await listOf(closed), await unread(closed)]).toEqual([[], 0]);

  setClockOffset(2 * hour);
  const page = await newPage(owner, course, { title: 'Water' });
  await sendAfter(2 * hour + 5 * minute);
  expect((await listOf(mia))[0]).toMatchObject({ type: 'new_pages', post_id: page.id, post_title: 'Water' });
  await newPage(owner, course, { title: 'Salt' });
  await sendAfter(3 * hour);
  for (const person of readers) {
    const entries = await listOf(person);
    expect(entries.map(({ type, params, post_id }) => [type, params, post_id])).toMatchObject([
      ['new_pages', { several: true }, null],
      ['new_course', {}, null],
    ]);
    expect(await unread(person)).toBe(2);
  }
  expect(await countRows(space.id)).toEqual({ broadcasts: ['new_course', 'new_pages'], rows: 0 });

  // The next pages of the course are a notification of their own.
  setClockOffset(5 * hour);
  const later = await newPage(owner, course, { title: 'Yeast' });
  await sendAfter(5 * hour + 5 * minute);
  expect(await listOf(mia)).toHaveLength(3);
  await owner.call('delete_course_page', { page_id: later.id });
  await sendAfter(5 * hour + 6 * minute);
  expect(await listOf(mia)).toHaveLength(2);

  await owner.call('update_course', { course_id: course.id, is_published: false });
  await sendAfter(5 * hour + 7 * minute);
  expect(await countRows(space.id)).toEqual({ broadcasts: [], rows: 0 });
  for (const person of readers) expect([await listOf(person), await unread(person)]).toEqual([[], 0]);
});
