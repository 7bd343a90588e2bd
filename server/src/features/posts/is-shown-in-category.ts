import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import type { Db } from '#server/platform/db/database.ts';
import { listClosedCategories } from '../spaces/index.ts';
import { findCategoryOfUpload } from './posts.queries.ts';

/** Returns whether a post that isn't deleted, in a category that the viewer can open, shows an upload. */
export async function isShownInCategory(
  db: Db,
  viewer: Viewer | null,
  scope: SpaceContext,
  uploadId: string,
): Promise<boolean> {
  const found = await findCategoryOfUpload(db, uploadId);
  if (!found) return false;
  const closed = await listClosedCategories(db, viewer, scope);
  return !closed.some((id) => id === found.category_id);
}
