import { nowIso } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import { checkAccess } from './access.policy.ts';
import { listMemberFacts } from './access.queries.ts';
import { factsFor, type ItemOfSpace, type RuledItem, toMemberFacts } from './list-locks.ts';

/**
 * Returns those of the users, who are members, to whom the rules leave at least one of the items open. Each item is given with what
 * it is part of, which must be open, too. It takes one statement, or none if one of them has no rules.
 */
export async function listOpenTo(
  db: Db,
  spaceId: string,
  userIds: string[],
  items: readonly (readonly RuledItem[])[],
): Promise<string[]> {
  if (userIds.length === 0 || items.some((chain) => chain.every(({ access }) => access === null)))
    return userIds;
  const members = userIds.map((user_id) => ({ space_id: spaceId, user_id }));
  const rows = await listMemberFacts(db, members, factsFor(items.flat()));
  const factsOf = new Map(rows.map((row) => [row.user_id, toMemberFacts(row)]));
  const now = nowIso();
  return userIds.filter((userId) => {
    const facts = factsOf.get(userId);
    return facts && items.some((chain) => chain.every((item) => checkAccess(item, facts, now).is_open));
  });
}

/** A member and an item of their space. */
export interface MemberAndItem {
  user_id: string;
  item: ItemOfSpace;
}

/** Returns those whose item is open to the member. It takes one statement. */
export async function onlyOpen<Entry extends MemberAndItem>(
  db: Db,
  entries: readonly Entry[],
): Promise<Entry[]> {
  const members = entries.map(({ user_id, item }) => ({ space_id: item.space_id, user_id }));
  const rows = await listMemberFacts(db, members, factsFor(entries.map(({ item }) => item)));
  const keyOf = (spaceId: string, userId: string) => `${spaceId} ${userId}`;
  const factsOf = new Map(rows.map((row) => [keyOf(row.space_id, row.user_id), toMemberFacts(row)]));
  const now = nowIso();
  return entries.filter(({ user_id, item }) => {
    const facts = factsOf.get(keyOf(item.space_id, user_id));
    return facts !== undefined && checkAccess(item, facts, now).is_open;
  });
}
