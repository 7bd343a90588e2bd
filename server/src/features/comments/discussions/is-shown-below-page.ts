import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import type { Db } from '#server/platform/db/database.ts';
import { locatePage } from './discussions.access.ts';
import { findPageShowing } from './discussions.queries.ts';

/** Returns whether a comment below a page that the viewer can open shows an upload. */
export async function isShownBelowPage(
  db: Db,
  viewer: Viewer | null,
  _scope: SpaceContext,
  uploadId: string,
): Promise<boolean> {
  const pageId = await findPageShowing(db, uploadId);
  return pageId !== null && (await locatePage(db, viewer, pageId)) !== null;
}
