import { beforeAll, describe, expect, it } from 'vitest';
import type { Course, CoursePage } from '#contract/features/courses/courses.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { newId } from '#server/platform/ids.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { publishedEvents } from '#testing/published-events.ts';
import { outcomeOf } from '#testing/responses.ts';
import { newCourse, newFolder, newPage, newPagesBySql, readCourse } from '#testing/samples/courses.ts';
import { newFile, newPdf, newVideo, sendFile } from '#testing/samples/files.ts';
import { newUpload } from '#testing/samples/images.ts';
import { sharedServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';

const server = sharedServer();
let owner: TestPerson;
let admin: TestPerson;
let member: TestPerson;
let space: Space;
let course: Course;

beforeAll(async () => {
  owner = await newPerson(server);
  space = await newSpace(owner);
  [admin, member] = [await newMember(server, space, 'Admin'), await newMember(server, space)];
  await setRole(server, space.id, admin.user.id, 'admin');
  course = await newCourse(owner, space);
});

const treeOf = async (person: TestPerson, { id }: Course) => await readCourse(person, space, id);
const idsOf = async (one: Course, folder_id: string | null = null) =>
  (await treeOf(member, one)).pages.filter((page) => page.folder_id === folder_id).map(({ id }) => id);
const read = async (person: TestPerson, page_id: string) =>
  (await person.call('get_course_page', { page_id })).page;

describe('A page', () => {
  it('is created as published, with a title in title case', async () => {
    const content = '<h2>The light of day</h2><p>Text</p>';
    const page = await newPage(admin, course, { title: ' the light of  day ', content });
    expect(page).toMatchObject({
      course_id: course.id,
      space_id: space.id,
      folder_id: null,
      title: 'The Light of Day',
      body: '<p>Text</p>',
      content,
      is_published: true,
      revision: 1,
      estimated_duration: 1,
      completed_at: null,
      can_edit: true,
    });
    expect(await read(member, page.id)).toEqual({ ...page, content: null, can_edit: false });
  });

  it('is created once, however often it is sent', async () => {
    const client_id = newId();
    const pages = await Promise.all([1, 2, 3].map(() => newPage(owner, course, { client_id })));
    expect(new Set(pages.map(({ id }) => id)).size).toBe(1);
    await owner.call('delete_course_page', { page_id: pages[0]?.id ?? '' });
    expect(await outcomeOf(newPage(owner, course, { client_id }))).toBe('page_not_found');
  });

  it('is rejected in a folder of another course, or if it is too long', async () => {
    const other = await newFolder(owner, await newCourse(owner, space));
    expect(await outcomeOf(newPage(owner, course, { folder_id: other.id }))).toBe('folder_not_found');
    expect(await outcomeOf(newPage(owner, course, { content: 'x'.repeat(50_001) }))).toBe('page_too_long');
    const postsOf = (count: number) => `<figure data-post="${newId()}"></figure>`.repeat(count);
    expect(await outcomeOf(newPage(owner, course, { content: postsOf(51) }))).toBe('page_too_many_posts');
    expect(await outcomeOf(newPage(owner, course, { content: postsOf(50) }))).toBe('done');
    expect(await outcomeOf(newPage(owner, course, { title: 'x'.repeat(101) }))).toBe('invalid_input');
  });
});

describe('An edit of a page', () => {
  it('is a new revision, and keeps the earlier version', async () => {
    const { id: page_id } = await newPage(owner, course, { title: 'First' });
    const edit = { page_id, content: '<p>New</p>', base_revision: 1 };
    const { page } = await admin.call('update_course_page', edit);
    expect(page).toMatchObject({ title: 'First', body: '<p>New</p>', revision: 2 });
    const { revisions, next_before } = await owner.call('list_page_revisions', { page_id });
    expect(revisions).toMatchObject([
      { revision: 2, title: 'First', author: { id: admin.user.id } },
      { revision: 1, title: 'First', author: { id: owner.user.id } },
    ]);
    expect(next_before).toBeNull();
    const first = await owner.call('get_page_revision', { page_id, revision: 1 });
    expect(first).toEqual({ revision: revisions[1], content: '<p>With some text.</p>' });
    const missing = owner.call('get_page_revision', { page_id, revision: 2 });
    expect(await outcomeOf(missing)).toBe('page_revision_not_found');
  });

  it('changes nothing if it is identical, whatever it is based on', async () => {
    const { id: page_id } = await newPage(owner, course, { title: 'First' });
    const edit = { page_id, title: 'second', base_revision: 1 };
    const { page } = await owner.call('update_course_page', edit);
    const before = await publishedEvents(server, `space:${space.id}`, 'course.tree_changed');
    expect(await owner.call('update_course_page', edit)).toEqual({ page });
    expect(await publishedEvents(server, `space:${space.id}`, 'course.tree_changed')).toEqual(before);
  });

  it('that is based on an earlier version is rejected with the current one', async () => {
    const { id: page_id } = await newPage(owner, course);
    const edits = [owner, admin].map((person, index) =>
      person.call('update_course_page', { page_id, content: `<p>Text ${index}</p>`, base_revision: 1 }),
    );
    const results = await Promise.allSettled(edits);
    const [saved] = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value.page] : []));
    const [failed] = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(failed).toMatchObject({ code: 'page_edit_conflict', status: 409, data: { page: saved } });
    expect((await read(owner, page_id)).body).toBe(saved?.body);
  });

  it('of title or content needs the revision it is based on, publishing does not', async () => {
    const { id: page_id } = await newPage(owner, course);
    const blind = owner.call('update_course_page', { page_id, title: 'Blind' });
    expect(await outcomeOf(blind)).toBe('invalid_input');
    const { page } = await owner.call('update_course_page', { page_id, is_published: false });
    expect(page).toMatchObject({ is_published: false, revision: 1 });
  });

  it('derives a blank title', async () => {
    const { id: page_id } = await newPage(owner, course);
    const edit = { page_id, title: ' ', content: '<h3>a new day</h3>', base_revision: 1 };
    const { page } = await owner.call('update_course_page', edit);
    expect(page).toMatchObject({ title: 'A New Day', body: '' });
  });

  it('can be undone by restoring a version, which is a new revision', async () => {
    const { id: page_id } = await newPage(owner, course, { title: 'First' });
    await owner.call('update_course_page', { page_id, title: 'Second', content: '', base_revision: 1 });
    const restore = { page_id, revision: 1, base_revision: 1 };
    expect(await outcomeOf(owner.call('restore_page_revision', restore))).toBe('page_edit_conflict');
    const { page } = await owner.call('restore_page_revision', { ...restore, base_revision: 2 });
    expect(page).toMatchObject({ title: 'First', body: '<p>With some text.</p>', revision: 3 });
    const none = owner.call('restore_page_revision', { page_id, revision: 9, base_revision: 3 });
    expect(await outcomeOf(none)).toBe('page_revision_not_found');
  });

  it('keeps 200 earlier versions, listed below the current one in pages of 50', async () => {
    const { id: page_id } = await newPage(owner, course);
    const at = new Date().toISOString();
    const versions = Array.from({ length: 200 }, (_, index) => ({
      ...{ page_id, revision: index + 1, space_id: space.id, title: `Title ${index}` },
      ...{ content: '', written_at: at },
    }));
    await server.db.insertInto('course_page_revisions').values(versions).execute();
    await server.db.updateTable('course_pages').set({ revision: 201 }).where('id', '=', page_id).execute();
    await owner.call('update_course_page', { page_id, title: 'Latest', base_revision: 201 });
    const seen: number[] = [];
    const sizes: number[] = [];
    for (let before: number | undefined, more = true; more; ) {
      const page = await admin.call('list_page_revisions', { page_id, before });
      sizes.push(page.revisions.length);
      seen.push(...page.revisions.map(({ revision }) => revision));
      more = page.next_before !== null;
      before = page.next_before ?? undefined;
    }
    expect(sizes).toEqual([50, 50, 50, 50, 1]);
    expect(seen).toEqual(Array.from({ length: 201 }, (_, index) => 202 - index));
  });
});

