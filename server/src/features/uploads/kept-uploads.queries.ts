import { type RawBuilder, sql } from 'kysely';

/**
 * Whether the files of deleted content `d` are kept: it was removed by a moderator after `since`, or a case about it is
 * open or was resolved after `since`.
 */
export const keepsUploads = (kind: 'post' | 'comment', since: string): RawBuilder<boolean> => sql`(
  ((d.removed_by is not null or d.removal_reason is not null) and d.deleted_at > ${since}::timestamptz)
  or exists (select from moderation_cases m where m.space_id = d.space_id and m.kind = ${kind}
    and m.target_id = d.id and m.resolved_at is null)
  or exists (select from moderation_cases m where m.space_id = d.space_id and m.resolved_at > ${since}::timestamptz
    and m.kind = ${kind} and m.target_id = d.id))`;
