import { beforeAll, describe, expect, it } from 'vitest';
import type { Course } from '#contract/features/courses/courses.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { countQueries } from '#testing/count-queries.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { outcomeOf } from '#testing/responses.ts';
import { accessBy, ofCourse, ofFolder, ofPage } from '#testing/samples/course-access.ts';
import { newCourse, newFolder, newPage, newPagesBySql } from '#testing/samples/courses.ts';
import { sharedServer } from '#testing/server.ts';

const server = sharedServer();
let owner: TestPerson;
let member: TestPerson;
let space: Space;
const { setRules, give } = accessBy(() => owner);
type Reader = Pick<TestPerson, 'call'>;

beforeAll(async () => {
  owner = await newPerson(server);
  space = await newSpace(owner);
  member = await newMember(server, space);
});

async function find(person: Reader, search: string, { id } = space) {
  const { courses, pages } = await person.call('search_courses', { space_id: id, search });
  return { courses: courses.map(({ title }) => title), pages: pages.map(({ title }) => title) };
}
const nothing = { courses: [], pages: [] };
const withText = (text: string) => ({ content: `<p>${text}</p>` });

describe('Searching the courses of a space', () => {
  it('finds courses by their title and pages by title or text, ignoring case and accents', async () => {
    const course = await newCourse(owner, space, { title: 'Crème brûlée' });
    const page = await newPage(owner, course, { title: 'Torching', ...withText('Burn the CRÈME slowly.') });
    await newPage(owner, course, { title: 'About Crème', ...withText('Nothing else.') });
    for (const search of ['crème', 'CREME', 'eme'])
      expect(await find(member, search)).toEqual({
        courses: ['Crème brûlée'],
        pages: ['About Crème', 'Torching'],
      });
    const { pages } = await member.call('search_courses', { space_id: space.id, search: 'slowly' });
    expect(pages).toEqual([
      {
        page_id: page.id,
        title: 'Torching',
        course: { course_id: course.id, title: 'Crème brûlée', slug: course.slug },
      },
    ]);
    // Accents alone, and what `like` would take for a pattern, match nothing.
    for (const search of ['\u0301', '%', '_', '\\', 'crème%'])
      expect(await find(member, search)).toEqual(nothing);
  });

  it('reads texts only from three characters, so that it reads few of them', async () => {
    const course = await newCourse(owner, space, { title: 'Short' });
    await newPage(owner, course, { title: 'Qz', ...withText('xx qz yy') });
    await newPage(owner, course, { title: 'Other', ...withText('aqzb') });
    expect((await find(member, 'qz')).pages).toEqual(['Qz']);
    expect((await find(member, 'qzb')).pages).toEqual(['Other']);
  });

  it('finds what is added, edited and published, and not what is deleted', async () => {
    const course = await newCourse(owner, space, { title: 'Living' });
    const page = await newPage(owner, course, { title: 'First', ...withText('molasses') });
    const edit = (content: string, base_revision: number) =>
      owner.call('update_course_page', { page_id: page.id, content, base_revision });
    await edit('<p>treacle</p>', 1);
    expect([await find(member, 'molasses'), (await find(member, 'treacle')).pages]).toEqual([
      nothing,
      ['First'],
    ]);
    await owner.call('delete_course_page', { page_id: page.id });
    expect(await find(member, 'treacle')).toEqual(nothing);
    await owner.call('restore_course_page', { page_id: page.id });
    expect((await find(member, 'treacle')).pages).toEqual(['First']);
    await owner.call('delete_course', { course_id: course.id });
    expect([await find(owner, 'treacle'), await find(owner, 'Living')]).toEqual([nothing, nothing]);
  });

  it('finds drafts for editors only', async () => {
    const draft = await newCourse(owner, space, { title: 'Draft of quinces', is_published: false });
    await newPage(owner, draft, { title: 'Inside', ...withText('quinces') });
    const course = await newCourse(owner, space, { title: 'Fruit' });
    const folder = await newFolder(owner, course, { is_published: false });
    await newPage(owner, course, { title: 'Hidden', is_published: false, ...withText('quinces') });
    await newPage(owner, course, { title: 'In Draft', folder_id: folder.id, ...withText('quinces') });
    expect(await find(member, 'quinces')).toEqual(nothing);
    expect(await find(owner, 'quinces')).toEqual({
      courses: ['Draft of quinces'],
      pages: ['In Draft', 'Hidden', 'Inside'],
    });
  });

  it('leaves out what is locked, or part of what is locked, unless it is done', async () => {
    const closed = await newCourse(owner, space, { title: 'Saffron for experts' });
    const inside = await newPage(owner, closed, { title: 'Inside', ...withText('saffron') });
    const open = await newCourse(owner, space, { title: 'Saffron' });
    const folder = await newFolder(owner, open);
    await newPage(owner, open, { title: 'Below', folder_id: folder.id, ...withText('saffron') });
    const page = await newPage(owner, open, { title: 'Alone', ...withText('saffron') });
    const seen = await newPage(owner, open, { title: 'Seen', ...withText('saffron') });
    await member.call('set_page_completion', { page_id: seen.id, completed: true });
    const rules = [{ kind: 'level' as const, level: 9 }];
    for (const item of [ofCourse(closed), ofFolder(open, folder), ofPage(page), ofPage(seen)])
      await setRules(item, rules);
    expect(await find(member, 'saffron')).toEqual({ courses: ['Saffron'], pages: ['Seen'] });
    expect(await find(server.client(), 'saffron')).toEqual({ courses: ['Saffron'], pages: [] });
    expect((await find(owner, 'saffron')).pages).toHaveLength(4);
    await give(ofCourse(closed), member);
    expect((await find(member, 'saffron')).pages).toEqual(['Seen', inside.title]);
  });

  it('is refused where the classroom is off, and in private spaces to people who are not members', async () => {
    const [off, secret] = [await newSpace(owner), await newSpace(owner, { is_private: true })];
    for (const { id } of [off, secret]) await newCourse(owner, { id }, { title: 'Fennel' });
    await owner.call('update_space', { space_id: off.id, feature_classroom_enabled: false });
    const search = (person: Reader, { id }: { id: string }) =>
      outcomeOf(person.call('search_courses', { space_id: id, search: 'fennel' }));
    expect(await search(owner, off)).toBe('classroom_not_enabled');
    expect(await search(member, secret)).toBe('space_not_found');
    expect(await find(owner, 'fennel', secret)).toEqual({ courses: ['Fennel'], pages: [] });
    expect(await find(member, 'fennel')).toEqual(nothing);
  });

  it('returns at most six courses and six pages, in as many statements for many as for few', async () => {
    const crowded = await newSpace(owner);
    const reader = await newMember(server, crowded);
    const count = () =>
      countQueries(() => reader.call('search_courses', { space_id: crowded.id, search: 'text' }));
    const courses: Course[] = [];
    const add = async () => {
      const course = await newCourse(owner, crowded, { title: `Textiles ${courses.length}` });
      courses.push(course);
      await newPagesBySql(server, course.id, 10);
    };
    await add();
    const few = await count();
    for (let index = 0; index < 7; index += 1) await add();
    expect(await count()).toBe(few);
    const found = await find(reader, 'text', crowded);
    expect([found.courses.length, found.pages.length]).toEqual([6, 6]);
  });
});
