import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { AppError } from '#server/platform/errors.ts';
import { type CourseContext, editCourse } from '../edit-course.ts';
import { planMove } from '../positions.ts';
import { publishTree } from '../publish-course.ts';
import { listFolderPositions, renumberFolders, updateFolderPosition } from './folders.queries.ts';

/**
 * Places a folder after another one of its course, or first with null.
 * @throws AppError `position_not_found` if the other folder isn't in the course
 */
export async function moveFolder(
  context: CourseContext,
  viewer: Viewer,
  scope: Pick<SpaceContext, 'space_id'>,
  { folder_id, after_id }: { folder_id: string; after_id: string | null },
): Promise<void> {
  await editCourse(context, viewer, scope, { folder_id }, async ({ tx, course }) => {
    const others = await listFolderPositions(tx, course.id, folder_id);
    const move = planMove(others, folder_id, after_id, 1000);
    if (!move) throw new AppError('position_not_found');
    if ('order' in move) await renumberFolders(tx, move.order);
    else await updateFolderPosition(tx, folder_id, move.position);
    await publishTree(tx, course, course.is_target_public);
  });
}
