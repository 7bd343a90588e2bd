import { beforeAll, describe, expect, it } from 'vitest';
import type { OperationId } from '#contract/api.ts';
import type { Course, CourseFolder, CoursePage } from '#contract/features/courses/courses.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { newId } from '#server/platform/ids.ts';
import { newNeighbors } from '#testing/neighbors.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { publishedEvents } from '#testing/published-events.ts';
import { outcomeOf } from '#testing/responses.ts';
import { newCourse, newFolder, newPage, readCourse } from '#testing/samples/courses.ts';
import { newUpload } from '#testing/samples/images.ts';
import { sharedServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';

const server = sharedServer();
let owner: TestPerson;
let admin: TestPerson;
/** A member who created courses as an admin. */
let creator: TestPerson;
let member: TestPerson;
/** Someone who reads the public space without being a member. */
let stranger: TestPerson;
/** An admin of another space. */
let neighbor: TestPerson;
let space: Space;

beforeAll(async () => {
  owner = await newPerson(server);
  space = await newSpace(owner);
  admin = await newMember(server, space, 'Admin');
  creator = await newMember(server, space, 'Creator');
  member = await newMember(server, space);
  stranger = await newPerson(server);
  await setRole(server, space.id, admin.user.id, 'admin');
  neighbor = (await newNeighbors(server, owner, space)).other.admin;
});

/** Creates something as the creator, who is an admin only for that. */
async function asAdmin<T>(work: () => Promise<T>): Promise<T> {
  await setRole(server, space.id, creator.user.id, 'admin');
  const result = await work();
  await setRole(server, space.id, creator.user.id, 'member');
  return result;
}

interface Draft {
  course: Course;
  folder: CourseFolder;
  page: CoursePage;
}
/** What can be a draft: the course, the folder of a page, or the page. */
const kinds = ['course', 'folder', 'page'] as const;
type Kind = (typeof kinds)[number] | 'nothing';

/** Creates a course of the creator with a page in a folder, of which one part is a draft. */
const newDraft = (kind: Kind): Promise<Draft> =>
  asAdmin(async () => {
    const course = await newCourse(creator, space, { is_published: kind !== 'course' });
    const folder = await newFolder(creator, course, { is_published: kind !== 'folder' });
    const page = await newPage(creator, course, { folder_id: folder.id, is_published: kind !== 'page' });
    return { course, folder, page };
  });

type Call = [OperationId, (draft: Draft) => object];
const callsOfPages: Call[] = [
  ['get_course_page', () => ({})],
  ['update_course_page', () => ({ title: 'X', base_revision: 1 })],
  ['delete_course_page', () => ({})],
  ['restore_course_page', () => ({})],
  ['duplicate_course_page', () => ({ client_id: newId() })],
  ['move_course_page', () => ({ folder_id: null })],
  ['set_page_completion', () => ({ completed: true })],
  ['list_page_revisions', () => ({})],
  ['get_page_revision', () => ({ revision: 1 })],
  ['restore_page_revision', () => ({ revision: 1, base_revision: 1 })],
];
const callsOfFolders: Call[] = [
  ['update_course_folder', () => ({ title: 'X' })],
  ['delete_course_folder', () => ({})],
  ['restore_course_folder', () => ({})],
  ['move_course_folder', () => ({ after_id: null })],
];
const callsOfCourses: Call[] = [
  ['update_course', () => ({ title: 'X' })],
  ['delete_course', () => ({})],
  ['restore_course', () => ({})],
  ['move_course', () => ({ after_id: null })],
  ['create_course_folder', () => ({ client_id: newId(), title: 'X' })],
  ['create_course_page', () => ({ client_id: newId() })],
];

const outcome = (person: TestPerson, [operation, fields]: Call, draft: Draft) => {
  const { course, folder, page } = draft;
  const target = callsOfPages.some(([id]) => id === operation)
    ? { page_id: page.id }
    : callsOfFolders.some(([id]) => id === operation)
      ? { folder_id: folder.id }
      : { course_id: course.id };
  return outcomeOf(person.call(operation, { ...target, ...fields(draft) } as never));
};

/** Who sees it: its course in the list, and its folders and pages in the course. */
async function seenBy(person: { call: TestPerson['call'] }, { course }: Draft) {
  const { courses } = await person.call('list_courses', { space_id: space.id });
  if (!courses.some(({ id }) => id === course.id)) return 'nothing';
  const tree = await readCourse(person, space, course.slug);
  expect(tree.course.page_count).toBe(tree.pages.length);
  return `course, ${tree.folders.length} folders, ${tree.pages.length} pages`;
}

describe('A draft', () => {
  it.each([
    ['nothing', 'course, 1 folders, 1 pages'],
    ['course', 'nothing'],
    ['folder', 'course, 0 folders, 0 pages'],
    ['page', 'course, 1 folders, 0 pages'],
  ] as const)('is shown only to the owner, admins and the creator: %s', async (kind, expected) => {
    const draft = await newDraft(kind);
    const seen = async (people: { call: TestPerson['call'] }[]) =>
      new Set(await Promise.all(people.map((person) => seenBy(person, draft))));
    expect(await seen([owner, admin, creator])).toEqual(new Set(['course, 1 folders, 1 pages']));
    expect(await seen([member, stranger, neighbor, server.client()])).toEqual(new Set([expected]));
    const byId = stranger.call('get_course', { subdomain: space.subdomain, course: draft.course.id });
    expect(await outcomeOf(byId)).toBe(kind === 'course' ? 'course_not_found' : 'done');
  });

  it.each(kinds)('answers members as if it did not exist: %s', async (kind) => {
    const draft = await newDraft(kind);
    for (const call of callsOfPages) expect(await outcome(member, call, draft)).toBe('page_not_found');
    const ofFolder = kind === 'page' ? 'not_allowed' : 'folder_not_found';
    for (const call of callsOfFolders) expect(await outcome(member, call, draft)).toBe(ofFolder);
    const ofCourse = kind === 'course' ? 'course_not_found' : 'not_allowed';
    for (const call of callsOfCourses) expect(await outcome(member, call, draft)).toBe(ofCourse);
  });

  it('does not exist for the creator after they left the space, also if they come back', async () => {
    const draft = await newDraft('course');
    await creator.call('leave_space', { space_id: space.id });
    const received = async () =>
      (await publishedEvents(server, `user:${creator.user.id}`, 'course.changed')).filter(
        ({ course_id }) => course_id === draft.course.id,
      );
    await owner.call('update_course', { course_id: draft.course.id, title: 'Changed' });
    expect(await received()).toEqual([]);
    expect(await seenBy(creator, draft)).toBe('nothing');
    const call = creator.call('get_course_page', { page_id: draft.page.id });
    expect(await outcomeOf(call)).toBe('page_not_found');
    await creator.call('public_join_space', { space_id: space.id });
    expect(await seenBy(creator, draft)).toBe('nothing');
    await owner.call('update_course', { course_id: draft.course.id, title: 'Again' });
    expect(await received()).toEqual([]);
  });
});

describe('What is published', () => {
  it('can be written by its editors only', async () => {
    const draft = await newDraft('nothing');
    const writes = [...callsOfPages, ...callsOfFolders, ...callsOfCourses].filter(
      ([id]) => id !== 'get_course_page' && id !== 'set_page_completion',
    );
    for (const call of writes) {
      expect([call[0], await outcome(member, call, draft)]).toEqual([call[0], 'not_allowed']);
      expect(await outcome(stranger, call, draft)).toBe('membership_required');
      expect(await outcome(neighbor, call, draft)).toBe('membership_required');
    }
  });

  it('can be edited by the creator of its course, but its place in the list belongs to the space', async () => {
    const draft = await newDraft('nothing');
    const { page } = await creator.call('update_course_page', {
      page_id: draft.page.id,
      title: 'Mine',
      base_revision: 1,
    });
    expect(page).toMatchObject({ title: 'Mine', can_edit: true });
    const move = creator.call('move_course', { course_id: draft.course.id, after_id: null });
    expect(await outcomeOf(move)).toBe('not_allowed');
    const create = creator.call('create_course', { space_id: space.id, client_id: newId(), title: 'New' });
    expect(await outcomeOf(create)).toBe('not_allowed');
    const others = await newCourse(owner, space);
    const update = creator.call('update_course', { course_id: others.id, title: 'Theirs' });
    expect(await outcomeOf(update)).toBe('not_allowed');
  });
});

describe('Live events', () => {
  const types = ['course.created', 'course.changed', 'course.deleted', 'course.tree_changed'] as const;
  /** Returns the types of the events about a course on the channel of the space, and on those of its editors. */
  const eventsOf = async ({ course }: Draft, person?: TestPerson) => {
    const channel = person ? `user:${person.user.id}` : `space:${space.id}`;
    const found = await Promise.all(types.map((type) => publishedEvents(server, channel, type)));
    return found.flatMap((events, index) =>
      events.filter(({ course_id }) => course_id === course.id).map(() => types[index]),
    );
  };
  const change = async ({ course, folder, page }: Draft) => {
    await owner.call('update_course_page', { page_id: page.id, title: 'New', base_revision: 1 });
    await owner.call('move_course_page', { page_id: page.id, folder_id: folder.id });
    await owner.call('delete_course_page', { page_id: page.id });
    await owner.call('restore_course_page', { page_id: page.id });
    if (course.is_published) return;
    await owner.call('update_course', { course_id: course.id, title: 'New' });
    await owner.call('move_course_folder', { folder_id: folder.id, after_id: null });
    await owner.call('update_course_folder', { folder_id: folder.id, title: 'New' });
    await owner.call('delete_course', { course_id: course.id });
    await owner.call('restore_course', { course_id: course.id });
  };

  it.each(kinds)('about a draft reach its editors only: %s', async (kind) => {
    const draft = await newDraft(kind);
    const [before, ownBefore] = [await eventsOf(draft), await eventsOf(draft, creator)];
    await change(draft);
    expect(await eventsOf(draft)).toEqual(before);
    const own = await eventsOf(draft, creator);
    expect(own.length).toBeGreaterThanOrEqual(ownBefore.length + 4);
    expect([await eventsOf(draft, owner), await eventsOf(draft, admin)]).toEqual([own, own]);
    expect([await eventsOf(draft, member), await eventsOf(draft, stranger)]).toEqual([[], []]);
    if (kind === 'course') expect(before).toEqual([]);
  });

  it('reach everyone when something is published or hidden', async () => {
    const draft = await newDraft('course');
    const { course, folder, page } = draft;
    const steps: unknown[] = [];
    const step = async (work: () => Promise<unknown>) => {
      const before = await eventsOf(draft);
      await work();
      const after = await eventsOf(draft);
      steps.push(
        types.filter(
          (type) => after.filter((one) => one === type).length > before.filter((one) => one === type).length,
        ),
      );
    };
    const { id: course_id } = course;
    await step(() => owner.call('update_course', { course_id, is_published: true }));
    await step(() => owner.call('update_course_page', { page_id: page.id, is_published: false }));
    await step(() => owner.call('update_course_page', { page_id: page.id, is_published: true }));
    await step(() => owner.call('update_course_folder', { folder_id: folder.id, is_published: false }));
    await step(() => owner.call('move_course_page', { page_id: page.id, folder_id: null }));
    await step(() => owner.call('move_course_page', { page_id: page.id, folder_id: folder.id }));
    await step(() => owner.call('delete_course_folder', { folder_id: folder.id }));
    await step(() => owner.call('update_course', { course_id, is_published: false }));
    await step(() => owner.call('delete_course', { course_id }));
    const tree = ['course.tree_changed'];
    expect(steps).toEqual([['course.created'], tree, tree, tree, tree, tree, [], ['course.deleted'], []]);
  });
});

it('The cover of a draft is shown to moderators only', async () => {
  const cover = await newUpload(admin, { purpose: 'course_cover', space_id: space.id });
  const { id: course_id } = await newCourse(admin, space, { cover_upload_id: cover.id, is_published: false });
  const statuses = async () =>
    await Promise.all(
      [member, stranger, owner].map(async (person) => (await person.fetch(cover.url)).status),
    );
  expect(await statuses()).toEqual([404, 404, 200]);
  await admin.call('update_course', { course_id, is_published: true });
  expect(await statuses()).toEqual([200, 200, 200]);
});