describe('The images of a page', () => {
  const imageOf = ({ id }: { id: string }) => `<p>Text</p><img src="/files/${id}/original">`;
  const newImage = (person: TestPerson) => newUpload(person, { purpose: 'course_image', space_id: space.id });
  const isAttached = async ({ id }: { id: string }) =>
    (await server.db.selectFrom('uploads').select('attached_at').where('id', '=', id).executeTakeFirst())
      ?.attached_at !== null;

  it('are attached, and can be used again in the course and from earlier versions', async () => {
    const image = await newImage(owner);
    const page = await newPage(owner, course, { content: imageOf(image) });
    expect(page.body).toContain(image.id);
    expect(await isAttached(image)).toBe(true);
    const page_id = page.id;
    await admin.call('update_course_page', { page_id, content: '<p>None</p>', base_revision: 1 });
    const again = { page_id, content: imageOf(image), base_revision: 2 };
    expect((await admin.call('update_course_page', again)).page.revision).toBe(3);
    expect((await newPage(admin, course, { content: imageOf(image) })).body).toContain(image.id);
    const other = await newCourse(admin, space);
    expect(await outcomeOf(newPage(admin, other, { content: imageOf(image) }))).toBe('upload_not_found');
    const foreign = await newImage(admin);
    expect(await outcomeOf(newPage(owner, course, { content: imageOf(foreign) }))).toBe('upload_not_found');
  });

  it('are deleted with the last version that shows them', async () => {
    const image = await newImage(owner);
    const { id: page_id } = await newPage(owner, course, { content: imageOf(image) });
    await owner.call('update_course_page', { page_id, content: '<p>None</p>', base_revision: 1 });
    await server.db.updateTable('course_pages').set({ revision: 201 }).where('id', '=', page_id).execute();
    await owner.call('update_course_page', { page_id, content: '<p>Next</p>', base_revision: 201 });
    const upload = await server.db
      .selectFrom('uploads')
      .select('detached_at')
      .where('id', '=', image.id)
      .executeTakeFirst();
    // The job that deletes it may have been quicker.
    expect(upload?.detached_at).not.toBeNull();
  });

  it('can be downloaded by readers while a published page shows them', async () => {
    const image = await newImage(owner);
    const { id: page_id } = await newPage(owner, course, { content: imageOf(image) });
    const status = async (person: TestPerson) => (await person.fetch(image.url)).status;
    expect(await status(member)).toBe(200);
    await owner.call('update_course_page', { page_id, is_published: false });
    expect([await status(member), await status(admin), await status(owner)]).toEqual([404, 200, 200]);
    await owner.call('update_course_page', { page_id, is_published: true });
    await owner.call('update_course_page', { page_id, content: '<p>None</p>', base_revision: 1 });
    expect([await status(member), await status(admin)]).toEqual([404, 200]);
  });
});

