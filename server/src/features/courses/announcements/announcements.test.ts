import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Course } from '#contract/features/courses/courses.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { setClockOffset } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { emailsTo } from '#testing/emails.ts';
import { runJob } from '#testing/jobs.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { accessBy, ofCourse, ofFolder, ofPage } from '#testing/samples/course-access.ts';
import { newCourse, newFolder, newPage, readCourse } from '#testing/samples/courses.ts';
import { sharedServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';
import { notifyOfCourses } from './notify-of-courses.job.ts';

const server = sharedServer();
const minute = 60_000;
const hour = 60 * minute;
const sendAll = () => runJob(server, 'notify-of-courses');
/** Sends what is due after a time. */
async function sendAfter(time: number) {
  setClockOffset(time);
  await sendAll();
}

let owner: TestPerson;
let space: Space;
let mia: TestPerson;
let ben: TestPerson;
const { setRules, give } = accessBy(() => owner);

/** A member who wants to know of new courses. */
async function newReader(name: string) {
  const person = await newMember(server, space, name);
  await person.call('update_space_notification_preferences', { space_id: space.id, new_courses: true });
  return person;
}

beforeAll(async () => {
  // Those of other files would be sent, too.
  await server.db.deleteFrom('course_announcements').execute();
  await server.db.deleteFrom('course_retractions').execute();
});
afterEach(() => setClockOffset(0));

async function newCommunity() {
  owner = await newPerson(server, 'Olive');
  space = await newSpace(owner);
  [mia, ben] = [await newReader('Mia'), await newMember(server, space, 'Ben')];
}

const listOf = async (person: TestPerson) => {
  const { notifications } = await person.call('get_notifications_with_actors', {});
  return notifications.filter(({ type }) => type === 'new_course' || type === 'new_pages');
};
const typesOf = async (person: TestPerson) => (await listOf(person)).map(({ type }) => type);
const waiting = async () =>
  (
    await server.db
      .selectFrom('course_announcements')
      .select('type')
      .where('space_id', '=', space.id)
      .execute()
  ).length;

/** A published course with a page of which members were notified two hours ago. */
async function newKnownCourse(): Promise<Course> {
  const course = await newCourse(owner, space, { title: 'Rye', description: 'All about rye.' });
  await newPage(owner, course, { title: 'Flour' });
  await sendAfter(5 * minute);
  setClockOffset(2 * hour);
  for (const person of [owner, mia, ben]) {
    const ids = (await listOf(person)).map(({ id }) => id);
    for (const notification_id of ids) await person.call('delete_notification', { notification_id });
  }
  return course;
}
const publishPage = (course: Course, title: string, fields: object = {}) =>
  newPage(owner, course, { title, ...fields });

describe('Publishing a course', () => {
  it('notifies members who want it some minutes later, except who published it', async () => {
    await newCommunity();
    const stranger = await newPerson(server);
    await owner.call('update_space_notification_preferences', { space_id: space.id, new_courses: true });
    const course = await newCourse(owner, space, { title: 'Rye', description: 'All about rye.' });
    await publishPage(course, 'Flour');
    await sendAfter(4 * minute);
    expect(await listOf(mia)).toEqual([]);
    setClockOffset(5 * minute);
    await Promise.all([sendAll(), sendAll(), sendAll()]);
    expect(await listOf(mia)).toMatchObject([
      {
        type: 'new_course',
        target_type: 'course',
        target_id: course.id,
        post_id: null,
        course_title: 'Rye',
        content_preview: 'All about rye.',
        actor: { id: owner.user.id },
        space_id: space.id,
        read: false,
      },
    ]);
    for (const person of [owner, ben, stranger]) expect(await listOf(person)).toEqual([]);
    await sendAfter(2 * hour);
    expect(await listOf(mia)).toHaveLength(1);
    expect(await waiting()).toBe(0);
  });

  it('notifies nobody of a draft, nor of a course that is hidden, deleted or empty by then', async () => {
    await newCommunity();
    const draft = await newCourse(owner, space, { is_published: false });
    await publishPage(draft, 'Flour');
    const [hidden, deleted] = [await newCourse(owner, space), await newCourse(owner, space)];
    for (const course of [hidden, deleted]) await publishPage(course, 'Flour');
    await newCourse(owner, space, { title: 'Empty' });
    await owner.call('update_course', { course_id: hidden.id, is_published: false });
    await owner.call('delete_course', { course_id: deleted.id });
    await sendAfter(5 * minute);
    expect(await listOf(mia)).toEqual([]);
    expect(await waiting()).toBe(0);
  });

  it('notifies nobody while the classroom is turned off', async () => {
    await newCommunity();
    await publishPage(await newCourse(owner, space), 'Flour');
    await owner.call('update_space', { space_id: space.id, feature_classroom_enabled: false });
    await sendAfter(5 * minute);
    expect(await listOf(mia)).toEqual([]);
  });

  it('of which nobody was notified because it was empty notifies of the course with its first page', async () => {
    await newCommunity();
    const course = await newCourse(owner, space, { title: 'Rye' });
    await sendAfter(5 * minute);
    await publishPage(course, 'Flour');
    await sendAfter(10 * minute);
    expect(await listOf(mia)).toMatchObject([{ type: 'new_course', target_id: course.id }]);
  });

  it('again within a day notifies nobody, and after a day it does', async () => {
    await newCommunity();
    const course = await newKnownCourse();
    const publish = async (is_published: boolean) =>
      await owner.call('update_course', { course_id: course.id, is_published });
    await publish(false);
    await publish(true);
    await sendAfter(23 * hour);
    expect(await listOf(mia)).toEqual([]);
    await publish(false);
    setClockOffset(24 * hour + 6 * minute);
    await publish(true);
    // A page that is published before the notification is part of it.
    await publishPage(course, 'Water');
    await sendAfter(25 * hour);
    expect(await typesOf(mia)).toEqual(['new_course']);
  });

  it('notifies only members to whom its rules open it, and editors', async () => {
    await newCommunity();
    const [given, editor] = [await newReader('Given'), await newReader('Editor')];
    await setRole(server, space.id, editor.user.id, 'admin');
    const course = await newCourse(owner, space);
    await publishPage(course, 'Flour');
    await setRules(ofCourse(course), [{ kind: 'level', level: 9 }]);
    await give(ofCourse(course), given);
    await sendAfter(5 * minute);
    expect(await listOf(mia)).toEqual([]);
    expect(await typesOf(given)).toEqual(['new_course']);
    expect(await typesOf(editor)).toEqual(['new_course']);
  });
});

describe('Publishing pages', () => {
  it('of a course within an hour is one notification, which names a page only while it is the only one', async () => {
    await newCommunity();
    const course = await newKnownCourse();
    const first = await publishPage(course, 'Sourdough');
    await sendAfter(2 * hour + 5 * minute);
    const entries = await listOf(mia);
    expect(entries).toMatchObject([
      {
        type: 'new_pages',
        params: { several: false },
        target_id: course.id,
        post_id: first.id,
        post_title: 'Sourdough',
        course_title: 'Rye',
      },
    ]);
    await mia.call('mark_notifications_as_read', { notification_ids: entries.map(({ id }) => id) });
    setClockOffset(2 * hour + 20 * minute);
    for (const title of ['Yeast', 'Salt']) await publishPage(course, title);
    await sendAfter(2 * hour + 59 * minute);
    expect(await listOf(mia)).toMatchObject([{ read: true }]);
    await sendAfter(3 * hour);
    expect(await listOf(mia)).toMatchObject([
      { id: entries[0]?.id, read: false, params: { several: true }, post_id: null, post_title: null },
    ]);
    await publishPage(course, 'Water');
    await sendAfter(4 * hour);
    expect(await listOf(mia)).toHaveLength(2);
  });

  it('notifies nobody of drafts, nor of pages in drafts of folders or that are hidden or deleted by then', async () => {
    await newCommunity();
    const course = await newKnownCourse();
    const folder = await newFolder(owner, course, { is_published: false });
    await publishPage(course, 'Draft', { is_published: false });
    await publishPage(course, 'Inside', { folder_id: folder.id });
    const [hidden, deleted] = [await publishPage(course, 'Hidden'), await publishPage(course, 'Deleted')];
    await owner.call('update_course_page', { page_id: hidden.id, is_published: false });
    await owner.call('delete_course_page', { page_id: deleted.id });
    await sendAfter(3 * hour);
    expect(await listOf(mia)).toEqual([]);
    expect(await waiting()).toBe(0);
  });

  it('happens with a draft that is published, a folder that is published, and a page that is moved out of a draft', async () => {
    await newCommunity();
    const course = await newKnownCourse();
    const folder = await newFolder(owner, course, { is_published: false });
    const draft = await publishPage(course, 'Draft', { is_published: false });
    const [inside, moved] = [
      await publishPage(course, 'Inside', { folder_id: folder.id }),
      await publishPage(course, 'Moved', { folder_id: folder.id }),
    ];
    const publishers: [string, () => Promise<unknown>][] = [
      [draft.id, () => owner.call('update_course_page', { page_id: draft.id, is_published: true })],
      [moved.id, () => owner.call('move_course_page', { page_id: moved.id, folder_id: null })],
      [inside.id, () => owner.call('update_course_folder', { folder_id: folder.id, is_published: true })],
    ];
    for (const [index, [page_id, publish]] of publishers.entries()) {
      setClockOffset((2 * index + 3) * hour);
      await publish();
      await sendAfter((2 * index + 3) * hour + 5 * minute);
      expect((await listOf(mia))[0]).toMatchObject({ type: 'new_pages', post_id: page_id });
    }
    expect(await listOf(mia)).toHaveLength(3);
  });

  it('notifies only members to whom it, its folder and its course are open', async () => {
    await newCommunity();
    const course = await newKnownCourse();
    const given = await newReader('Given');
    const folder = await newFolder(owner, course);
    await setRules(ofFolder(course, folder), [{ kind: 'days', days: 30 }]);
    await give(ofFolder(course, folder), given);
    await publishPage(course, 'Inside', { folder_id: folder.id });
    await sendAfter(2 * hour + 5 * minute);
    expect(await listOf(mia)).toEqual([]);
    expect(await typesOf(given)).toEqual(['new_pages']);
    // Of several pages, one is enough.
    const closed = await publishPage(course, 'Closed');
    await setRules(ofPage(closed), [{ kind: 'grant' }]);
    await publishPage(course, 'Open');
    await sendAfter(3 * hour);
    expect(await typesOf(mia)).toEqual(['new_pages']);
  });

  it('that were published with their course, or again within a day, notifies nobody', async () => {
    await newCommunity();
    const course = await newKnownCourse();
    const { pages } = await readCourse(owner, space, course.id);
    const page_id = pages[0]?.id ?? '';
    for (const is_published of [false, true])
      await owner.call('update_course_page', { page_id, is_published });
    await sendAfter(4 * hour);
    expect(await listOf(mia)).toEqual([]);
  });
});

describe('Notifications of courses', () => {
  it('go when the course or the page is hidden or deleted, and those of its comments stay', async () => {
    await newCommunity();
    const course = await newKnownCourse();
    const page = await publishPage(course, 'Sourdough');
    await sendAfter(2 * hour + 5 * minute);
    const { comment } = await mia.call('create_comment', {
      post_id: page.id,
      client_id: newId(),
      body: 'When?',
    });
    await ben.call('create_comment', {
      post_id: page.id,
      client_id: newId(),
      body: 'On Monday.',
      parent_id: comment.id,
    });
    await owner.call('update_course_page', { page_id: page.id, is_published: false });
    await sendAll();
    expect(await listOf(mia)).toEqual([]);
    const { notifications } = await mia.call('get_notifications_with_actors', {});
    expect(notifications).toMatchObject([{ type: 'comment_reply' }]);

    setClockOffset(5 * hour);
    const next = await newCourse(owner, space, { title: 'Oats' });
    await publishPage(next, 'Flakes');
    await sendAfter(5 * hour + 5 * minute);
    expect(await typesOf(mia)).toEqual(['new_course']);
    await owner.call('delete_course', { course_id: next.id });
    await sendAll();
    expect(await listOf(mia)).toEqual([]);
    expect(await server.db.selectFrom('course_retractions').selectAll().execute()).toEqual([]);
  });

  it('about several pages go once all of them are hidden, and those of other pages stay', async () => {
    await newCommunity();
    const course = await newKnownCourse();
    const pages = [await publishPage(course, 'Sourdough'), await publishPage(course, 'Crispbread')];
    await sendAfter(2 * hour + 5 * minute);
    setClockOffset(4 * hour);
    const later = [await publishPage(course, 'Pumpernickel'), await publishPage(course, 'Rolls')];
    await sendAfter(4 * hour + 5 * minute);
    expect(await typesOf(mia)).toEqual(['new_pages', 'new_pages']);
    const since = async () => (await listOf(mia)).map(({ params }) => 'since' in params && params.since);
    const [second, first] = await since();
    const hide = async (page: { id: string }) => {
      await owner.call('update_course_page', { page_id: page.id, is_published: false });
      await sendAll();
    };
    for (const page of pages) {
      expect(await since()).toEqual([second, first]);
      await hide(page);
    }
    expect(await since()).toEqual([second]);
    for (const page of later) await hide(page);
    expect(await listOf(mia)).toEqual([]);
    expect(await server.db.selectFrom('course_retractions').selectAll().execute()).toEqual([]);
  });

  it('stay if the course is shown again before the job runs', async () => {
    await newCommunity();
    const course = await newCourse(owner, space, { title: 'Rye' });
    await publishPage(course, 'Flour');
    await sendAfter(5 * minute);
    for (const is_published of [false, true])
      await owner.call('update_course', { course_id: course.id, is_published });
    await sendAll();
    expect(await typesOf(mia)).toEqual(['new_course']);
  });

  it('are emailed, unless the course was hidden or closed to the member since', async () => {
    await newCommunity();
    await mia.call('update_space_notification_preferences', {
      space_id: space.id,
      notifications_email_frequency: 'immediate',
    });
    const sent: Record<string, number> = {};
    for (const [index, change] of ['none', 'hidden', 'closed'].entries()) {
      setClockOffset(index * hour);
      const course = await newCourse(owner, space, { title: `Course ${change}` });
      await publishPage(course, 'Flour');
      await sendAfter(index * hour + 5 * minute);
      if (change === 'hidden')
        await owner.call('update_course', { course_id: course.id, is_published: false });
      if (change === 'closed') await setRules(ofCourse(course), [{ kind: 'level', level: 9 }]);
      setClockOffset(index * hour + 8 * minute);
      await runJob(server, 'deliver-notifications');
      const emails = await emailsTo(server, mia.user.email);
      sent[change] = emails.filter(({ values }) =>
        JSON.stringify(values).includes(`Course ${change}`),
      ).length;
    }
    expect(sent).toEqual({ none: 1, hidden: 0, closed: 0 });
  });
});

it('What is due is announced in turn with what was hidden, however much that is', async () => {
  await newCommunity();
  const { id: course_id } = await newKnownCourse();
  await sendAll();
  const hidden = { course_id, space_id: space.id, created_at: new Date().toISOString() };
  const retractions = Array.from({ length: 5 }, () => ({ ...hidden, target_id: newId() }));
  await server.db.insertInto('course_retractions').values(retractions).execute();
  await newPage(owner, await newCourse(owner, space, { title: 'Oats' }), { title: 'Porridge' });
  setClockOffset(2 * hour + 6 * minute);
  let turns = 0;
  const afterTwoTurns = Object.defineProperty(new AbortController().signal, 'aborted', {
    get: () => {
      turns += 1;
      return turns > 2;
    },
  });
  await notifyOfCourses(server.running.platform, afterTwoTurns);
  expect(await typesOf(mia)).toEqual(['new_course']);
  const left = server.db
    .selectFrom('course_retractions')
    .select('target_id')
    .where('course_id', '=', course_id);
  expect(await left.execute()).toHaveLength(3);
});
