import { sql } from 'kysely';
import type { AuditAction, AuditLogEntry } from '#contract/features/audit/audit.ts';
import { type Db, pageLimit } from '#server/platform/db/database.ts';
import { personJsonOrNull } from '#server/platform/people/person.queries.ts';

export async function insertAuditLogEntry(
  db: Db,
  action: {
    id: string;
    space_id: string;
    actor_id: string;
    action: AuditAction;
    target_user_id: string | null;
    post_id: string | null;
    comment_id: string | null;
    details: Record<string, string>;
    created_at: string;
  },
): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({ ...action, details: JSON.stringify(action.details) })
    .execute();
}

/** Returns the audit log of a space, latest first. */
export async function listAuditLog(
  db: Db,
  input: { space_id: string; after: { at: string; id: string } | null; limit: number },
): Promise<AuditLogEntry[]> {
  const after = input.after
    ? sql`and (l.created_at, l.id) < (${input.after.at}::timestamptz, ${input.after.id}::uuid)`
    : sql``;
  const { rows } = await sql<AuditLogEntry>`
    select l.id, l.space_id, l.action, l.comment_id, l.details, l.created_at,
      ${personJsonOrNull('a')} as actor, ${personJsonOrNull('t')} as target,
      case when p.id is not null then json_build_object('id', p.id, 'slug', p.slug, 'title', p.title) end as post
    from audit_log l left join users a on a.id = l.actor_id left join users t on t.id = l.target_user_id
      left join posts p on p.id = l.post_id
    where l.space_id = ${input.space_id}::uuid ${after}
    order by l.created_at desc, l.id desc limit ${pageLimit(input.limit)}`.execute(db);
  return rows;
}

/** When a person's request to join was last declined, after `since`; null when it wasn't. */
export async function findLastDecline(
  db: Db,
  input: { space_id: string; user_id: string; since: string },
): Promise<string | null> {
  const row = await db
    .selectFrom('audit_log')
    .select('created_at')
    .where('space_id', '=', input.space_id)
    .where('created_at', '>', input.since)
    .where('target_user_id', '=', input.user_id)
    .where('action', '=', 'join_request_declined')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at ?? null;
}

/** Returns the moderators of a space: its owner and admins. */
export async function listModerators(db: Db, spaceId: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select owner_id as user_id from spaces where id = ${spaceId}::uuid
    union select user_id from space_members
      where space_id = ${spaceId}::uuid and role = 'admin' and status = 'active'`.execute(db);
  return rows.map((row) => row.user_id);
}
