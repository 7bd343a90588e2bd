import { type RawBuilder, sql } from 'kysely';
import type { Person, SpacePerson } from '#contract/users.ts';
import type { ReactionTotals } from '#contract/values/reactions.ts';
import { type Db, pageLimit } from '#server/platform/db/database.ts';
import { countReaction, kindsGivenBy, type ReactionChange } from '#server/platform/db/reaction-counts.ts';
import { personJsonOrNull, spacePersonJson } from '#server/platform/people/person.queries.ts';
import { type AttachedRow, attachedColumns } from '../uploads/index.ts';

export interface CommentRow extends ReactionTotals {
  id: string;
  post_id: string;
  space_id: string;
  user_id: string;
  parent_id: string | null;
  thread_id: string;
  body: string;
  attachment: AttachedRow | null;
  created_at: string;
  edited_at: string | null;
  deleted_at: string | null;
  is_removed: boolean;
  /** Given to the author. Not everyone may see it. */
  removal_reason: string | null;
  version: number;
  author: SpacePerson;
  reply_to: Person | null;
  /** The kinds of the reader's reactions. */
  given: string[] | null;
}

/** The person a comment is read for. It determines what they liked and whether they see the reason of a removal. */
export interface Reader {
  user_id: string | null;
  is_moderator: boolean;
}

/** An upload as `toAttachment` expects it; null when there is none. */
const attachedTo = (id: RawBuilder<unknown>) =>
  sql`(select ${attachedColumns} from uploads f where f.id = ${id})`;

/** The columns of a comment `c`, as the contract shows it. Needs `peopleOfComment` in the same statement. */
export const commentColumns = ({ user_id }: Pick<Reader, 'user_id'>) => sql`
  c.id, c.post_id, c.space_id, c.user_id, c.parent_id, c.thread_id, c.like_count, c.reaction_counts,
  c.created_at, c.edited_at, c.deleted_at, c.version, case when c.deleted_at is null then c.body else '' end as body,
  case when c.deleted_at is null and c.upload_id is not null then ${attachedTo(sql`c.upload_id`)} end as attachment,
  (c.removed_by is not null) as is_removed, c.removal_reason,
  ${spacePersonJson('u', 'mp')} as author, ${personJsonOrNull('r')} as reply_to,
  ${kindsGivenBy(user_id, sql`c.id`)} as given`;

export const peopleOfComment = sql`join users u on u.id = c.user_id left join users r on r.id = c.reply_to_user_id
  left join member_points mp on mp.space_id = c.space_id and mp.user_id = c.user_id`;

/** Returns an existing comment, deleted or not. */
export async function getComment(db: Db, reader: Reader, commentId: string): Promise<CommentRow> {
  const { rows } = await sql<CommentRow>`
    select ${commentColumns(reader)} from post_comments c ${peopleOfComment}
    where c.id = ${commentId}::uuid`.execute(db);
  if (!rows[0]) throw new Error('The comment query returned no row');
  return rows[0];
}

/** What creating a comment depends on. */
export interface CommentPreconditions {
  /** The comment on this post created earlier with this client id, deleted or not. */
  earlier_id: string | null;
  /**
   * How many comments this person created in the space since a given time, counted up to the limit, and when the oldest
   * of them was created.
   */
  written: { count: number; oldest: string | null };
  /** Null when it is deleted. */
  post: {
    id: string;
    space_id: string;
    user_id: string;
    post_type: string;
    comments_closed: boolean;
  } | null;
}

/** Loads what creating a comment depends on, and locks its post and then the category of that until the transaction ends. */
export async function loadCommentPreconditions(
  db: Db,
  input: {
    user_id: string;
    client_id: string;
    space_id: string;
    post_id: string;
    since: string;
    limit: number;
  },
): Promise<CommentPreconditions> {
  // The id of the category is selected because PostgreSQL locks it only if the statement uses it.
  const { rows } = await sql<{
    earlier_id: string | null;
    count: number;
    oldest: string | null;
    post: CommentPreconditions['post'];
  }>`
    with post as (
      select id, space_id, user_id, post_type, comments_closed, category_id from posts
      where id = ${input.post_id}::uuid and deleted_at is null for no key update
    ), category as (
      select k.id from space_categories k where k.id = (select category_id from post) for key share
    ), recent as (
      select created_at from post_comments where user_id = ${input.user_id}::uuid
        and space_id = ${input.space_id}::uuid and created_at > ${input.since}::timestamptz
      order by created_at desc limit ${pageLimit(input.limit)}
    )
    select (select id from post_comments where user_id = ${input.user_id}::uuid
        and post_id = ${input.post_id}::uuid and client_id = ${input.client_id}::uuid) as earlier_id,
      (select row_to_json(post) from post) as post, (select id from category) as category_id,
      (select count(*)::int from recent) as count, (select min(created_at) from recent) as oldest`.execute(
    db,
  );
  const row = rows[0];
  if (!row) throw new Error('a select without a table returned no row');
  const { earlier_id, count, oldest, post } = row;
  return { earlier_id, post, written: { count, oldest } };
}

