import { z } from 'zod';
import { cursor, defineEndpoint, id, timestamp } from '../../schema/endpoint.ts';
import { person } from '../../users.ts';

/** Every action of the owner and admins that is recorded. */
export const auditActions = [
  'member_removed',
  'member_banned',
  'member_unbanned',
  'member_role_changed',
  'member_reactivated',
  'ownership_transferred',
  'join_request_approved',
  'join_request_declined',
  'settings_saved',
  'category_added',
  'access_limited',
  'access_opened',
  'access_given',
  'access_taken',
  'post_removed',
  'comment_removed',
  'comments_closed',
  'comments_opened',
  'post_pinned',
  'post_unpinned',
  'report_dismissed',
] as const;
export type AuditAction = (typeof auditActions)[number];

/**
 * An entry of the audit log. `details` depends on the action; its values are short texts: `role`, `fields`, `reason`,
 * `name`, `count`.
 */
export const auditLogEntry = z.object({
  id,
  space_id: id,
  action: z.enum(auditActions),
  /** Null when the account was deleted. */
  actor: person.nullable(),
  target: person.nullable(),
  post: z.object({ id, slug: z.string(), title: z.string() }).nullable(),
  comment_id: id.nullable(),
  details: z.record(z.string(), z.string()),
  created_at: timestamp,
});
export type AuditLogEntry = z.output<typeof auditLogEntry>;

export const auditLiveEvents = {
  /** An administrative action was logged: to the moderators. */
  'audit_log.created': z.object({ space_id: id }),
};

export const auditEndpoints = {
  list_audit_log: defineEndpoint({
    method: 'GET',
    path: '/api/spaces/:space_id/log',
    summary: 'The actions of the owner and admins, latest first, 50 per page.',
    access: 'space-editor',
    params: z.object({ space_id: id }),
    query: z.object({ cursor }),
    output: z.object({ actions: z.array(auditLogEntry), next_cursor: z.string().nullable() }),
    rateLimit: 'none',
  }),
};
