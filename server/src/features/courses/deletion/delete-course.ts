import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import { retractCourse } from '../announcements/announce.ts';
import { updateCourseDeletedAt } from '../course-writes.queries.ts';
import { type CourseRow, findCourse } from '../courses.queries.ts';
import { type CourseContext, editCourse, restorableSince } from '../edit-course.ts';
import { publishCourse } from '../publish-course.ts';

type Scope = Pick<SpaceContext, 'space_id'>;
const options = { deleted: true, locksSpace: true };

/** Deletes a course with its folders and pages, which can be restored with it. Repeating it changes nothing. */
export async function deleteCourse(
  context: CourseContext,
  viewer: Viewer,
  scope: Scope,
  courseId: string,
): Promise<void> {
  await editCourse(
    context,
    viewer,
    scope,
    { course_id: courseId },
    async ({ tx, course }) => {
      if (course.deleted_at !== null) return;
      await updateCourseDeletedAt(tx, course.id, nowIso());
      await publishCourse(tx, course, 'course.deleted', course.is_published);
      if (course.is_published) await retractCourse(tx, course.id);
    },
    options,
  );
}

/** Restores a course that was deleted in the last 30 days. Restoring one that isn't deleted changes nothing. */
export async function restoreCourse(
  context: CourseContext,
  viewer: Viewer,
  scope: Scope,
  courseId: string,
): Promise<CourseRow> {
  return await editCourse(
    context,
    viewer,
    scope,
    { course_id: courseId },
    async ({ tx, course, viewer: reader }) => {
      if (course.deleted_at !== null && course.deleted_at < restorableSince())
        throw new AppError('course_not_found');
      if (course.deleted_at !== null) {
        await updateCourseDeletedAt(tx, course.id, null);
        await publishCourse(tx, course, 'course.created', course.is_published);
      }
      const row = await findCourse(tx, reader, course.space_id, course.id);
      if (!row) throw new AppError('course_not_found');
      return row;
    },
    options,
  );
}
