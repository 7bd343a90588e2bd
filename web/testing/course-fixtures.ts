/* Courses for tests, valid by the schemas of the contract, as in `fixtures.ts`. */
import type { CourseContents } from '#contract/features/courses/course-tree.ts';
import {
  type Course,
  type CourseFolder,
  type CoursePage,
  type CoursePageSummary,
  course,
  coursePage,
  coursePageSummary,
} from '#contract/features/courses/courses.ts';
import { aPerson, idOf, spaceId, timeOf } from './fixtures.ts';

const authorId = aPerson().id;

/** A published course as a member sees it. */
export function aCourse(fields: Partial<Course> = {}): Course {
  return course.parse({
    id: idOf(6_000_000),
    space_id: spaceId,
    short_id: 'abcd1234',
    slug: 'bread-basics',
    title: 'Bread basics',
    description: '',
    cover: null,
    is_published: true,
    video_done_percent: 90,
    comments_enabled: true,
    user_id: authorId,
    page_count: 0,
    completed_count: 0,
    progress: 0,
    can_edit: false,
    lock: null,
    access: null,
    created_at: timeOf(0),
    updated_at: timeOf(0),
    ...fields,
  });
}

/** A published folder. */
export const aFolder = (fields: Partial<CourseFolder> = {}): CourseFolder => ({
  id: idOf(7_000_000),
  title: 'Week 1',
  is_published: true,
  lock: null,
  access: null,
  ...fields,
});

/** A published page of a course, without a folder, as its contents show it. */
export function aPageSummary(fields: Partial<CoursePageSummary> = {}): CoursePageSummary {
  return coursePageSummary.parse({
    id: idOf(1),
    folder_id: null,
    title: 'Flour',
    is_published: true,
    estimated_duration: 1,
    revision: 1,
    has_quiz: false,
    completed_at: null,
    lock: null,
    access: null,
    ...fields,
  });
}

/** The same page with its text. */
export function aCoursePage(fields: Partial<CoursePage> = {}): CoursePage {
  return coursePage.parse({
    ...aPageSummary(),
    course_id: idOf(6_000_000),
    space_id: spaceId,
    body: '<p>Text</p>',
    content: null,
    files: [],
    can_edit: false,
    created_at: timeOf(0),
    updated_at: timeOf(0),
    ...fields,
  });
}

/** The response to `get_course` with these folders and pages. */
export function aCourseResponse(
  course: Course,
  folders: readonly CourseFolder[],
  pages: readonly CoursePageSummary[],
): { course: Course; live_cursor: number } & CourseContents {
  const items = [...folders, ...pages];
  const toItem = ({ id, title, is_published, access }: CourseFolder) => ({
    id,
    title,
    ...(is_published ? {} : { is_published }),
    ...(access ? { access } : {}),
  });
  const pagesIn = (folderId: string | null) =>
    pages
      .filter(({ folder_id }) => folder_id === folderId)
      .map(({ estimated_duration, revision, has_quiz, ...page }) => ({
        ...toItem(page),
        estimated_duration,
        revision,
        ...(has_quiz ? { has_quiz } : {}),
      }));
  return {
    course,
    tree: {
      pages: pagesIn(null),
      folders: folders.map((folder) => ({ ...toItem(folder), pages: pagesIn(folder.id) })),
    },
    completions: Object.fromEntries(
      pages.flatMap(({ id, completed_at }) => (completed_at ? [[id, completed_at]] : [])),
    ),
    locks: Object.fromEntries(items.flatMap(({ id, lock }) => (lock ? [[id, lock]] : []))),
    live_cursor: 1,
  };
}