/** Returns the post of a comment, whether or not either is deleted; null when the comment does not exist. */
export async function findPostIdOfComment(db: Db, commentId: string): Promise<string | null> {
  const query = db.selectFrom('post_comments').select('post_id').where('id', '=', commentId);
  return (await query.executeTakeFirst())?.post_id ?? null;
}

/** Locks a comment until the transaction ends; undefined when it is deleted. */
export async function findCommentForUpdate(db: Db, commentId: string) {
  return await db
    .selectFrom('post_comments')
    .select(['id', 'space_id', 'post_id', 'user_id', 'body', 'upload_id', 'created_at', 'edited_at'])
    .select(sql<string>`(select post_type from posts where id = post_id)`.as('post_type'))
    .where('id', '=', commentId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** Returns the comment being replied to, if it belongs to this post and is not deleted. */
export async function findParent(db: Db, postId: string, commentId: string) {
  return await db
    .selectFrom('post_comments')
    .select(['id', 'user_id', 'thread_id', 'parent_id'])
    .where('id', '=', commentId)
    .where('post_id', '=', postId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export async function insertCommentVersion(
  db: Db,
  version: {
    id: string;
    comment_id: string;
    space_id: string;
    body: string;
    upload_id: string | null;
    written_at: string;
  },
): Promise<void> {
  await db.insertInto('post_comment_versions').values(version).execute();
}

/** Returns whether an earlier version of a comment shows an upload. */
export async function hasVersionWith(db: Db, commentId: string, uploadId: string): Promise<boolean> {
  const row = await db
    .selectFrom('post_comment_versions')
    .select('id')
    .where('comment_id', '=', commentId)
    .where('upload_id', '=', uploadId)
    .executeTakeFirst();
  return row !== undefined;
}

export interface CommentVersionRow {
  id: string;
  body: string;
  attachment: AttachedRow | null;
  written_at: string;
}

/** Returns the earlier versions of a comment, latest first. */
export async function listCommentVersions(
  db: Db,
  commentId: string,
  limit: number,
): Promise<CommentVersionRow[]> {
  const { rows } = await sql<CommentVersionRow>`
    select v.id, v.body, v.written_at, ${attachedTo(sql`v.upload_id`)} as attachment
    from post_comment_versions v where v.comment_id = ${commentId}::uuid
    order by v.id desc limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

/** Returns the uploads of a comment and its earlier versions. */
export async function listUploadsOfComment(db: Db, commentId: string): Promise<string[]> {
  const { rows } = await sql<{ upload_id: string }>`
    select upload_id from post_comments where id = ${commentId}::uuid and upload_id is not null
    union select upload_id from post_comment_versions
      where comment_id = ${commentId}::uuid and upload_id is not null`.execute(db);
  return rows.map(({ upload_id }) => upload_id);
}

interface ReactedComment extends ReactionTotals {
  post_id: string;
  post_type: string;
  user_id: string;
  body: string;
  version: number;
}

/** Counts a reaction to a comment and returns the totals; null when the comment or its post is deleted. */
export async function updateCommentReactions(
  db: Db,
  commentId: string,
  change: Pick<ReactionChange, 'kind' | 'by'>,
): Promise<ReactedComment | null> {
  const { rows } = await sql<ReactedComment>`
    update post_comments set ${countReaction(change)}, version = version + 1
    where id = ${commentId}::uuid and deleted_at is null
      and exists (select from posts p where p.id = post_comments.post_id and p.deleted_at is null)
    returning post_id, (select p.post_type from posts p where p.id = post_id) as post_type, user_id, body,
      like_count, reaction_counts, version`.execute(db);
  return rows[0] ?? null;
}

/** The space of a comment of a post that is not deleted, as a condition on `s`. Its post may be deleted. */
export const spaceOfComment = (commentId: string) =>
  sql`s.id = (select c.space_id from post_comments c join posts p on p.id = c.post_id
    where c.id = ${commentId}::uuid and c.deleted_at is null and p.post_type <> 'course_page')`;

/** The id of the post of a comment, as an expression. */
export const postIdOfComment = (commentId: string) =>
  sql<string>`(select c.post_id from post_comments c where c.id = ${commentId}::uuid)`;
