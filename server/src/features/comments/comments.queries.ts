import { sql } from 'kysely';
import type { Viewer } from '#server/platform/access.ts';
import { type Db, pageLimit } from '#server/platform/db/database.ts';
import type { Standing } from '../points/index.ts';

interface PersonRow {
  id: string;
  full_name: string;
  username: string;
  avatar_url: string | null;
  profile_url: string;
}

export interface CommentRow {
  id: string;
  post_id: string;
  space_id: string;
  user_id: string;
  parent_id: string | null;
  thread_id: string;
  body: string;
  like_count: number;
  created_at: string;
  edited_at: string | null;
  deleted_at: string | null;
  version: number;
  author: PersonRow & Standing;
  reply_to: PersonRow | null;
  has_liked: boolean;
}

const personColumns = (alias: string) => sql`json_build_object('id', ${sql.ref(`${alias}.id`)},
  'full_name', ${sql.ref(`${alias}.full_name`)}, 'username', ${sql.ref(`${alias}.username`)},
  'avatar_url', ${sql.ref(`${alias}.avatar_url`)}, 'profile_url', ${sql.ref(`${alias}.profile_url`)})`;

const authorColumns = sql`json_build_object('id', u.id, 'full_name', u.full_name, 'username', u.username,
  'avatar_url', u.avatar_url, 'profile_url', u.profile_url,
  'level', coalesce(mp.level, 1), 'level_version', coalesce(mp.level_version, 0))`;

const commentColumns = (viewer: Viewer | null) => sql`
  c.id, c.post_id, c.space_id, c.user_id, c.parent_id, c.thread_id, c.like_count, c.created_at, c.edited_at,
  c.deleted_at, c.version, case when c.deleted_at is null then c.body else '' end as body,
  ${authorColumns} as author, case when r.id is not null then ${personColumns('r')} end as reply_to,
  coalesce((select true from comment_likes l
    where l.comment_id = c.id and l.user_id = ${viewer?.user_id ?? null}::uuid), false) as has_liked`;

const commentSources = sql`post_comments c join users u on u.id = c.user_id left join users r on r.id = c.reply_to_user_id
  left join member_points mp on mp.space_id = c.space_id and mp.user_id = c.user_id`;

/** A page of a post's conversation in reading order: threads by age, within each the first comment, then its replies. */
export async function selectComments(
  db: Db,
  viewer: Viewer | null,
  input: { post_id: string; after: { thread_id: string; id: string } | null; limit: number },
): Promise<CommentRow[]> {
  const after = input.after
    ? sql`and (c.thread_id, c.id) > (${input.after.thread_id}::uuid, ${input.after.id}::uuid)`
    : sql``;
  const { rows } = await sql<CommentRow>`
    select ${commentColumns(viewer)} from ${commentSources}
    where c.post_id = ${input.post_id}::uuid ${after}
    order by c.thread_id, c.id limit ${pageLimit(input.limit)}`.execute(db);
  return rows;
}

export async function selectComment(
  db: Db,
  viewer: Viewer | null,
  commentId: string,
): Promise<CommentRow | null> {
  const { rows } = await sql<CommentRow>`
    select ${commentColumns(viewer)} from ${commentSources} where c.id = ${commentId}::uuid`.execute(db);
  return rows[0] ?? null;
}

export async function selectCommentIdByClientId(
  db: Db,
  userId: string,
  clientId: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('post_comments')
    .select('id')
    .where('user_id', '=', userId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** A comment's own facts, locked against changes until the transaction ends; null when deleted. */
export async function selectCommentForUpdate(db: Db, commentId: string) {
  return await db
    .selectFrom('post_comments')
    .select(['id', 'space_id', 'post_id', 'user_id', 'thread_id', 'parent_id'])
    .where('id', '=', commentId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** The comment that a reply hangs on, if it is one of this post and still there. */
export async function selectParent(db: Db, postId: string, commentId: string) {
  return await db
    .selectFrom('post_comments')
    .select(['id', 'user_id', 'thread_id', 'parent_id'])
    .where('id', '=', commentId)
    .where('post_id', '=', postId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export async function insertComment(
  db: Db,
  comment: {
    id: string;
    space_id: string;
    post_id: string;
    user_id: string;
    client_id: string;
    thread_id: string;
    parent_id: string | null;
    reply_to_user_id: string | null;
    body: string;
    created_at: string;
  },
): Promise<void> {
  await db.insertInto('post_comments').values(comment).execute();
}

export async function updateCommentDeleted(
  db: Db,
  commentId: string,
  now: string,
): Promise<{ version: number } | null> {
  const row = await db
    .updateTable('post_comments')
    .set((eb) => ({ deleted_at: now, version: eb('version', '+', 1) }))
    .where('id', '=', commentId)
    .where('deleted_at', 'is', null)
    .returning('version')
    .executeTakeFirst();
  return row ?? null;
}

/** Changes a living comment's likes; null when it is gone. */
export async function updateCommentLikes(
  db: Db,
  commentId: string,
  change: number,
): Promise<{ post_id: string; user_id: string; body: string; like_count: number; version: number } | null> {
  const row = await db
    .updateTable('post_comments')
    .set((eb) => ({ like_count: eb('like_count', '+', change), version: eb('version', '+', 1) }))
    .where('id', '=', commentId)
    .where('deleted_at', 'is', null)
    .returning(['post_id', 'user_id', 'body', 'like_count', 'version'])
    .executeTakeFirst();
  return row ?? null;
}

export async function selectCommentsWrittenSince(
  db: Db,
  userId: string,
  spaceId: string,
  since: string,
): Promise<{ count: number; oldest: string | null }> {
  const { rows } = await sql<{ count: number; oldest: string | null }>`
    select count(*)::int as count, min(created_at) as oldest from (
      select created_at from post_comments where user_id = ${userId}::uuid and space_id = ${spaceId}::uuid
        and created_at > ${since} order by created_at desc limit 60) recent`.execute(db);
  return rows[0] ?? { count: 0, oldest: null };
}

/** The space of a living comment under a living post, as a condition on `s`. */
export const spaceOfComment = (commentId: string) =>
  sql`s.id = (select c.space_id from post_comments c join posts p on p.id = c.post_id
    where c.id = ${commentId}::uuid and c.deleted_at is null and p.deleted_at is null)`;
