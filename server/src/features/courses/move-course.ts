import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { requireRights } from '#server/platform/access.ts';
import { AppError } from '#server/platform/errors.ts';
import { renumberCourses, updateCoursePosition } from './course-writes.queries.ts';
import { listCoursePositions } from './courses.queries.ts';
import { type CourseContext, editCourse } from './edit-course.ts';
import { planMove } from './positions.ts';
import { publishCourse } from './publish-course.ts';

/**
 * Places a course after another one, or first with null. Only the owner and admins may: the list belongs to the space.
 * @throws AppError `position_not_found` if the other course isn't in the list
 */
export async function moveCourse(
  context: CourseContext,
  viewer: Viewer,
  scope: Pick<SpaceContext, 'space_id'>,
  input: { course_id: string; after_id: string | null },
): Promise<void> {
  await editCourse(
    context,
    viewer,
    scope,
    { course_id: input.course_id },
    async ({ tx, course, rights }) => {
      requireRights('space-editor', rights);
      const others = await listCoursePositions(tx, course.space_id, course.id);
      const move = planMove(others, course.id, input.after_id);
      if (!move) throw new AppError('position_not_found');
      if ('order' in move) await renumberCourses(tx, move.order);
      else await updateCoursePosition(tx, course.id, move.position);
      await publishCourse(tx, course, 'course.changed', course.is_published);
    },
    // A move may write all positions of the list.
    { locksSpace: true },
  );
}
