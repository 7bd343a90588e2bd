import type { Db } from '#server/platform/db/database.ts';
import { listLocks } from './list-locks.ts';
import { listOpenTo } from './list-open-to.ts';
import {
  findLimitedCategories,
  type LimitedCategory,
  listEditorsAmong,
  listLimitedCategories,
} from './post-readers.queries.ts';

/** Returns those of these users, who are members, who can open a category. */
async function listReadersOfCategory(
  db: Db,
  { id, access, space_id }: LimitedCategory,
  userIds: string[],
): Promise<string[]> {
  const open = await listOpenTo(db, space_id, userIds, [[{ id, access }]]);
  if (open.length === userIds.length) return userIds;
  const canOpen = new Set([...open, ...(await listEditorsAmong(db, space_id, userIds))]);
  return userIds.filter((userId) => canOpen.has(userId));
}

/** Returns those of the members who can read a post, as far as its category decides. */
async function listReaders(db: Db, postId: string, userIds: string[]): Promise<string[]> {
  if (userIds.length === 0) return userIds;
  const [category] = await listLimitedCategories(db, [postId]);
  return category ? await listReadersOfCategory(db, category, userIds) : userIds;
}

/** Returns the entries whose members can read the posts that they are about; all without a post. */
async function onlyReadable<Entry extends { user_id: string; post_id: string | null }>(
  db: Db,
  entries: Entry[],
): Promise<Entry[]> {
  const postIds = [...new Set(entries.flatMap(({ post_id }) => post_id ?? []))];
  if (postIds.length === 0) return entries;
  const limited = await listLimitedCategories(db, postIds);
  const closed = new Set<Entry>();
  for (const category of limited) {
    const about = entries.filter(({ post_id }) => post_id === category.post_id);
    const userIds = [...new Set(about.map(({ user_id }) => user_id))];
    const readers = new Set(await listReadersOfCategory(db, category, userIds));
    for (const entry of about) if (!readers.has(entry.user_id)) closed.add(entry);
  }
  return entries.filter((entry) => !closed.has(entry));
}

/** Returns the categories of a space that a user can't open; usually none. */
async function listClosedTo(db: Db, spaceId: string, userId: string): Promise<string[]> {
  const { categories, is_editor } = await findLimitedCategories(db, spaceId, userId);
  if (is_editor || categories.length === 0) return [];
  return [...(await listLocks(db, { space_id: spaceId, user_id: userId }, categories)).keys()];
}

/** Who can read posts, as far as their categories decide, for features that don't know the viewer's rights in the space. */
export const postReaders = { listReaders, onlyReadable, listClosedTo };
