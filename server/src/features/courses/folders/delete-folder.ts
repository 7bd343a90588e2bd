import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import { retractPages } from '../announcements/announce.ts';
import { listPagesOfFolder } from '../announcements/announcements.queries.ts';
import type { FolderRow } from '../courses.queries.ts';
import { type CourseContext, type CourseEdit, editCourse, restorableSince } from '../edit-course.ts';
import { publishTree, recountPages } from '../publish-course.ts';
import { requireRoomForFolder } from './create-folder.ts';
import { findFolder, type StoredFolder, updateFolderDeletedAt } from './folders.queries.ts';

type Scope = Pick<SpaceContext, 'space_id'>;

/** Runs a write of a folder that may be deleted. */
async function editFolder<T>(
  context: CourseContext,
  viewer: Viewer,
  scope: Scope,
  folderId: string,
  work: (edit: CourseEdit, folder: StoredFolder) => Promise<T>,
): Promise<T> {
  return await editCourse(
    context,
    viewer,
    scope,
    { folder_id: folderId },
    async (edit) => {
      const folder = await findFolder(edit.tx, edit.course.id, folderId);
      if (!folder) throw new AppError('folder_not_found');
      return await work(edit, folder);
    },
    { deleted: true },
  );
}

/** Marks a folder as deleted or restored, which hides or shows its pages. */
async function setDeleted({ tx, course }: CourseEdit, folder: StoredFolder, at: string | null) {
  await updateFolderDeletedAt(tx, folder.id, at);
  await recountPages(tx, course);
  const wasShown = course.is_published && folder.is_published;
  await publishTree(tx, course, wasShown);
  if (wasShown && at !== null) await retractPages(tx, course.id, await listPagesOfFolder(tx, folder.id));
}

/** Deletes a folder with its pages, which can be restored with it. Repeating it changes nothing. */
export async function deleteFolder(
  context: CourseContext,
  viewer: Viewer,
  scope: Scope,
  folderId: string,
): Promise<void> {
  await editFolder(context, viewer, scope, folderId, async (edit, folder) => {
    if (folder.deleted_at === null) await setDeleted(edit, folder, nowIso());
  });
}

/**
 * Restores a folder that was deleted in the last 30 days. Restoring one that isn't deleted changes nothing.
 * @throws AppError `folder_not_found`, `too_many_folders`
 */
export async function restoreFolder(
  context: CourseContext,
  viewer: Viewer,
  scope: Scope,
  folderId: string,
): Promise<FolderRow> {
  return await editFolder(context, viewer, scope, folderId, async (edit, { deleted_at, ...folder }) => {
    if (deleted_at !== null && deleted_at < restorableSince()) throw new AppError('folder_not_found');
    if (deleted_at !== null) {
      await requireRoomForFolder(edit.tx, edit.course.id);
      await setDeleted(edit, { ...folder, deleted_at }, null);
    }
    return folder;
  });
}
