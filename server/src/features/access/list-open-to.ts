import { nowIso } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import { checkAccess } from './access.policy.ts';
import { listMemberFacts } from './access.queries.ts';
import { factsFor, type RuledItem, toMemberFacts } from './list-locks.ts';

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
  const rows = await listMemberFacts(db, spaceId, userIds, factsFor(items.flat()));
  const factsOf = new Map(rows.map((row) => [row.user_id, toMemberFacts(row)]));
  const now = nowIso();
  return userIds.filter((userId) => {
    const facts = factsOf.get(userId);
    return facts && items.some((chain) => chain.every((item) => checkAccess(item, facts, now).is_open));
  });
}

/** Returns which of the users, who are members, can open each of these items of a space, by the id of the item. It takes one statement. */
export async function listOpenItems(
  db: Db,
  spaceId: string,
  userIds: string[],
  items: readonly RuledItem[],
): Promise<Map<string, Set<string>>> {
  const rows = await listMemberFacts(db, spaceId, userIds, factsFor(items));
  const members = rows.map((row) => ({ user_id: row.user_id, facts: toMemberFacts(row) }));
  const now = nowIso();
  return new Map(
    items.map((item) => {
      const open = members.filter(({ facts }) => checkAccess(item, facts, now).is_open);
      return [item.id, new Set(open.map(({ user_id }) => user_id))];
    }),
  );
}
