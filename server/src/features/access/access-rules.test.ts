import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Course } from '#contract/features/courses/courses.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { setClockOffset } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
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
import { newCourse, newFolder, newPage, readCourse } from '#testing/samples/courses.ts';
import { newFile, newPdf } from '#testing/samples/files.ts';
import { newUpload } from '#testing/samples/images.ts';
import { sharedServer } from '#testing/server.ts';
import { setPaid } from '#testing/space-facts.ts';

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
const treeOf = (person: { call: TestPerson['call'] }, course: Course) => readCourse(person, space, course.id);

describe('A lock', () => {
  it.each(['course', 'folder', 'page'] as const)(
    'of a %s lists the page, but keeps it closed',
    async (kind) => {
      const image = await newUpload(owner, { purpose: 'course_image', space_id: space.id });
      const file = await newFile(
        owner,
        { purpose: 'course_file', space_id: space.id, file_name: 'secret.pdf' },
        newPdf,
      );
      const { course, folder, page } = await newTree(
        `<p>Sourdough secret</p><p><img src="${image.url}"></p><figure data-file="${file.id}">secret.pdf</figure>`,
      );
      await setRules(
        { course: ofCourse(course), folder: ofFolder(course, folder), page: ofPage(page) }[kind],
        [{ kind: 'grant' }],
      );
      for (const person of [member, stranger, server.client()]) {
        const tree = await treeOf(person, course);
        const locks = { course: tree.course.lock, folder: tree.folders[0]?.lock, page: tree.pages[0]?.lock };
        expect(locks[kind]).toEqual({
          match: 'all',
          unmet: [{ rule: { kind: 'grant' }, opens_at: null, title: null }],
          opens_at: null,
        });
        expect(Object.values(locks).filter((lock) => lock !== null)).toHaveLength(1);
        expect([tree.course.access, tree.folders[0]?.access, tree.pages[0]?.access]).toEqual([
          null,
          null,
          null,
        ]);
        expect(await openPage(person, page)).toBe('page_locked');
        const { results } = await person.call('search_course', { course_id: course.id, search: 'sourdough' });
        expect(results).toEqual([]);
      }
      const complete = (completed: boolean) =>
        outcomeOf(member.call('set_page_completion', { page_id: page.id, completed }));
      expect([await complete(true), await complete(false)]).toEqual(['page_locked', 'page_locked']);
      for (const { url } of [image, file]) {
        expect((await member.fetch(url)).status).toBe(404);
        expect((await server.client().fetch(url)).status).toBe(404);
        expect((await owner.fetch(url)).status).toBe(200);
      }
      expect(await openPage(owner, page)).toBe('done');

      await give(
        { course: ofCourse(course), folder: ofFolder(course, folder), page: ofPage(page) }[kind],
        member,
      );
      expect(await openPage(member, page)).toBe('done');
      expect((await member.fetch(image.url)).status).toBe(200);
      expect((await member.fetch(file.url)).status).toBe(200);
      expect(await openPage(stranger, page)).toBe('page_locked');
      const { results } = await member.call('search_course', { course_id: course.id, search: 'SOURDOUGH' });
      expect(results).toMatchObject([
        { page_id: page.id, excerpt: expect.stringContaining('Sourdough secret') },
      ]);
      expect(await complete(true)).toBe('done');
    },
  );

  it('of a page does not open by access to another item', async () => {
    const { course, folder, page } = await newTree();
    await setRules(ofCourse(course), [{ kind: 'purchase' }]);
    await setRules(ofPage(page), [{ kind: 'purchase' }]);
    await give(ofFolder(course, folder), member);
    await give(ofPage(page), member);
    expect(await openPage(member, page)).toBe('page_locked');
    await give(ofCourse(course), member);
    expect(await openPage(member, page)).toBe('done');
  });

  it('keeps open what someone has done', async () => {
    const { course, page } = await newTree();
    await member.call('set_page_completion', { page_id: page.id, completed: true });
    await setRules(ofCourse(course), [{ kind: 'date', at: new Date(Date.now() + day).toISOString() }]);
    expect(await openPage(member, page)).toBe('done');
    const { results } = await member.call('search_course', { course_id: course.id, search: 'some text' });
    expect(results).toHaveLength(1);
  });

  it('disappears with its rules', async () => {
    const { course, page } = await newTree();
    await setRules(ofCourse(course), [{ kind: 'grant' }]);
    expect((await setRules(ofCourse(course), [])).access).toBeNull();
    expect(await openPage(member, page)).toBe('done');
  });

  it('is copied with a page', async () => {
    const { page } = await newTree();
    await setRules(ofPage(page), [{ kind: 'grant' }]);
    const copy = await owner.call('duplicate_course_page', { page_id: page.id, client_id: newId() });
    expect(await openPage(member, copy.page)).toBe('page_locked');
  });
});

