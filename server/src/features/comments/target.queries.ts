import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import type { FoundTarget } from '#server/platform/targets.ts';
import { shownSlug } from '../posts/index.ts';
import { attachedColumns } from '../uploads/index.ts';

/** Returns a comment of a space that isn't deleted, and locks it against deletion until the transaction ends. */
export async function findCommentTarget(db: Db, spaceId: string, id: string): Promise<FoundTarget | null> {
  const row = await db
    .selectFrom('post_comments')
    .select(['user_id', 'post_id'])
    .where('id', '=', id)
    .where('space_id', '=', spaceId)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return row ? { author_id: row.user_id, post_id: row.post_id } : null;
}

/** The reported comment of the case `m`: see `ReportableTarget`. */
export const reportedComment = sql`
  select null::text as excerpt, t.body, t.deleted_at,
    (select json_agg(${attachedColumns}) from uploads f where f.id = t.upload_id) as attached
  from post_comments t where m.kind = 'comment' and t.id = m.target_id`;

/** The removed comments that their author hasn't acknowledged: see `RemovableTarget`. */
export const unacknowledgedComments = (author: { user_id: string; space_id: string }) => sql`
  select 'comment' as kind, c.id, p.id as post_id, ${shownSlug} as slug,
    case when p.deleted_at is null and (p.post_type <> 'course_page' or is_page_shown(p.id)) then p.title end as title,
    null::text as excerpt, c.body, c.removal_reason as reason, c.deleted_at as removed_at
  from post_comments c join posts p on p.id = c.post_id
  where c.user_id = ${author.user_id}::uuid and c.space_id = ${author.space_id}::uuid
    and c.removed_by is not null and c.removal_acknowledged_at is null`;
