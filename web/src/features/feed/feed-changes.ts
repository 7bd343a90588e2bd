import type { Post } from '#contract/features/posts/posts.ts';
import { type ListChanges, type ListEntry, noChanges } from '#web/lib/list/list-changes.ts';
import { changesStore } from '#web/lib/list/live-list.ts';

/** Changes to a feed since its pages were loaded: new posts, pins and activity. */
export interface FeedChanges extends ListChanges<ListEntry> {
  /** Posts pinned (time) or unpinned (null) since then; empty unless the feed is sorted by last activity. */
  pins: Record<string, string | null>;
  /** Posts with new comments, newest first. The feed sorted by activity may not contain them. */
  active: { id: string; seq: number; at: string }[];
  /** The latest moves of posts to other categories. */
  moves: Readonly<Record<string, PostMove>>;
}

/** A move of a post to another category; null is none, or one with rules that the viewer may not be able to open. */
export interface PostMove {
  seq: number;
  /** The version of the post since. */
  version: number;
  category_id: string | null;
  /** The latest version of the post that has arrived since the move; null while the page has only an earlier one. */
  received: number | null;
}

export interface FeedInput {
  space_id: string;
  sort: 'default' | 'new' | 'top';
  /** Only for `top`. */
  period?: '7d' | '30d' | 'all';
  category_id?: string;
}

export const noFeedChanges: FeedChanges = { ...noChanges, pins: {}, active: [], moves: {} };
export const feedChanges = changesStore<FeedInput, FeedChanges>('posts', noFeedChanges);

/** Returns whether the post belongs in the feed. */
export function isInFeed(feed: FeedInput, post: Pick<Post, 'space_id' | 'category_id'>): boolean {
  return (
    post.space_id === feed.space_id &&
    (feed.category_id === undefined || feed.category_id === post.category_id)
  );
}

/** Returns whether a post is in the feed since it was moved. */
export function isMovedTo({ category_id }: Pick<FeedInput, 'category_id'>, move: PostMove): boolean {
  return category_id === undefined || category_id === move.category_id;
}

const days = { '7d': 7, '30d': 30 } as const;

/** Returns whether a post is young enough for a feed by likes; true for other orders. */
export function isInPeriod({ period = 'all' }: FeedInput, { created_at }: Pick<Post, 'created_at'>): boolean {
  return period === 'all' || Date.now() - Date.parse(created_at) < days[period] * 24 * 60 * 60 * 1000;
}

/** Records that the page has got a post that was moved, which is shown in its new category from then on. */
export function recordReceived(changes: FeedChanges, { id, version }: Post): FeedChanges {
  const move = changes.moves[id];
  if (!move || move.received === version) return changes;
  return { ...changes, moves: { ...changes.moves, [id]: { ...move, received: version } } };
}

/** Records whether a post is pinned. Recording what the pages already contain is harmless. Other orders ignore pins. */
export function recordPin(changes: FeedChanges, feed: FeedInput, post: Post): FeedChanges {
  if (feed.sort !== 'default') return changes;
  const known = changes.pins[post.id];
  if (known === post.pinned_at) return changes;
  if (known === undefined && (!isInFeed(feed, post) || post.deleted_at !== null)) return changes;
  return { ...changes, pins: { ...changes.pins, [post.id]: post.pinned_at } };
}
