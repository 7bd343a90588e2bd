import { nowIso } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import { type AccessFacts, checkAccess, type ItemState } from './access.policy.ts';
import { listMemberFacts, listMemberIds } from './access.queries.ts';
import { factsFor, type RuledItem, toMemberFacts } from './list-locks.ts';

/** What a member can open. */
export interface MemberAccess {
  user_id: string;
  joined_at: string;
  facts: AccessFacts;
  /** Of each item, in the order asked for. */
  states: ItemState[];
}

/**
 * Returns for the next members of a space, the newest first, whether each of the items itself is open to them. It takes two
 * statements.
 */
export async function readMemberAccess(
  db: Db,
  spaceId: string,
  items: readonly RuledItem[],
  page: { after: { at: string; id: string } | null; limit: number },
): Promise<MemberAccess[]> {
  const members = await listMemberIds(db, spaceId, page.after, page.limit);
  const ofSpace = members.map(({ user_id }) => ({ space_id: spaceId, user_id }));
  const needed = { ...factsFor(items), item_ids: items.map(({ id }) => id) };
  const rows = await listMemberFacts(db, ofSpace, needed);
  const factsOf = new Map(rows.map((row) => [row.user_id, toMemberFacts(row)]));
  const now = nowIso();
  return members.flatMap(({ user_id, joined_at }) => {
    const facts = factsOf.get(user_id);
    if (!facts) return [];
    return [{ user_id, joined_at, facts, states: items.map((item) => checkAccess(item, facts, now)) }];
  });
}
