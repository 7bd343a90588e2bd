import type { AccessRule } from '#contract/features/access/access.ts';
import type { Course, CourseFolder, CoursePage } from '#contract/features/courses/courses.ts';
import { newId } from '#server/platform/ids.ts';
import type { TestPerson } from '../people.ts';
import { outcomeOf } from '../responses.ts';
import type { TestServer } from '../server.ts';
import { newCourse, newFolder, newPage } from './courses.ts';

/** What access rules are about, as endpoints name it. */
export type AccessItemInput = { course_id: string; item_kind: 'course' | 'folder' | 'page'; item_id: string };

export const ofCourse = ({ id }: Course): AccessItemInput => ({
  course_id: id,
  item_kind: 'course',
  item_id: id,
});
export const ofFolder = (course: Course, { id }: CourseFolder): AccessItemInput => ({
  course_id: course.id,
  item_kind: 'folder',
  item_id: id,
});
export const ofPage = ({ course_id, id }: CoursePage): AccessItemInput => ({
  course_id,
  item_kind: 'page',
  item_id: id,
});

/** Sets rules and gives access as an editor. */
export const accessBy = (editor: () => TestPerson) => ({
  setRules: (item: AccessItemInput, rules: AccessRule[], match: 'all' | 'any' = 'all') =>
    editor().call('set_course_access', { ...item, match, rules }),
  give: (item: AccessItemInput, person: TestPerson, client_id = newId()) =>
    editor().call('give_course_access', { ...item, client_id, to: { user_id: person.user.id } }),
});

/** Creates a course with a page in a folder. */
export async function newTree(person: TestPerson, space: { id: string }, content?: string) {
  const course = await newCourse(person, space);
  const folder = await newFolder(person, course);
  const page = await newPage(person, course, { folder_id: folder.id, ...(content ? { content } : {}) });
  return { course, folder, page };
}

type Reader = Pick<TestPerson, 'call'>;

export const openPage = (person: Reader, { id }: CoursePage) =>
  outcomeOf(person.call('get_course_page', { page_id: id }));

/** Gives a member points, and so a level. */
export async function setPoints(
  server: TestServer,
  space: { id: string },
  person: TestPerson,
  points: number,
): Promise<void> {
  await server.db
    .updateTable('member_points')
    .set({ points })
    .where('space_id', '=', space.id)
    .where('user_id', '=', person.user.id)
    .execute();
}
