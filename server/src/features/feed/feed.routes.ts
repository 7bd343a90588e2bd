import { nowIso } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import type { RouteBinder } from '#server/platform/http/routes.ts';
import {
  decodeCursor,
  encodeCursor,
  isInteger,
  isTimestamp,
  isUuid,
  toPage,
} from '#server/platform/paging/cursor.ts';
import type { Platform } from '#server/platform/platform.ts';
import { setCommentsClosed } from './close-comments.ts';
import { createPost } from './create-post.ts';
import { deletePost } from './delete-post.ts';
import { enqueueFanOutNow } from './fan-out/notify-followers.job.ts';
import { findPost, findPostBySlug, type PostRow } from './feed.queries.ts';
import { toPost, toPostDetail } from './feed.view.ts';
import { type FeedSort, listFeedPage } from './feed-page.queries.ts';
import { enqueueLinkPreviewsNow } from './link-preview/fetch-link-previews.job.ts';
import { setPostPinned } from './pin-post.ts';
import { toPostResponse } from './read-post.ts';
import { listRevisions, updatePost } from './update-post.ts';

/** Posts on a page, not counting pinned ones. */
const pageSize = 25;

export function feedRoutes(route: RouteBinder, platform: Platform): void {
  const { db } = platform;
  route('list_posts', async ({ input, viewer, scope, liveCursor }) => {
    const { sort, category_id, period } = input;
    // A cursor is valid for one order only.
    const order = sort === 'top' ? `top-${period}` : sort;
    const after = decodeCursor(order, input.cursor, sort === 'top' ? isInteger : isTimestamp);
    const rows = await listFeedPage(db, viewer, {
      space_id: scope.space_id,
      category_id,
      sort,
      period,
      now: nowIso(),
      after,
      limit: pageSize + 1,
    });
    const pinned = after ? [] : rows.filter((row) => row.pinned_at !== null);
    const { page, next_cursor } = toPage(rows.slice(pinned.length), pageSize, (row) =>
      encodeCursor(order, { at: sortKey(sort, row), id: row.id }),
    );
    return { posts: [...pinned, ...page].map(toPost), next_cursor, live_cursor: liveCursor };
  });

  route('create_post', async ({ input, viewer, scope }) => {
    const post = await createPost(platform, viewer, scope, input);
    await enqueueFanOutNow(platform);
    await enqueueLinkPreviewsNow(platform, post.body);
    return { post: toPostDetail(post) };
  });

  route('get_post', async ({ input, viewer, scope, liveCursor }) => {
    const row = await findPost(db, viewer, input.post_id);
    if (!row) throw new AppError('post_not_found');
    return { ...(await toPostResponse(db, viewer, scope, row)), live_cursor: liveCursor };
  });

  route('get_post_by_slug', async ({ input, viewer, scope, liveCursor }) => {
    const bySlug = await findPostBySlug(db, viewer, scope.space_id, input.slug);
    const row = bySlug ?? (isUuid(input.slug) ? await findPost(db, viewer, input.slug) : null);
    if (!row || row.space_id !== scope.space_id) throw new AppError('post_not_found');
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

/** Returns a post's position in an order, as a cursor stores it. */
function sortKey(sort: FeedSort, row: PostRow): string {
  if (sort === 'top') return String(row.like_count);
  return sort === 'new' ? row.created_at : row.last_activity_at;
}
