import { sql } from 'kysely';
import { type Db, pageLimit } from '#server/platform/db/database.ts';

export interface Like {
  user_id: string;
  space_id: string;
  created_at: string;
}

/** Inserts a like; false if it exists already. */
export async function insertPostLike(db: Db, like: Like & { post_id: string }): Promise<boolean> {
  const result = await db
    .insertInto('post_likes')
    .values(like)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Deletes a like; false if there was none. */
export async function deletePostLike(db: Db, postId: string, userId: string): Promise<boolean> {
  const result = await db
    .deleteFrom('post_likes')
    .where('post_id', '=', postId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Inserts a like of a comment; false if it exists already. */
export async function insertCommentLike(db: Db, like: Like & { comment_id: string }): Promise<boolean> {
  const result = await db
    .insertInto('comment_likes')
    .values(like)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Deletes a like of a comment; false if there was none. */
export async function deleteCommentLike(db: Db, commentId: string, userId: string): Promise<boolean> {
  const result = await db
    .deleteFrom('comment_likes')
    .where('comment_id', '=', commentId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export async function findPostTotals(db: Db, postId: string) {
  return await db
    .selectFrom('posts')
    .select(['like_count', 'version'])
    .where('id', '=', postId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export async function findCommentTotals(db: Db, commentId: string) {
  return await db
    .selectFrom('post_comments')
    .select(['like_count', 'version'])
    .where('id', '=', commentId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Returns the people who liked a comment, latest first. */
export async function listCommentLikes(
  db: Db,
  input: { comment_id: string; after: { at: string; id: string } | null; limit: number },
) {
  const { after } = input;
  let query = db
    .selectFrom('comment_likes as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .select(['u.id', 'u.full_name', 'u.username', 'u.avatar_url', 'u.profile_url', 'l.created_at'])
    .where('l.comment_id', '=', input.comment_id)
    .orderBy('l.created_at', 'desc')
    .orderBy('l.user_id', 'desc')
    .limit(pageLimit(input.limit));
  if (after) {
    query = query.where(
      sql<boolean>`(l.created_at, l.user_id) < (${after.at}::timestamptz, ${after.id}::uuid)`,
    );
  }
  return await query.execute();
}

/** Returns the people who liked a post, latest first; empty once it is deleted. */
export async function listPostLikes(
  db: Db,
  input: { post_id: string; after: { at: string; id: string } | null; limit: number },
) {
  const { after } = input;
  let query = db
    .selectFrom('post_likes as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .innerJoin('posts as p', 'p.id', 'l.post_id')
    .select(['u.id', 'u.full_name', 'u.username', 'u.avatar_url', 'u.profile_url', 'l.created_at'])
    .where('l.post_id', '=', input.post_id)
    .where('p.deleted_at', 'is', null)
    .orderBy('l.created_at', 'desc')
    .orderBy('l.user_id', 'desc')
    .limit(pageLimit(input.limit));
  if (after) {
    query = query.where(
      sql<boolean>`(l.created_at, l.user_id) < (${after.at}::timestamptz, ${after.id}::uuid)`,
    );
  }
  return await query.execute();
}
