import type { Tx } from '#server/platform/db/database.ts';
import { recordAudit } from '../audit/index.ts';
import type { StoredItem } from './access.queries.ts';

/** An item with the name under which the audit log shows it. */
export type NamedItem = StoredItem & { title: string };

interface AccessChange {
  action: 'access_limited' | 'access_opened' | 'access_given' | 'access_taken';
  actor_id: string;
  /** Whose access changed: one member, or how many. */
  of?: { user_id: string } | { count: number };
}

/** Records in the audit log who can open an item from now on. */
export async function recordAccess(
  tx: Tx,
  item: NamedItem,
  { action, actor_id, of }: AccessChange,
): Promise<void> {
  const { space_id, title } = item;
  await recordAudit(tx, {
    space_id,
    actor_id,
    action,
    target_user_id: of && 'user_id' in of ? of.user_id : null,
    details: { name: title, ...(of && 'count' in of ? { count: String(of.count) } : {}) },
  });
}
