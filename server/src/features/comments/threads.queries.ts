import { sql } from 'kysely';
import { type Db, pageLimit } from '#server/platform/db/database.ts';
import { prepareVariants } from '#server/platform/db/prepare-query.ts';
import { reactionsGiven } from '#server/platform/db/reaction-counts.ts';
import type { GivenPairs } from '#server/platform/shared-pages/shared-item.ts';
import type { OwnColumn } from '#server/platform/shared-pages/shared-state.queries.ts';
import { shownSlug } from '../posts/index.ts';
import { type CommentRow, commentColumns, peopleOfComment, type Reader } from './comments.queries.ts';

/** A page of threads: how many, and in which direction. */
interface ThreadPage {
  /** From the newest to the oldest. */
  backwards: boolean;
  /** Whether it begins at a comment, and includes it; null if it begins at the end. */
  begins: 'at' | 'after' | null;
  threads: number;
  replies: number;
}

const pageOfThreads = prepareVariants(
  (
    { backwards, begins, threads, replies }: ThreadPage,
    values: Pick<Reader, 'user_id'> & { post_id: string; from_id: string | null },
  ) => {
    const comparison = sql.raw(`${backwards ? '<' : '>'}${begins === 'at' ? '=' : ''}`);
    const direction = sql.raw(backwards ? 'desc' : 'asc');
    const fromCondition = begins ? sql`and top.id ${comparison} ${values.from_id}::uuid` : sql``;
    const { user_id, post_id } = values;
    return sql<CommentRow>`
      select ${commentColumns({ user_id })} from (
        select top.id from post_comments top where top.post_id = ${post_id}::uuid and top.parent_id is null ${fromCondition}
        order by top.id ${direction} limit ${pageLimit(threads)}
      ) chosen cross join lateral (
        select * from post_comments one where one.post_id = ${post_id}::uuid and one.thread_id = chosen.id
        order by one.id limit ${pageLimit(replies + 1)}
      ) c ${peopleOfComment}
      order by chosen.id ${direction}, c.id`;
  },
);

/**
 * Returns threads of a post in one direction from a comment (or from the end), each with its first replies. Two index
 * scans per thread, however many comments the post has.
 */
export async function listThreads(
  db: Db,
  reader: Reader,
  input: {
    post_id: string;
    from: { id: string; inclusive: boolean } | null;
  } & Omit<ThreadPage, 'begins'>,
): Promise<CommentRow[]> {
  const { from, post_id, backwards, threads, replies } = input;
  const begins = from && (from.inclusive ? 'at' : 'after');
  const { user_id } = reader;
  return await pageOfThreads.run(
    db,
    { backwards, begins, threads, replies },
    { user_id, post_id, from_id: from?.id ?? null },
  );
}

/** A reader's reactions to comments, and the sum of the versions of their authors' levels, which rises when one changes. */
export interface OwnRow {
  given: GivenPairs | null;
  levels: number;
}

/** What is a reader's own of comments, and what their channel has no events of, as JSON of an `OwnRow`. */
export const ownOfComments: OwnColumn = ({ user_id, ids }) => sql`json_build_object(
  'given', ${reactionsGiven(user_id, ids)},
  'levels', (select coalesce(sum(mp.level_version), 0) from post_comments c
    join member_points mp on mp.space_id = c.space_id and mp.user_id = c.user_id where c.id = any (${ids}::uuid[])))`;

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
