import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import type { Db } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { type CourseRow, findCourse } from './courses.queries.ts';
import { requireCanEdit } from './require-can-edit.ts';
import { toCourseViewer } from './visible-pages.queries.ts';

/**
 * Returns a course that the viewer sees.
 * @param options.edits whether they must also be able to edit it
 * @throws AppError `course_not_found`, `not_allowed`
 */
export async function requireVisibleCourse(
  db: Db,
  viewer: Viewer | null,
  scope: Pick<SpaceContext, 'space_id' | 'role' | 'permissions'>,
  courseId: string,
  { edits = false } = {},
): Promise<CourseRow> {
  const course = await findCourse(db, toCourseViewer(viewer, scope), scope.space_id, courseId);
  if (!course) throw new AppError('course_not_found');
  if (edits) requireCanEdit(course);
  return course;
}
