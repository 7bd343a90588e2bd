import type { Db } from '#server/platform/db/database.ts';
import type { Targets } from '#server/platform/targets.ts';
import type { Decision } from './deliveries.queries.ts';

/**
 * Returns the decisions, of which those aren't wanted anymore whose target has been hidden or closed to their users since they were
 * notified. It asks once for each kind of targets that can be closed.
 */
export async function withoutClosed(
  { db, targets }: { db: Db; targets: Targets },
  decisions: Decision[],
): Promise<Decision[]> {
  const closed = new Set<Decision>();
  const forReaders = decisions.filter(({ is_for_readers }) => is_for_readers);
  for (const [kind, ofKind] of Map.groupBy(forReaders, ({ target_type }) => target_type)) {
    const notifications = kind && targets[kind].notifications;
    if (!notifications) continue;
    const entries = ofKind.flatMap((decision) => {
      const { user_id, space_id, target_id: id, post_id } = decision;
      return space_id !== null && id !== null ? [{ decision, user_id, space_id, id, post_id }] : [];
    });
    const readable = new Set(await notifications.onlyReaders(db, entries));
    for (const entry of entries) if (!readable.has(entry)) closed.add(entry.decision);
  }
  return decisions.map((decision) => (closed.has(decision) ? { ...decision, is_wanted: false } : decision));
}