describe('The files of a page', () => {
  const send = (person: TestPerson, file_name = 'hours.pdf') =>
    newFile(person, { purpose: 'course_file', space_id: space.id, file_name }, newPdf);
  const textOf = (...files: { id: string }[]) =>
    `<p>Read</p>${files.map(({ id }) => `<figure data-file="${id}">Any name</figure>`).join('')}`;

  it('come with it by their own names, and can be downloaded by its readers', async () => {
    const [first, second] = [await send(owner), await send(owner, 'plan.pdf')];
    const page = await newPage(owner, course, { content: textOf(first, second, first) });
    expect(page.files).toEqual([first, second]);
    expect((await read(member, page.id)).files).toEqual([first, second]);
    expect((await member.fetch(first.url)).status).toBe(200);
    const edit = { page_id: page.id, content: textOf(second), base_revision: 1 };
    expect((await admin.call('update_course_page', edit)).page.files).toEqual([second]);
    expect([(await member.fetch(first.url)).status, (await admin.fetch(first.url)).status]).toEqual([
      404, 200,
    ]);
  });

  it('must be uploads of its writer for pages', async () => {
    const foreign = await send(admin);
    expect(await outcomeOf(newPage(owner, course, { content: textOf(foreign) }))).toBe('upload_not_found');
    const cover = await newUpload(owner, { purpose: 'course_cover', space_id: space.id });
    expect(await outcomeOf(newPage(owner, course, { content: textOf(cover) }))).toBe('upload_not_found');
    expect(await outcomeOf(newPage(owner, course, { content: textOf({ id: newId() }) }))).toBe(
      'upload_not_found',
    );
  });

  it('are sent by editors, and are documents', async () => {
    const sending = (person: TestPerson, file_name: string, body: string | Buffer) =>
      sendFile(person, { purpose: 'course_file', space_id: space.id, file_name }, body);
    expect((await sending(member, 'hours.pdf', newPdf)).status).toBe(403);
    expect((await sending(owner, 'tour.mp4', newVideo(3))).status).toBe(415);
    expect((await sending(owner, 'hours.md', '# Hours')).status).toBe(200);
  });
});

