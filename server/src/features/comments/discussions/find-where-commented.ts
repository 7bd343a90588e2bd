import type { commentEndpoints } from '#contract/features/comments/comments.ts';
import type { EndpointOutput } from '#contract/schema/endpoint.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import type { Db } from '#server/platform/db/database.ts';
import { listClosedCategories } from '../../spaces/index.ts';
import { findPostOfComment } from '../threads.queries.ts';
import { locatePage } from './discussions.access.ts';

/** Returns the post or page of a comment of a space; see `find_comment`. */
export async function findWhereCommented(
  db: Db,
  viewer: Viewer | null,
  scope: SpaceContext,
  commentId: string,
): Promise<EndpointOutput<typeof commentEndpoints.find_comment>> {
  const found = await findPostOfComment(db, scope.space_id, commentId);
  if (!found) return { post: null, page: null };
  const { post_type, category_id, ...post } = found;
  if (post_type !== 'course_page') {
    const closed = await listClosedCategories(db, viewer, scope);
    return { post: closed.some((id) => id === category_id) ? null : post, page: null };
  }
  const located = await locatePage(db, viewer, post.id);
  return { post: null, page: located && { id: post.id, course_id: located.course_id } };
}
