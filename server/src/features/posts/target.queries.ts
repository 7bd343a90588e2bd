import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import type { FoundTarget } from '#server/platform/targets.ts';
import { attachedColumns } from '../uploads/index.ts';

/** Returns a post of a space that isn't deleted, and locks it against deletion until the transaction ends. */
export async function findPostTarget(db: Db, spaceId: string, id: string): Promise<FoundTarget | null> {
  const row = await db
    .selectFrom('posts')
    .select('user_id')
    .where('id', '=', id)
    .where('space_id', '=', spaceId)
    .where('deleted_at', 'is', null)
    .where('post_type', '<>', 'course_page')
    .forShare()
    .executeTakeFirst();
  return row ? { author_id: row.user_id, post_id: id } : null;
}

/** The reported post of the case `m`: see `ReportableTarget`. */
export const reportedPost = sql`
  select t.excerpt, null::text as body, t.deleted_at,
    (select json_agg(${attachedColumns} order by pa.position) from post_attachments pa
      join uploads f on f.id = pa.upload_id where pa.post_id = t.id) as attached
  from posts t where m.kind = 'post' and t.id = m.target_id`;

/** The removed posts that their author hasn't acknowledged: see `RemovableTarget`. */
export const unacknowledgedPosts = (author: { user_id: string; space_id: string }) => sql`
  select 'post' as kind, p.id, p.id as post_id, p.slug, p.title, p.excerpt, null::text as body,
    p.removal_reason as reason, p.deleted_at as removed_at
  from posts p where p.user_id = ${author.user_id}::uuid and p.space_id = ${author.space_id}::uuid
    and p.removed_by is not null and p.removal_acknowledged_at is null`;
