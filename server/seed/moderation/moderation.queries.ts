import { sql } from 'kysely';
import type { Database } from '#server/platform/db/database.ts';

export interface DemoComment {
  id: string;
  user_id: string;
  post_id: string;
  body: string;
  created_at: string;
  has_replies: boolean;
}

/** Returns the comments of a space, oldest first. */
export async function listDemoComments(db: Database, spaceId: string): Promise<DemoComment[]> {
  const { rows } = await sql<DemoComment>`
    select c.id, c.user_id, c.post_id, c.body, c.created_at,
      exists (select 1 from post_comments r where r.parent_id = c.id) as has_replies
    from post_comments c where c.space_id = ${spaceId}::uuid order by c.id`.execute(db);
  return rows;
}

/** Returns the posts of a space without activity since `before`, latest first. */
export async function listQuietPosts(
  db: Database,
  spaceId: string,
  before: string,
): Promise<{ id: string }[]> {
  return await db
    .selectFrom('posts')
    .select('id')
    .where('space_id', '=', spaceId)
    .where('last_activity_at', '<', before)
    .orderBy('id', 'desc')
    .execute();
}

/** Returns the open cases of a space, oldest first. */
export async function listOpenCaseIds(db: Database, spaceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('moderation_cases')
    .select('id')
    .where('space_id', '=', spaceId)
    .where('resolved_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
