import { maxCoursePages } from '#contract/values/limits.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import { retractPages } from '../announcements/announce.ts';
import { countPages } from '../course-writes.queries.ts';
import type { PageRow } from '../courses.queries.ts';
import { type CourseContext, editCourse, restorableSince } from '../edit-course.ts';
import { findFolder } from '../folders/folders.queries.ts';
import { publishTree, recountPages } from '../publish-course.ts';
import { isFolderPublished, requirePage } from './create-page.ts';
import { findStoredPage, markPageDeleted, restorePage as restorePageRow } from './pages.queries.ts';

type Scope = Pick<SpaceContext, 'space_id'>;

/** Deletes a page, which can be restored. Repeating it changes nothing. */
export async function deletePage(
  context: CourseContext,
  viewer: Viewer,
  scope: Scope,
  pageId: string,
): Promise<void> {
  await editCourse(
    context,
    viewer,
    scope,
    { page_id: pageId },
    async ({ tx, course }) => {
      const page = await findStoredPage(tx, course.id, pageId);
      if (!page || page.deleted_at !== null) return;
      await markPageDeleted(tx, pageId, nowIso());
      await recountPages(tx, course);
      await publishTree(tx, course, course.is_target_public, [pageId]);
      if (course.is_target_public) await retractPages(tx, course.id, [pageId]);
    },
    { deleted: true },
  );
}

/**
 * Restores a page that was deleted in the last 30 days. If its folder was deleted, it becomes a page without a folder. Restoring
 * one that isn't deleted changes nothing.
 */
export async function restorePage(
  context: CourseContext,
  viewer: Viewer,
  scope: Scope,
  pageId: string,
): Promise<PageRow> {
  return await editCourse(
    context,
    viewer,
    scope,
    { page_id: pageId },
    async (edit) => {
      const { tx, course } = edit;
      const page = await findStoredPage(tx, course.id, pageId);
      if (!page || (page.deleted_at !== null && page.deleted_at < restorableSince()))
        throw new AppError('page_not_found');
      if (page.deleted_at !== null) {
        if ((await countPages(tx, course.id)) >= maxCoursePages) throw new AppError('too_many_pages');
        const folder = page.folder_id === null ? null : await findFolder(tx, course.id, page.folder_id);
        const keepsFolder = folder === null || folder.deleted_at === null;
        await restorePageRow(tx, page, { keepsFolder });
        await recountPages(tx, course);
        const isPublic = await isFolderPublished(edit, course, keepsFolder ? page.folder_id : null);
        await publishTree(tx, course, isPublic && page.is_published, [pageId]);
      }
      return await requirePage(edit, pageId);
    },
    { deleted: true },
  );
}
