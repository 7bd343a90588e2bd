import type { Db } from '#server/platform/db/database.ts';
import { listEditorsAmong } from '#server/platform/space-editors.queries.ts';
import { listLocks } from './list-locks.ts';
import { listOpenItems } from './list-open-to.ts';
import {
  findLimitedCategories,
  type LimitedCategory,
  listLimitedCategories,
} from './post-readers.queries.ts';

/** Returns who of these users, who are members, can open each of these categories of a space. It takes two statements at most. */
async function listReadersOf(
  db: Db,
  spaceId: string,
  categories: readonly LimitedCategory[],
  userIds: string[],
): Promise<Map<string, Set<string>>> {
  const open = await listOpenItems(db, spaceId, userIds, categories);
  if ([...open.values()].every(({ size }) => size === userIds.length)) return open;
  const editors = await listEditorsAmong(db, spaceId, userIds);
  return new Map([...open].map(([id, users]) => [id, new Set([...users, ...editors])]));
}

/**
 * Returns the entries whose users, who are members, can read the posts that they are about; all without a post. It takes one
 * statement, or two more for each space in which one of the posts is in a category with rules.
 */
async function onlyReadable<Entry extends { user_id: string; post_id: string | null }>(
  db: Db,
  entries: readonly Entry[],
): Promise<Entry[]> {
  const postIds = [...new Set(entries.flatMap(({ post_id }) => post_id ?? []))];
  if (postIds.length === 0) return [...entries];
  const limited = await listLimitedCategories(db, postIds);
  const categoryOf = new Map(limited.map(({ post_id, id }) => [post_id, id]));
  const readers = new Map<string, Set<string>>();
  for (const [spaceId, ofSpace] of Map.groupBy(limited, ({ space_id }) => space_id)) {
    const about = new Set(ofSpace.map(({ post_id }) => post_id));
    const concerned = entries.filter(({ post_id }) => post_id !== null && about.has(post_id));
    const userIds = [...new Set(concerned.map(({ user_id }) => user_id))];
    const categories = [...new Map(ofSpace.map((category) => [category.id, category])).values()];
    for (const [id, users] of await listReadersOf(db, spaceId, categories, userIds)) readers.set(id, users);
  }
  return entries.filter(({ user_id, post_id }) => {
    const categoryId = categoryOf.get(post_id ?? '');
    return categoryId === undefined || readers.get(categoryId)?.has(user_id);
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
