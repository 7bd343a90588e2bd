import type { AccessRule, AccessSettings, Lock } from '#contract/features/access/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import { type AccessFacts, checkAccess } from './access.policy.ts';
import { type FactsNeeded, listFacts, type MemberFactsRow, type ViewerFactsRow } from './access.queries.ts';

/** An item and its rules. */
export interface RuledItem {
  id: string;
  access: AccessSettings | null;
}

const targetsOf = (items: readonly RuledItem[], kind: 'course' | 'page'): string[] => {
  const ofRule = (rule: AccessRule) =>
    rule.kind === 'prerequisite' && rule.target.kind === kind ? [rule.target.id] : [];
  return [...new Set(items.flatMap(({ access }) => access?.rules.flatMap(ofRule) ?? []))];
};

/** Returns what must be known to check the rules of these items. */
export const factsFor = (items: readonly RuledItem[]): FactsNeeded => ({
  item_ids: [...new Set(items.filter(({ access }) => access !== null).map(({ id }) => id))],
  page_ids: targetsOf(items, 'page'),
  course_ids: targetsOf(items, 'course'),
});

// Times inside JSON have the format of PostgreSQL.
const toTimes = (...lists: Record<string, string>[]): Map<string, string> =>
  new Map(
    lists.flatMap((list) =>
      Object.entries(list).map(([id, at]) => [id, new Date(at).toISOString()] as const),
    ),
  );

/** Returns the facts of a row about a member. */
export const toMemberFacts = (row: Omit<MemberFactsRow, 'space_id' | 'user_id'>): AccessFacts => ({
  joined_at: new Date(row.joined_at).toISOString(),
  level: row.level,
  is_paid: row.is_paid,
  has_trial: row.has_trial,
  completed: toTimes(row.done_pages, row.done_courses),
  granted: toTimes(row.granted),
});

const nobody = { joined_at: null, level: 1, completed: new Map(), granted: new Map() };
const toViewerFacts = ({ member, is_paid, has_trial }: ViewerFactsRow): AccessFacts =>
  member ? toMemberFacts({ ...member, is_paid, has_trial }) : { ...nobody, is_paid, has_trial };

/** Returns the locks of items for someone about whom these facts are known, by the id of the item. Those without one are open. */
export function toLocks(
  items: readonly RuledItem[],
  facts: AccessFacts,
  titles: Record<string, string>,
): Map<string, Lock> {
  const now = nowIso();
  const locks = new Map<string, Lock>();
  for (const item of items) {
    if (!item.access) continue;
    const { is_open, at, unmet } = checkAccess(item, facts, now);
    if (is_open) continue;
    const titleOf = (rule: AccessRule) =>
      rule.kind === 'prerequisite' ? (titles[rule.target.id] ?? null) : null;
    locks.set(item.id, {
      match: item.access.match,
      unmet: unmet.map(({ rule, opens_at }) => ({ rule, opens_at, title: titleOf(rule) })),
      opens_at: at,
    });
  }
  return locks;
}

/** Returns the titles of the published prerequisites of items, by id. It takes one statement, or none without prerequisites. */
export async function listPrerequisiteTitles(
  db: Db,
  spaceId: string,
  items: readonly RuledItem[],
): Promise<Record<string, string>> {
  const needed = factsFor(items);
  if (needed.page_ids.length + needed.course_ids.length === 0) return {};
  const [row] = await listFacts(db, [spaceId], null, needed);
  return row?.titles ?? {};
}

/** An item of one of several spaces. */
export type ItemOfSpace = RuledItem & { space_id: string };

/**
 * Returns the locks of items of several spaces for a user, by the id of the item. Those without one are open to them. It takes one
 * statement, or none if no item has rules.
 */
export async function listLocksIn(
  db: Db,
  userId: string | null,
  items: readonly ItemOfSpace[],
): Promise<Map<string, Lock>> {
  const ruled = items.filter(({ access }) => access !== null);
  if (ruled.length === 0) return new Map();
  const spaceIds = [...new Set(ruled.map(({ space_id }) => space_id))];
  const rows = await listFacts(db, spaceIds, userId, factsFor(ruled));
  const factsOf = new Map(rows.map((row) => [row.space_id, row]));
  const locks = new Map<string, Lock>();
  for (const [spaceId, ofSpace] of Map.groupBy(ruled, ({ space_id }) => space_id)) {
    const facts = factsOf.get(spaceId);
    if (!facts) throw new Error('The space of access rules is missing');
    for (const [id, lock] of toLocks(ofSpace, toViewerFacts(facts), facts.titles)) locks.set(id, lock);
  }
  return locks;
}

/** Returns the locks of items of one space for a user, by the id of the item, as `listLocksIn` does. */
export async function listLocks(
  db: Db,
  { space_id, user_id }: { space_id: string; user_id: string | null },
  items: readonly RuledItem[],
): Promise<Map<string, Lock>> {
  return await listLocksIn(
    db,
    user_id,
    items.map((item) => ({ ...item, space_id })),
  );
}
