import { sql } from 'kysely';
import { type Db, pageLimit } from '#server/platform/db/database.ts';

export interface MyRemovalRow {
  kind: 'post' | 'comment';
  id: string;
  post_id: string;
  slug: string;
  title: string | null;
  /** A post's excerpt, a comment's sanitized HTML. */
  body: string;
  reason: string | null;
  removed_at: string;
}

/** Returns a user's removed content in a space that they haven't acknowledged yet, latest first. */
export async function listMyRemovalRows(
  db: Db,
  input: { user_id: string; space_id: string; limit: number },
): Promise<MyRemovalRow[]> {
  const { rows } = await sql<MyRemovalRow>`
    select 'post' as kind, p.id, p.id as post_id, p.slug, p.title, p.excerpt as body, p.removal_reason as reason,
      p.deleted_at as removed_at
    from posts p where p.user_id = ${input.user_id}::uuid and p.space_id = ${input.space_id}::uuid
      and p.removed_by is not null and p.removal_acknowledged_at is null
    union all
    select 'comment', c.id, p.id, p.slug, case when p.deleted_at is null then p.title end, c.body, c.removal_reason,
      c.deleted_at
    from post_comments c join posts p on p.id = c.post_id
    where c.user_id = ${input.user_id}::uuid and c.space_id = ${input.space_id}::uuid
      and c.removed_by is not null and c.removal_acknowledged_at is null
    order by removed_at desc, id desc limit ${pageLimit(input.limit)}`.execute(db);
  return rows;
}
