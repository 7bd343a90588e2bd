import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AccessRule } from '#contract/features/access/access.ts';
import type { Course, CoursePage } from '#contract/features/courses/courses.ts';
import type { PostDetail } from '#contract/features/posts/posts.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { newEvent } from '#testing/events.ts';
import { runJob } from '#testing/jobs.ts';
import { listen } from '#testing/live.ts';
import { untilWaiting } from '#testing/lock-waits.ts';
import { newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { publishedEvents } from '#testing/published-events.ts';
import { newCategory } from '#testing/samples/categories.ts';
import { accessBy, ofCourse } from '#testing/samples/course-access.ts';
import { newCourse, newFolder, newPage } from '#testing/samples/courses.ts';
import { sharedServer } from '#testing/server.ts';

const server = sharedServer();
const { setRules } = accessBy(() => owner);
let owner: TestPerson;
let member: TestPerson;
let space: Space;
/** A course that the member has completed, and its page. */
let course: Course;
let page: CoursePage;
let category: string;
/** In the category. */
let post: PostDetail;

beforeAll(async () => {
  owner = await newPerson(server);
  space = await newSpace(owner);
  member = await newMember(server, space);
});
beforeEach(async () => {
  course = await newCourse(owner, space);
  page = await newPage(owner, course, { is_published: true });
  await member.call('set_page_completion', { page_id: page.id, completed: true });
  category = await newCategory(server, owner, space, `Circle ${course.id}`);
  post = await newPost(owner, space, { category_id: category });
});

const completed = ({ id }: { id: string }, kind: 'course' | 'page' = 'course'): AccessRule => ({
  kind: 'prerequisite',
  target: { kind, id },
});
const limit = (rules: AccessRule[]) =>
  owner.call('set_category_access', { space_id: space.id, category_id: category, match: 'all', rules });

/** Lets something that was deleted be deleted for good. */
async function expire(table: 'courses' | 'course_pages', id: string): Promise<void> {
  const deleted_at = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000).toISOString();
  await server.db.updateTable(table).set({ deleted_at }).where('id', '=', id).execute();
}

/** Returns which channels end for the member by a change. */
async function endedBy(channels: string[], change: () => Promise<unknown>): Promise<string[]> {
  const live = await listen(server.url, member);
  for (const channel of channels) expect((await live.subscribe(channel)).ok).toBe(true);
  await change();
  await vi
    .waitFor(() => expect(live.closed).toHaveLength(channels.length), { timeout: 5_000 })
    .catch(() => {});
  live.close();
  return live.closed.toSorted();
}

describe('The channels of a category that asks for a course, and of its posts, end for those who', () => {
  const addPage = (fields = {}) => newPage(owner, course, { is_published: true, ...fields });

  it.each<[string, () => Promise<() => Promise<unknown>>]>([
    ['had completed it when a page is added', async () => () => addPage()],
    [
      'had completed it when a page is published',
      async () => {
        const draft = await addPage({ is_published: false });
        return () => owner.call('update_course_page', { page_id: draft.id, is_published: true });
      },
    ],
    [
      'had completed it when a page is restored',
      async () => {
        const deleted = await addPage();
        await owner.call('delete_course_page', { page_id: deleted.id });
        return () => owner.call('restore_course_page', { page_id: deleted.id });
      },
    ],
    [
      'had completed it when a page leaves a draft of a folder',
      async () => {
        const folder = await newFolder(owner, course, { is_published: false });
        const hidden = await addPage({ folder_id: folder.id });
        return () => owner.call('move_course_page', { page_id: hidden.id, folder_id: null });
      },
    ],
    [
      'had completed it when a folder is published',
      async () => {
        const folder = await newFolder(owner, course, { is_published: false });
        await addPage({ folder_id: folder.id });
        return () => owner.call('update_course_folder', { folder_id: folder.id, is_published: true });
      },
    ],
    [
      'had completed it when a folder is restored',
      async () => {
        const folder = await newFolder(owner, course);
        await addPage({ folder_id: folder.id });
        await owner.call('delete_course_folder', { folder_id: folder.id });
        return () => owner.call('restore_course_folder', { folder_id: folder.id });
      },
    ],
    [
      'had completed it when it is a draft again and gets a page',
      async () => {
        await owner.call('update_course', { course_id: course.id, is_published: false });
        return () => addPage();
      },
    ],
    [
      'had completed it when it is deleted for good',
      async () => async () => {
        await owner.call('delete_course', { course_id: course.id });
        await expire('courses', course.id);
        await runJob(server, 'delete-expired-courses');
      },
    ],
  ])('%s', async (_who, prepare) => {
    const change = await prepare();
    await limit([completed(course)]);
    const channels = [`category:${category}`, `post:${post.id}`];
    expect(await endedBy(channels, change)).toEqual(channels);
  });
});