it('An image of a page has at most 5 MB', async () => {
  const input = new URLSearchParams({ purpose: 'course_image', space_id: space.id, file_name: 'big.png' });
  const body = new Uint8Array(5 * 1024 * 1024 + 1);
  const response = await owner.fetch(`/api/uploads?${input}`, { method: 'POST', body });
  expect(response.status).toBe(413);
});

describe('Moving a page', () => {
  let own: Course;
  let ids: string[];
  let folderId: string;
  beforeAll(async () => {
    own = await newCourse(owner, space);
    ids = await newPagesBySql(server, own.id, 3);
    folderId = (await newFolder(owner, own)).id;
  });

  it('places it first, between two, last, and in a folder', async () => {
    const [a = '', b = '', c = ''] = ids;
    const move = (page_id: string, after_id: string | null | undefined, folder_id: string | null = null) =>
      admin.call('move_course_page', { page_id, folder_id, after_id });
    await move(c, null);
    expect(await idsOf(own)).toEqual([c, a, b]);
    await move(c, a);
    expect(await idsOf(own)).toEqual([a, c, b]);
    await move(a, undefined);
    expect(await idsOf(own)).toEqual([c, b, a]);
    await move(a, undefined, folderId);
    await move(b, null, folderId);
    expect([await idsOf(own), await idsOf(own, folderId)]).toEqual([[c], [b, a]]);
    expect(await outcomeOf(move(c, newId()))).toBe('position_not_found');
    // A page of another folder is no neighbor.
    expect(await outcomeOf(move(c, b))).toBe('position_not_found');
    const foreign = await newFolder(owner, course);
    expect(await outcomeOf(move(c, null, foreign.id))).toBe('folder_not_found');
    expect([await idsOf(own), await idsOf(own, folderId)]).toEqual([[c], [b, a]]);
  });

  it('writes one row, and all of the folder only if no number is left', async () => {
    const tied = await newCourse(owner, space);
    const pages = await newPagesBySql(server, tied.id, 4);
    const [a = '', b = '', c = '', d = ''] = pages;
    const positions = async () =>
      Object.fromEntries(
        (
          await server.db
            .selectFrom('course_pages')
            .select(['id', 'position'])
            .where('course_id', '=', tied.id)
            .execute()
        ).map(({ id, position }) => [id, position]),
      );
    const before = await positions();
    await owner.call('move_course_page', { page_id: d, folder_id: null, after_id: a });
    expect(await positions()).toEqual({ ...before, [d]: 0.5 });
    await server.db
      .updateTable('course_pages')
      .set({ position: 1 })
      .where('course_id', '=', tied.id)
      .execute();
    await owner.call('move_course_page', { page_id: c, folder_id: null, after_id: a });
    expect(await idsOf(tied)).toEqual([a, c, b, d]);
  });

  it('keeps all pages if two people move at once', async () => {
    const busy = await newCourse(owner, space);
    const pages = await newPagesBySql(server, busy.id, 6);
    const moves = pages.map((page_id, index) =>
      (index % 2 ? owner : admin).call('move_course_page', { page_id, folder_id: null, after_id: null }),
    );
    await Promise.all(moves);
    expect((await idsOf(busy)).toSorted()).toEqual(pages.toSorted());
  });
});

