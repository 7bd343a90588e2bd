/* Courses for tests, valid by the schemas of the contract, as in `fixtures.ts`. */
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
