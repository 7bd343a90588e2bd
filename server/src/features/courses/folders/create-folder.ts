import { maxCourseFolders } from '#contract/values/limits.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { newId } from '#server/platform/ids.ts';
import type { FolderRow } from '../courses.queries.ts';
import { type CourseContext, editCourse } from '../edit-course.ts';
import { publishTree } from '../publish-course.ts';
import { countFolders, findFolderByClientId, insertFolder } from './folders.queries.ts';

/** @throws AppError `too_many_folders` */
export async function requireRoomForFolder(tx: Tx, courseId: string): Promise<void> {
  if ((await countFolders(tx, courseId)) >= maxCourseFolders) throw new AppError('too_many_folders');
}

/**
 * Adds a folder at the end of a course. Repeating the call with the same client id returns the existing folder.
 * @throws AppError `folder_not_found` if that folder was deleted meanwhile, `too_many_folders`
 */
export async function createFolder(
  context: CourseContext,
  viewer: Viewer,
  scope: Pick<SpaceContext, 'space_id'>,
  input: { course_id: string; client_id: string; title: string; is_published: boolean },
): Promise<FolderRow> {
  const { course_id, ...fields } = input;
  return await editCourse(context, viewer, scope, { course_id }, async ({ tx, course }) => {
    const earlier = await findFolderByClientId(tx, course.id, input.client_id);
    if (earlier && earlier.deleted_at !== null) throw new AppError('folder_not_found');
    if (earlier) {
      const { deleted_at: _, ...folder } = earlier;
      return folder;
    }
    await requireRoomForFolder(tx, course.id);
    const at = nowIso();
    const id = newId();
    const { space_id } = course;
    await insertFolder(tx, { ...fields, id, course_id: course.id, space_id, created_at: at, updated_at: at });
    await publishTree(tx, course, course.is_published && input.is_published);
    return { id, title: input.title, is_published: input.is_published, access: null };
  });
}
