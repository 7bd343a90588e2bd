import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';

/** The space of a page of a course, as a condition on `s`. */
export const spaceOfPage = (id: string) =>
  sql`s.id = (select space_id from course_pages where id = ${id}::uuid)`;

/** Returns the page of a course that a comment is below; null if it is deleted, or the comment of a post. */
export async function findPageOfComment(db: Db, commentId: string): Promise<string | null> {
  const row = await db
    .selectFrom('post_comments as c')
    .innerJoin('course_pages as p', 'p.id', 'c.post_id')
    .select('p.id')
    .where('c.id', '=', commentId)
    .where('c.deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Returns the pages of courses that comments are below, by the comment. Deleted comments, and those of posts, have none. */
export async function listPagesOfComments(db: Db, commentIds: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; page_id: string }>`
    select c.id, p.id as page_id from post_comments c join course_pages p on p.id = c.post_id
    where c.id = any(${commentIds}::uuid[]) and c.deleted_at is null`.execute(db);
  return new Map(rows.map(({ id, page_id }) => [id, page_id]));
}

/** Returns what is discussed where a comment that isn't deleted shows an upload: a post, or a page of a course; null without one. */
export async function findDiscussionShowing(
  db: Db,
  uploadId: string,
): Promise<{ post_id: string; post_type: string; category_id: string | null } | null> {
  const row = await db
    .selectFrom('post_comments as c')
    .innerJoin('posts as p', 'p.id', 'c.post_id')
    .select(['c.post_id', 'p.post_type', 'p.category_id'])
    .where('c.upload_id', '=', uploadId)
    .where('c.deleted_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}
