import { sql } from 'kysely';
import { type Db, pageLimit } from '#server/platform/db/database.ts';
import { type CommentRow, commentColumns, peopleOfComment, type Reader } from './comments.queries.ts';

/**
 * Threads of a post in one direction from a place (or from the end), each with its first replies. Two index scans for each
 * thread of the page, however many comments the post has.
 */
export async function listThreads(
  db: Db,
  reader: Reader,
  input: {
    post_id: string;
    /** Downwards in time, from the newest to the oldest. */
    backwards: boolean;
    from: { id: string; inclusive: boolean } | null;
    threads: number;
    replies: number;
  },
): Promise<CommentRow[]> {
  const { from, backwards } = input;
  const sign = sql.raw(`${backwards ? '<' : '>'}${from?.inclusive ? '=' : ''}`);
  const way = sql.raw(backwards ? 'desc' : 'asc');
  const begin = from ? sql`and top.id ${sign} ${from.id}::uuid` : sql``;
  const { rows } = await sql<CommentRow>`
    select ${commentColumns(reader)} from (
      select top.id from post_comments top where top.post_id = ${input.post_id}::uuid and top.parent_id is null ${begin}
      order by top.id ${way} limit ${pageLimit(input.threads)}
    ) chosen cross join lateral (
      select * from post_comments one where one.post_id = ${input.post_id}::uuid and one.thread_id = chosen.id
      order by one.id limit ${pageLimit(input.replies + 1)}
    ) c ${peopleOfComment}
    order by chosen.id ${way}, c.id`.execute(db);
  return rows;
}

/** Replies of a thread after (or from, or before) a place; oldest first, but those before it latest first. */
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
  const sign = sql.raw({ after: '>', from: '>=', before: '<' }[input.side]);
  const way = sql.raw(input.side === 'before' ? 'desc' : 'asc');
  const { rows } = await sql<CommentRow>`
    select ${commentColumns(reader)} from post_comments c ${peopleOfComment}
    where c.post_id = ${input.post_id}::uuid and c.thread_id = ${input.thread_id}::uuid and c.parent_id is not null
      and c.id ${sign} ${input.id}::uuid
    order by c.id ${way} limit ${pageLimit(input.limit)}`.execute(db);
  return rows;
}

/** The post of a comment of this space, whatever has become of either. */
export async function findPostOfComment(
  db: Db,
  spaceId: string,
  commentId: string,
): Promise<{ id: string; slug: string } | null> {
  const row = await db
    .selectFrom('post_comments as c')
    .innerJoin('posts as p', 'p.id', 'c.post_id')
    .select(['p.id', 'p.slug'])
    .where('c.id', '=', commentId)
    .where('c.space_id', '=', spaceId)
    .executeTakeFirst();
  return row ?? null;
}

/** The thread of a comment of this post. */
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
