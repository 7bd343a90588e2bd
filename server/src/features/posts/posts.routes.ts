import { AppError } from '#server/platform/errors.ts';
import type { RouteBinder } from '#server/platform/http/routes.ts';
import { isUuid } from '#server/platform/paging/cursor.ts';
import type { Platform } from '#server/platform/platform.ts';
import { listClosedCategories } from '../spaces/index.ts';
import { setCommentsClosed } from './close-comments.ts';
import { createPost } from './create-post.ts';
import { deletePost } from './delete-post.ts';
import { listRevisions, updatePost } from './editing/update-post.ts';
import { enqueueFanOutNow } from './fan-out/notify-followers.job.ts';
import { enqueueLinkPreviewsNow } from './link-preview/fetch-link-previews.job.ts';
import { setPostPinned } from './pins/pin-post.ts';
import { findPost, findPostBySlug } from './posts.queries.ts';
import { toPost, toPostDetail } from './posts.view.ts';
import { toPostResponse } from './read-post.ts';

export function postRoutes(route: RouteBinder, platform: Platform): void {
  const { db } = platform;
  route('create_post', async ({ input, viewer, scope }) => {
    const row = await createPost(platform, viewer, scope, input);
    await enqueueFanOutNow(platform);
    const { post } = await toPostResponse(db, viewer, scope, row);
    await enqueueLinkPreviewsNow(platform, post.body);
    return { post };
  });

  route('get_post', async ({ input, viewer, scope, liveCursor }) => {
    const row = await findPost(db, viewer, input.post_id);
    if (!row) throw new AppError('post_not_found');
    return { ...(await toPostResponse(db, viewer, scope, row)), live_cursor: liveCursor };
  });

  route('get_post_by_slug', async ({ input, viewer, scope, liveCursor }) => {
    const bySlug = await findPostBySlug(db, viewer, scope.space_id, input.slug);
    const row = bySlug ?? (isUuid(input.slug) ? await findPost(db, viewer, input.slug) : null);
    const closed = await listClosedCategories(db, viewer, scope);
    const isClosed = closed.some((id) => id === row?.category_id);
    if (!row || row.space_id !== scope.space_id || isClosed) throw new AppError('post_not_found');
    return { ...(await toPostResponse(db, viewer, scope, row)), live_cursor: liveCursor };
  });

  route('set_comments_closed', async ({ input, viewer, scope }) => {
    await setCommentsClosed(db, viewer, scope, input.post_id, input.closed);
    return {};
  });

  route('update_post', async ({ input, viewer, scope }) => {
    const post = await updatePost(platform, viewer, scope, input);
    await enqueueLinkPreviewsNow(platform, post.body);
    return { post: toPostDetail(post) };
  });

  route('list_post_revisions', async ({ input, viewer, scope }) => {
    return await listRevisions(db, viewer, scope, input);
  });

  route('delete_post', async ({ input, viewer, scope }) => {
    await deletePost(platform, viewer, scope, input.post_id);
    return {};
  });

  route('pin_post', async ({ input, viewer, scope }) => {
    return { post: toPost(await setPostPinned(db, viewer, scope, input.post_id, true)) };
  });

  route('unpin_post', async ({ input, viewer, scope }) => {
    return { post: toPost(await setPostPinned(db, viewer, scope, input.post_id, false)) };
  });
}
