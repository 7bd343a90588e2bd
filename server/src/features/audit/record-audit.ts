import type { AuditAction } from '#contract/features/audit/audit.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/ids.ts';
import { publish, userChannel } from '#server/platform/live/publish.ts';
import { insertAuditLogEntry, listModerators } from './audit.queries.ts';

export interface AuditInput {
  space_id: string;
  /** Who performed the action. */
  actor_id: string;
  action: AuditAction;
  /** The person affected. */
  target_user_id?: string | null;
  post_id?: string | null;
  comment_id?: string | null;
  details?: Record<string, string>;
}

/**
 * Writes an action to the space's audit log, in the transaction that performs it, and publishes it to the moderators.
 */
export async function recordAudit(tx: Tx, action: AuditInput): Promise<void> {
  const [moderators] = await Promise.all([
    listModerators(tx, action.space_id),
    insertAuditLogEntry(tx, {
      target_user_id: null,
      post_id: null,
      comment_id: null,
      details: {},
      ...action,
      id: newId(),
      created_at: nowIso(),
    }),
  ]);
  await publish(tx, moderators.map(userChannel), 'audit_log.created', { space_id: action.space_id });
}
