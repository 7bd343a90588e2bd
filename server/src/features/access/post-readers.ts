import type { Db } from '#server/platform/db/database.ts';
import { listLocks } from './list-locks.ts';
import { onlyReadable as onlyReadableItems } from './list-open-to.ts';
import { findLimitedCategories, listLimitedCategories } from './post-readers.queries.ts';

/**
 * Returns the entries whose users, who are members, can read the posts that they are about; all without a post. It takes one
 * statement, or up to three if some of the posts are in categories with rules, in however many spaces.
 */
async function onlyReadable<Entry extends { user_id: string; post_id: string | null }>(
  db: Db,
  entries: readonly Entry[],
): Promise<Entry[]> {
  const postIds = [...new Set(entries.flatMap(({ post_id }) => post_id ?? []))];
  if (postIds.length === 0) return [...entries];
  const limited = await listLimitedCategories(db, postIds);
  const categoryOf = new Map(limited.map((category) => [category.post_id, category]));
  const concerned = new Map(
    entries.flatMap((entry) => {
      const item = categoryOf.get(entry.post_id ?? '');
      return item ? [[entry, { user_id: entry.user_id, item }] as const] : [];
    }),
  );
  const readable = new Set(await onlyReadableItems(db, [...concerned.values()]));
  return entries.filter((entry) => {
    const one = concerned.get(entry);
    return one === undefined || readable.has(one);
  });
}

/** Returns those of the members who can read a post, as far as its category decides. */
async function listReaders(db: Db, postId: string, userIds: string[]): Promise<string[]> {
  const entries = userIds.map((user_id) => ({ user_id, post_id: postId }));
  return (await onlyReadable(db, entries)).map(({ user_id }) => user_id);
}

/** Returns the categories of a space that a user can't open; usually none. */
async function listClosedTo(db: Db, spaceId: string, userId: string): Promise<string[]> {
  const { categories, is_editor } = await findLimitedCategories(db, spaceId, userId);
  if (is_editor || categories.length === 0) return [];
  return [...(await listLocks(db, { space_id: spaceId, user_id: userId }, categories)).keys()];
}

/** Who can read posts, as far as their categories decide, for features that don't know the viewer's rights in the space. */
export const postReaders = { listReaders, onlyReadable, listClosedTo };
