import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import type { Db } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { findPage, type PageRow } from './courses.queries.ts';
import { toCourseViewer } from './visible-pages.queries.ts';

/**
 * Returns a page that the viewer sees. What belongs to a page asks here who may see it.
 * @throws AppError `page_not_found`
 */
export async function requireVisiblePage(
  db: Db,
  viewer: Viewer | null,
  scope: Pick<SpaceContext, 'role' | 'permissions'>,
  pageId: string,
): Promise<PageRow> {
  const page = await findPage(db, toCourseViewer(viewer, scope), pageId);
  if (!page) throw new AppError('page_not_found');
  return page;
}
