import { sql } from 'kysely';
import { type Db, pageLimit } from '#server/platform/db/database.ts';
import { shownSlug } from '../posts/index.ts';
import { type CommentRow, commentColumns, peopleOfComment, type Reader } from './comments.queries.ts';

/**
 * Returns threads of a post in one direction from a comment (or from the end), each with its first replies. Two index
 * scans per thread, however many comments the post has.
 */
export async function listThreads(
  db: Db,
  reader: Reader,
  input: {
    post_id: string;
    /** From the newest to the oldest. */
    backwards: boolean;
    from: { id: string; inclusive: boolean } | null;
    threads: number;
    replies: number;
  },
): Promise<CommentRow[]> {
  const { from, backwards } = input;
  const comparison = sql.raw(`${backwards ? '<' : '>'}${from?.inclusive ? '=' : ''}`);
  const direction = sql.raw(backwards ? 'desc' : 'asc');
  const fromCondition = from ? sql`and top.id ${comparison} ${from.id}::uuid` : sql``;
  const { rows } = await sql<CommentRow>`
    select ${commentColumns(reader)} from (
      select top.id from post_comments top where top.post_id = ${input.post_id}::uuid and top.parent_id is null ${fromCondition}
      order by top.id ${direction} limit ${pageLimit(input.threads)}
    ) chosen cross join lateral (
      select * from post_comments one where one.post_id = ${input.post_id}::uuid and one.thread_id = chosen.id
      order by one.id limit ${pageLimit(input.replies + 1)}
    ) c ${peopleOfComment}
    order by chosen.id ${direction}, c.id`.execute(db);
  return rows;
}

/** Returns the replies of a thread after, from or before a comment; oldest first, but latest first for `before`. */
export async function listReplies(
  db: Db,
  reader: Reader,
  input: {
    post_id: string;
    thread_id: string;
    side: 'after' | 'from' | 'before';
    id: string;
    limit: number;
  },
): Promise<CommentRow[]> {
  const comparison = sql.raw({ after: '>', from: '>=', before: '<' }[input.side]);
  const direction = sql.raw(input.side === 'before' ? 'desc' : 'asc');
  const { rows } = await sql<CommentRow>`
    select ${commentColumns(reader)} from post_comments c ${peopleOfComment}
    where c.post_id = ${input.post_id}::uuid and c.thread_id = ${input.thread_id}::uuid and c.parent_id is not null
      and c.id ${comparison} ${input.id}::uuid
    order by c.id ${direction} limit ${pageLimit(input.limit)}`.execute(db);
  return rows;
}

/** Returns the post of a comment of this space, whether or not either is deleted; of a deleted post the id as its slug. */
export async function findPostOfComment(
  db: Db,
  spaceId: string,
  commentId: string,
): Promise<{ id: string; slug: string; post_type: string; category_id: string | null } | null> {
  const row = await db
    .selectFrom('post_comments as c')
    .innerJoin('posts as p', 'p.id', 'c.post_id')
    .select(['p.id', 'p.post_type', 'p.category_id', shownSlug.as('slug')])
    .where('c.id', '=', commentId)
    .where('c.space_id', '=', spaceId)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns the thread of a comment of this post. */
export async function findCommentPosition(
  db: Db,
  postId: string,
  commentId: string,
): Promise<{ id: string; thread_id: string } | null> {
  const row = await db
    .selectFrom('post_comments')
    .select(['id', 'thread_id'])
    .where('id', '=', commentId)
    .where('post_id', '=', postId)
    .executeTakeFirst();
  return row ?? null;
}
