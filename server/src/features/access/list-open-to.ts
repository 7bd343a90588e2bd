import { nowIso } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import { listEditors, type MemberOfSpace } from '#server/platform/space-editors.queries.ts';
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

const memberOf = ({ user_id, item }: MemberAndItem): MemberOfSpace => ({ space_id: item.space_id, user_id });
const keyOf = ({ space_id, user_id }: MemberOfSpace) => `${space_id} ${user_id}`;

/** Returns those whose item the rules leave closed to the member. It takes one statement. */
async function onlyClosed(db: Db, entries: readonly MemberAndItem[]): Promise<MemberAndItem[]> {
  const rows = await listMemberFacts(db, entries.map(memberOf), factsFor(entries.map(({ item }) => item)));
  const factsOf = new Map(rows.map((row) => [keyOf(row), toMemberFacts(row)]));
  const now = nowIso();
  return entries.filter((entry) => {
    const facts = factsOf.get(keyOf(memberOf(entry)));
    return facts === undefined || !checkAccess(entry.item, facts, now).is_open;
  });
}

/**
 * Returns those whose item the member can open: by its rules, or as the owner or an admin of its space. However many there are, it
 * takes two statements, one if the rules leave all open, and none if no item has rules.
 */
export async function onlyReadable<Entry extends MemberAndItem>(
  db: Db,
  entries: readonly Entry[],
): Promise<Entry[]> {
  const ruled = entries.filter(({ item }) => item.access !== null);
  const closed = ruled.length === 0 ? [] : await onlyClosed(db, ruled);
  if (closed.length === 0) return [...entries];
  const editors = new Set((await listEditors(db, closed.map(memberOf))).map(keyOf));
  const unreadable = new Set(closed.filter((entry) => !editors.has(keyOf(memberOf(entry)))));
  return entries.filter((entry) => !unreadable.has(entry));
}
