import type { Db } from '#server/platform/db/database.ts';
import type { Targets } from '#server/platform/targets.ts';
import type { Decision } from './deliveries.queries.ts';

/**
 * Returns the decisions, of which those aren't wanted anymore whose target has been hidden or closed to their users since they were
 * notified. It asks once for each target that can be closed.
 */
export async function withoutClosed(
  { db, targets }: { db: Db; targets: Targets },
  decisions: Decision[],
): Promise<Decision[]> {
  const closed = new Set<Decision>();
  const keyOf = ({ target_type, target_id, post_id }: Decision) => `${target_type} ${target_id} ${post_id}`;
  const forReaders = decisions.filter(({ is_for_readers }) => is_for_readers);
  for (const group of Map.groupBy(forReaders, keyOf).values()) {
    const { target_type, target_id, post_id, space_id } = group[0] ?? {};
    if (!target_type || !target_id || !space_id) continue;
    const readers = await targets[target_type].notifications?.listReaders(
      db,
      { space_id, id: target_id, post_id: post_id ?? null },
      group.map(({ user_id }) => user_id),
    );
    if (!readers) continue;
    const canOpen = new Set(readers);
    for (const decision of group) if (!canOpen.has(decision.user_id)) closed.add(decision);
  }
  return decisions.map((decision) => (closed.has(decision) ? { ...decision, is_wanted: false } : decision));
}