it('The channels of a category that asks for a page end when that page is deleted for good', async () => {
  await limit([completed(page, 'page')]);
  await owner.call('delete_course_page', { page_id: page.id });
  await expire('course_pages', page.id);
  const channel = `category:${category}`;
  expect(await endedBy([channel], () => runJob(server, 'delete-expired-courses'))).toEqual([channel]);
});

it('The comments of a page end for those who have not completed anymore what its course asks for', async () => {
  const other = await newCourse(owner, space, { comments_enabled: true });
  const locked = await newPage(owner, other, { is_published: true });
  await setRules(ofCourse(other), [completed(course)]);
  const channel = `post:${locked.id}`;
  const add = () => newPage(owner, course, { is_published: true });
  expect(await endedBy([channel], add)).toEqual([channel]);
  const changes = await publishedEvents(server, `space:${space.id}`, 'course.tree_changed');
  expect(changes).toContainEqual({ space_id: space.id, course_id: other.id, page_ids: [] });
});

it('The channels of a category for paying members end for those whose trial begins', async () => {
  const channel = `category:${category}`;
  await owner.call('update_space', { space_id: space.id, pricing_type: 'paid', price_per_month: 5 });
  await limit([{ kind: 'plan', plan: 'paid' }]);
  const start = () => owner.call('update_space', { space_id: space.id, feature_7_day_trial_enabled: true });
  expect(await endedBy([channel], start)).toEqual([channel]);
  await owner.call('update_space', { space_id: space.id, pricing_type: 'free' });
});

describe('Calendars and feeds', () => {
  const changes = async (type: 'calendar.changed' | 'categories.changed') =>
    (await publishedEvents(server, `space:${space.id}`, type)).length;

  it('are loaded again when a course that they ask for has more or fewer pages, and not otherwise', async () => {
    const event = await newEvent(owner, space);
    const rules = [completed(course)];
    await owner.call('set_event_access', { event_id: event.id, match: 'all', rules });
    await limit(rules);
    const count = async () => [await changes('calendar.changed'), await changes('categories.changed')];
    const [calendar = 0, categories = 0] = await count();
    const draft = await newPage(owner, course, { is_published: false });
    await owner.call('update_course_page', { page_id: page.id, title: 'Better', base_revision: 1 });
    await newPage(owner, await newCourse(owner, space), { is_published: true });
    expect(await count()).toEqual([calendar, categories]);
    await owner.call('update_course_page', { page_id: draft.id, is_published: true });
    expect(await count()).toEqual([calendar + 1, categories + 1]);
    await owner.call('delete_course_page', { page_id: draft.id });
    expect(await count()).toEqual([calendar + 2, categories + 2]);
    const { lock } = (await member.call('get_event', { event_id: event.id })).event;
    expect(lock).toBeNull();
  });
});

it('Rules that ask for a course wait for a change of its pages, so that the change is not missed', async () => {
  const saved = await server.db.transaction().execute(async (tx) => {
    await sql`update courses set page_count = page_count where id = ${course.id}::uuid`.execute(tx);
    const saving = limit([completed(course)]);
    await untilWaiting(server.db, '%from courses%for share%');
    return { saving };
  });
  expect((await saved.saving).access?.rules).toEqual([completed(course)]);
});

it('The rules of a page are in the audit log when it is duplicated', async () => {
  const { space_id } = page;
  const rules: AccessRule[] = [{ kind: 'level', level: 2 }];
  const log = async () => (await owner.call('list_audit_log', { space_id })).actions;
  const copy = async () =>
    (await owner.call('duplicate_course_page', { page_id: page.id, client_id: post.id })).page;
  await setRules({ course_id: course.id, item_kind: 'page', item_id: page.id }, rules);
  const before = (await log()).length;
  const { id, title, access } = await copy();
  expect((await copy()).id).toBe(id);
  const after = await log();
  expect(access).toEqual({ match: 'all', rules });
  expect(after).toHaveLength(before + 1);
  expect(after[0]).toMatchObject({
    action: 'access_limited',
    actor: { id: owner.user.id },
    details: { name: title },
  });
  const plain = await newPage(owner, course);
  await owner.call('duplicate_course_page', { page_id: plain.id, client_id: plain.id });
  expect(await log()).toHaveLength(before + 1);
});
