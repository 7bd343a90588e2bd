import type { PostDetail, PostRemoval } from '#contract/features/posts/posts.ts';
import { t } from '#contract/i18n/translate.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import type { Db } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { canDelete } from './posts.policy.ts';
import { findPost, type PostDetailRow } from './posts.queries.ts';
import { toPostDetail } from './posts.view.ts';
import { findPostRemoval } from './removal.queries.ts';

/**
 * Returns a post with what the viewer did with it.
 * @throws AppError `post_not_found`
 */
export async function requirePost(db: Db, viewer: Viewer, postId: string): Promise<PostDetailRow> {
  const row = await findPost(db, viewer, postId);
  if (!row) throw new AppError('post_not_found');
  return row;
}

/**
 * Returns a post as its page shows it. Of a deleted post only what its comments need is left, and the reason only for
 * those who may delete it.
 */
export async function toPostResponse(
  db: Db,
  viewer: Viewer | null,
  scope: SpaceContext,
  row: PostDetailRow,
): Promise<{ post: PostDetail; removal: PostRemoval | null }> {
  const post = toPostDetail(row);
  if (!row.deleted_at) return { post, removal: null };
  const removal = await findPostRemoval(db, row.id);
  const canSeeReason = viewer !== null && canDelete(viewer, scope, row.user_id);
  return {
    post: {
      ...post,
      // The slug tells the title. Addresses with the id lead here as well.
      slug: row.id,
      title: t('Post deleted'),
      excerpt: '',
      body: '',
      attachments: [],
      files: [],
      poll: null,
      link_preview: null,
    },
    removal: {
      is_removed: removal?.removed_by != null,
      reason: canSeeReason ? (removal?.removal_reason ?? null) : null,
    },
  };
}