describe('A rule', () => {
  it('about a level opens the page when the member reaches it', async () => {
    const { page } = await newTree();
    const person = await newMember(server, space);
    await setRules(ofPage(page), [{ kind: 'level', level: 2 }]);
    expect(await openPage(person, page)).toBe('page_locked');
    await setLevel(person, 5);
    expect(await openPage(person, page)).toBe('done');
  });

  it('about days since joining opens the page at the minute that the lock names', async () => {
    const { course, page } = await newTree();
    const person = await newMember(server, space);
    await setRules(ofPage(page), [{ kind: 'days', days: 3 }]);
    const { pages } = await treeOf(person, course);
    const at = pages[0]?.lock?.opens_at ?? '';
    expect(Math.abs(Date.parse(at) - Date.now() - 3 * day)).toBeLessThan(60_000);
    setClockOffset(Date.parse(at) - Date.now() - 5_000);
    expect(await openPage(person, page)).toBe('page_locked');
    setClockOffset(Date.parse(at) - Date.now() + 5_000);
    expect(await openPage(person, page)).toBe('done');
    expect((await treeOf(person, course)).pages[0]?.lock).toBeNull();
  });

  it('about a plan opens the page after the trial of a paid space', async () => {
    const paid = await newSpace(owner);
    const person = await newMember(server, paid);
    const course = await newCourse(owner, paid);
    const page = await newPage(owner, course);
    await setRules(ofPage(page), [{ kind: 'plan', plan: 'paid' }]);
    expect(await openPage(person, page)).toBe('page_locked');
    await setPaid(server, paid.id);
    expect(await openPage(person, page)).toBe('done');
    await server.db
      .updateTable('spaces')
      .set({ feature_7_day_trial_enabled: true })
      .where('id', '=', paid.id)
      .execute();
    expect(await openPage(person, page)).toBe('page_locked');
    setClockOffset(7 * day + 5_000);
    expect(await openPage(person, page)).toBe('done');
  });

  it('about a prerequisite opens the page once it is completed, and names it if it is published', async () => {
    const [first, second] = [await newTree(), await newTree()];
    await setRules(ofPage(second.page), [
      { kind: 'prerequisite', target: { kind: 'course', id: first.course.id } },
      { kind: 'prerequisite', target: { kind: 'page', id: first.page.id } },
    ]);
    const titles = async () =>
      (await treeOf(member, second.course)).pages[0]?.lock?.unmet.map(({ title }) => title);
    expect(await titles()).toEqual([first.course.title, first.page.title]);
    await owner.call('update_course', { course_id: first.course.id, is_published: false });
    expect(await titles()).toEqual([null, null]);
    await owner.call('update_course', { course_id: first.course.id, is_published: true });
    await member.call('set_page_completion', { page_id: first.page.id, completed: true });
    expect(await openPage(member, second.page)).toBe('done');
  });

  it('cannot name what depends on it, or what another space owns', async () => {
    const { course, folder, page } = await newTree();
    const other = await newPage(owner, course);
    const outcomeAfter = (item: AccessItemInput, kind: 'course' | 'page', id: string) =>
      outcomeOf(setRules(item, [{ kind: 'prerequisite', target: { kind, id } }]));
    expect(await outcomeAfter(ofCourse(course), 'page', page.id)).toBe('prerequisite_cycle');
    expect(await outcomeAfter(ofPage(page), 'course', course.id)).toBe('prerequisite_cycle');
    expect(await outcomeAfter(ofFolder(course, folder), 'page', other.id)).toBe('done');
    expect(await outcomeAfter(ofPage(other), 'page', page.id)).toBe('prerequisite_cycle');
    const move = owner.call('move_course_page', { page_id: other.id, folder_id: folder.id });
    expect(await outcomeOf(move)).toBe('prerequisite_cycle');
    const foreign = await newCourse(owner, await newSpace(owner));
    expect(await outcomeAfter(ofPage(page), 'course', foreign.id)).toBe('prerequisite_not_found');
  });

  it('cannot name what is deleted, nor what is in it', async () => {
    const { page } = await newTree();
    const { course, folder } = await newTree();
    const pages = [
      await newPage(owner, course),
      await newPage(owner, course, { folder_id: folder.id }),
      await newPage(owner, course),
    ];
    const nameAll = async () => {
      const targets = [...pages.map(({ id }) => ['page', id] as const), ['course', course.id] as const];
      const outcomes = [];
      for (const [kind, id] of targets)
        outcomes.push(
          await outcomeOf(setRules(ofPage(page), [{ kind: 'prerequisite', target: { kind, id } }])),
        );
      return outcomes;
    };
    const gone = 'prerequisite_not_found';
    await owner.call('delete_course_page', { page_id: pages[0]?.id ?? '' });
    expect(await nameAll()).toEqual([gone, 'done', 'done', 'done']);
    await owner.call('delete_course_folder', { folder_id: folder.id });
    expect(await nameAll()).toEqual([gone, gone, 'done', 'done']);
    await owner.call('delete_course', { course_id: course.id });
    expect(await nameAll()).toEqual([gone, gone, gone, gone]);
  });

  it('about a whole course keeps new pages out of what it locks', async () => {
    const { course } = await newTree();
    const bonus = await newFolder(owner, course);
    await setRules(ofFolder(course, bonus), [
      { kind: 'prerequisite', target: { kind: 'course', id: course.id } },
    ]);
    const add = (folder_id: string | null) => outcomeOf(newPage(owner, course, { folder_id }));
    expect(await add(bonus.id)).toBe('prerequisite_cycle');
    expect(await add(null)).toBe('done');
    const { pages } = await treeOf(owner, course);
    expect(pages).toHaveLength(2);
  });
});

describe('Access that was given', () => {
  it.each(['leave_space', 'remove_member', 'ban_member'] as const)(
    'ends with %s, and does not come back with the member',
    async (operation) => {
      const other = await newSpace(owner);
      const guest = await newMember(server, space);
      await guest.call('public_join_space', { space_id: other.id });
      const { course, page } = await newTree();
      const elsewhere = await newTreeIn(owner, other);
      for (const one of [course, elsewhere.course]) {
        await setRules(ofCourse(one), [{ kind: 'grant' }]);
        await give(ofCourse(one), guest);
      }
      expect(await openPage(guest, page)).toBe('done');
      const [space_id, user_id] = [space.id, guest.user.id];
      if (operation === 'leave_space') await guest.call(operation, { space_id });
      else await owner.call(operation, { space_id, user_id });
      if (operation === 'ban_member') await owner.call('unban_member', { space_id, user_id });
      await guest.call('public_join_space', { space_id });
      expect(await openPage(guest, page)).toBe('page_locked');
      expect(await openPage(guest, elsewhere.page)).toBe('done');
    },
  );
});
