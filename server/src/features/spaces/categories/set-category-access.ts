import type { AccessSettings } from '#contract/features/access/access.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Database, Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { publish, spaceChannel, userChannel } from '#server/platform/live/publish.ts';
import { grants, saveAccess } from '../../access/index.ts';
import { requireActiveMember } from '../../members/index.ts';
import { findCategoryItem } from './category-access.queries.ts';

type Scope = Pick<SpaceContext, 'space_id'>;
type StoredItem = Parameters<typeof saveAccess>[1];

/** Runs a write of who can open a category. */
async function editAccess<T>(
  db: Database,
  viewer: Viewer,
  { space_id }: Scope,
  category_id: string,
  work: (tx: Tx, item: StoredItem) => Promise<T>,
): Promise<T> {
  return await db.transaction().execute(async (tx) => {
    await requireActiveMember(tx, space_id, viewer.user_id, { access: 'space-editor' });
    const found = await findCategoryItem(tx, space_id, category_id, { lock: true });
    if (!found) throw new AppError('category_not_found');
    return await work(tx, { space_id, category_id, title: found.name });
  });
}

/**
 * Stores who can open a category. Returns the rules; null without any.
 * @throws AppError `category_not_found`, `prerequisite_not_found`
 */
export async function setCategoryAccess(
  db: Database,
  viewer: Viewer,
  scope: Scope,
  input: AccessSettings & { category_id: string },
): Promise<AccessSettings | null> {
  return await editAccess(db, viewer, scope, input.category_id, async (tx, item) => {
    const access = await saveAccess(tx, item, { match: input.match, rules: input.rules }, viewer.user_id);
    await publish(tx, spaceChannel(item.space_id), 'categories.changed', { space_id: item.space_id });
    return access;
  });
}

/** Publishes to one member, or to all at once, that they may see other categories. */
async function publishGrants(tx: Tx, spaceId: string, userIds: string[]): Promise<void> {
  const [first] = userIds;
  if (first === undefined) return;
  const channel = userIds.length === 1 ? userChannel(first) : spaceChannel(spaceId);
  await publish(tx, channel, 'categories.changed', { space_id: spaceId });
}

/**
 * Gives members access to a category. Returns how many didn't have it.
 * @throws AppError `category_not_found`, `member_not_found` if the only one isn't a member
 */
export async function giveCategoryAccess(
  db: Database,
  viewer: Viewer,
  scope: Scope,
  input: {
    category_id: string;
    client_id: string;
    to: { user_id: string } | { min_level: number; min_days: number };
  },
): Promise<number> {
  return await editAccess(db, viewer, scope, input.category_id, async (tx, item) => {
    const { client_id, to } = input;
    const userIds = await grants.give(tx, { item, to, client_id, granted_by: viewer.user_id, at: nowIso() });
    await publishGrants(tx, item.space_id, userIds);
    return userIds.length;
  });
}

/** Takes back access to a category that was given. Returns from how many. */
export async function takeCategoryAccess(
  db: Database,
  viewer: Viewer,
  scope: Scope,
  input: { category_id: string; from: { user_id: string } | { client_id: string } },
): Promise<number> {
  return await editAccess(db, viewer, scope, input.category_id, async (tx, item) => {
    const userIds = await grants.take(tx, { item, from: input.from, taken_by: viewer.user_id });
    await publishGrants(tx, item.space_id, userIds);
    return userIds.length;
  });
}
