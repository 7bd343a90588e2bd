import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import type { Db } from '#server/platform/db/database.ts';
import { listClosedCategories } from '../../spaces/index.ts';
import { locatePage } from './discussions.access.ts';
import { findDiscussionShowing } from './discussions.queries.ts';

/** Returns whether a comment shows an upload, below a page or in a category that the viewer can open. */
export async function isShownToSome(
  db: Db,
  viewer: Viewer | null,
  scope: SpaceContext,
  uploadId: string,
): Promise<boolean> {
  const found = await findDiscussionShowing(db, uploadId);
  if (!found) return false;
  if (found.post_type === 'course_page') return (await locatePage(db, viewer, found.post_id)) !== null;
  const closed = await listClosedCategories(db, viewer, scope);
  return !closed.some((id) => id === found.category_id);
}