describe('A copy of a page', () => {
  it('follows the page, is independent, and is made once', async () => {
    const own = await newCourse(owner, space);
    const folder = await newFolder(owner, own);
    const make = (title: string) => newPage(owner, own, { title, folder_id: folder.id });
    const [first, last] = [await make('First'), await make('Last')];
    const client_id = newId();
    const copy = (page: CoursePage) => admin.call('duplicate_course_page', { page_id: page.id, client_id });
    const { page } = await copy(first);
    expect(page).toMatchObject({
      title: 'First (Copy)',
      body: first.body,
      revision: 1,
      folder_id: folder.id,
    });
    expect(await copy(first)).toEqual({ page });
    expect(await idsOf(own, folder.id)).toEqual([first.id, page.id, last.id]);
    await owner.call('update_course_page', { page_id: page.id, content: '', base_revision: 1 });
    expect((await read(member, first.id)).body).toBe(first.body);
  });
});

describe('Completions', () => {
  it('are counted for each member, from the pages that they see', async () => {
    const own = await newCourse(owner, space);
    const [a = '', b = '', c = ''] = await newPagesBySql(server, own.id, 3);
    const done = await member.call('set_page_completion', { page_id: a, completed: true });
    expect(done).toMatchObject({ page_count: 3, completed_count: 1, progress: 33 });
    expect(done.completed_at).not.toBeNull();
    expect(await member.call('set_page_completion', { page_id: a, completed: true })).toEqual(done);
    await member.call('set_page_completion', { page_id: b, completed: true });
    // A draft counts for nobody but its editors, and is done again once it is published.
    await owner.call('update_course_page', { page_id: b, is_published: false });
    const progress = async (person: TestPerson) => {
      const { course: shown, pages } = await treeOf(person, own);
      const { courses } = await person.call('list_courses', { space_id: space.id });
      expect(courses.find(({ id }) => id === own.id)?.progress).toBe(shown.progress);
      expect(pages.filter(({ completed_at }) => completed_at !== null)).toHaveLength(shown.completed_count);
      return [shown.completed_count, shown.page_count, shown.progress];
    };
    expect(await progress(member)).toEqual([1, 2, 50]);
    expect(await progress(admin)).toEqual([0, 3, 0]);
    const hidden = member.call('set_page_completion', { page_id: b, completed: true });
    expect(await outcomeOf(hidden)).toBe('page_not_found');
    await owner.call('update_course_page', { page_id: b, is_published: true });
    expect(await progress(member)).toEqual([2, 3, 67]);
    const undone = await member.call('set_page_completion', { page_id: a, completed: false });
    expect(undone).toEqual({ completed_at: null, page_count: 3, completed_count: 1, progress: 33 });
    await member.call('set_page_completion', { page_id: a, completed: false });
    const events = await publishedEvents(server, `user:${member.user.id}`, 'course.completion_changed');
    const states = events
      .filter(({ course_id }) => course_id === own.id)
      .map(({ page_id, completed_at }) => [page_id, completed_at !== null]);
    expect(states).toEqual([
      [a, true],
      [b, true],
      [a, false],
    ]);
    expect(await idsOf(own)).toEqual([a, b, c]);
  });
});

it('A copy can be published and reverted, also if title case would change its title', async () => {
  const page = await newPage(owner, course, { title: 'Log in' });
  const { page: copy } = await owner.call('duplicate_course_page', { page_id: page.id, client_id: newId() });
  const state = { page_id: copy.id, is_published: false };
  const { page: reverted } = await owner.call('update_course_page', state);
  expect(reverted).toMatchObject({ title: copy.title, is_published: false, revision: copy.revision });
});
