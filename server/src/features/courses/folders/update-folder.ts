import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import { announceFolder } from '../announcements/announce.ts';
import type { FolderRow } from '../courses.queries.ts';
import { type CourseContext, editCourse } from '../edit-course.ts';
import { publishTree, recountPages } from '../publish-course.ts';
import { findFolder, updateFolderFields } from './folders.queries.ts';

/** Renames, publishes or unpublishes a folder; missing fields stay unchanged. */
export async function updateFolder(
  context: CourseContext,
  viewer: Viewer,
  scope: Pick<SpaceContext, 'space_id'>,
  input: { folder_id: string; title?: string | undefined; is_published?: boolean | undefined },
): Promise<FolderRow> {
  const { folder_id } = input;
  return await editCourse(context, viewer, scope, { folder_id }, async ({ tx, course }) => {
    const before = await findFolder(tx, course.id, folder_id);
    if (!before) throw new AppError('folder_not_found');
    const title = input.title ?? before.title;
    const is_published = input.is_published ?? before.is_published;
    if (title !== before.title || is_published !== before.is_published) {
      await updateFolderFields(tx, folder_id, { title, is_published, updated_at: nowIso() });
      if (is_published !== before.is_published) await recountPages(tx, course);
      await publishTree(tx, course, course.is_published && (before.is_published || is_published));
      if (course.is_published && is_published !== before.is_published)
        await announceFolder({ tx, course, user_id: viewer.user_id }, folder_id, { isShown: is_published });
    }
    return { id: folder_id, title, is_published, access: before.access };
  });
}
