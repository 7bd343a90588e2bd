import type { Post } from '#contract/features/posts/posts.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { RouteBinder } from '#server/platform/http/routes.ts';
import {
  decodeCursor,
  encodeCursor,
  isInteger,
  isTimestamp,
  toPage,
} from '#server/platform/paging/cursor.ts';
import type { Platform } from '#server/platform/platform.ts';
import { listClosedCategories } from '../spaces/index.ts';
import { type FeedSort, listFeedPage, listTitlesOfCategory } from './feed.queries.ts';

/** Posts on a page, not counting the pinned ones at its beginning. */
const pageSize = 25;
/** Titles beside an open post: five, and the open one, which isn't shown. */
const titlesOfCategory = 6;

export function feedRoutes(route: RouteBinder, { db }: Platform): void {
  route('list_posts', async ({ input, viewer, scope, liveCursor }) => {
    const { sort, category_id, period } = input;
    // A cursor is valid for one order only.
    const order = sort === 'top' ? `top-${period}` : sort;
    const after = decodeCursor(order, input.cursor, sort === 'top' ? isInteger : isTimestamp);
    const closed = await listClosedCategories(db, viewer, scope);
    const first = { space_id: scope.space_id, category_id, closed, sort, period, now: nowIso(), after };
    const limited = scope.category_rules.map(({ id }) => id);
    const posts = await listFeedPage(db, viewer, { ...first, limit: pageSize + 1 }, scope, limited);
    const pinned = sort === 'default' && !after ? posts.filter((post) => post.pinned_at !== null) : [];
    const { page, next_cursor } = toPage(posts.slice(pinned.length), pageSize, (post) =>
      encodeCursor(order, { at: sortKey(sort, post), id: post.id }),
    );
    return { posts: [...pinned, ...page], next_cursor, live_cursor: liveCursor };
  });

  route('list_category_posts', async ({ input, viewer, scope }) => ({
    posts: await listTitlesOfCategory(db, {
      space_id: scope.space_id,
      category_id: input.category_id,
      closed: await listClosedCategories(db, viewer, scope),
      now: nowIso(),
      limit: titlesOfCategory,
    }),
  }));
}

/** Returns a post's position in an order, as a cursor stores it. */
function sortKey(sort: FeedSort, post: Post): string {
  if (sort === 'top') return String(post.like_count);
  return sort === 'new' ? post.created_at : post.last_activity_at;
}
