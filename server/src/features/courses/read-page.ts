import { isPageOpen } from '#contract/features/access/access-items.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import type { Db } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { listLocks } from '../access/index.ts';
import { findPage, type PageRow } from './courses.queries.ts';
import { requireCanEdit } from './require-can-edit.ts';
import { type CourseViewer, toCourseViewer } from './visible-pages.queries.ts';

/**
 * Checks that a page that the viewer sees is open to them.
 * @throws AppError `page_locked`
 */
export async function requireOpen(db: Db, { member_id }: CourseViewer, page: PageRow): Promise<void> {
  if (page.can_edit || page.completed_at !== null) return;
  const course = { id: page.course_id, access: page.course_access };
  const folder = page.folder_id === null ? null : { id: page.folder_id, access: page.folder_access };
  const items = folder ? [course, folder, page] : [course, page];
  const locks = await listLocks(db, { space_id: page.space_id, user_id: member_id }, items);
  const lockOf = ({ id }: { id: string }) => ({ lock: locks.get(id) ?? null });
  const isOpen = isPageOpen(lockOf(course), folder && lockOf(folder), {
    ...lockOf(page),
    completed_at: null,
  });
  if (!isOpen) throw new AppError('page_locked');
}

/**
 * Returns a page that the viewer sees and can open. What belongs to a page asks here who may see it.
 * @param options.edits whether they must also be able to edit it
 * @throws AppError `page_not_found`, `page_locked`, `not_allowed`
 */
export async function requireOpenPage(
  db: Db,
  viewer: Pick<Viewer, 'user_id'> | null,
  scope: Pick<SpaceContext, 'role' | 'permissions'>,
  pageId: string,
  { edits = false } = {},
): Promise<PageRow> {
  const reader = toCourseViewer(viewer, scope);
  const page = await findPage(db, reader, pageId);
  if (!page) throw new AppError('page_not_found');
  await requireOpen(db, reader, page);
  if (edits) requireCanEdit(page);
  return page;
}
