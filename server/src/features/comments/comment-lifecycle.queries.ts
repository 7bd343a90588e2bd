/* Creates, edits and deletes comments. Called only by the three actions that run the hooks of these changes. */
import { sql } from 'kysely';
import type { AvatarPerson } from '#contract/users.ts';
import type { ReactionTotals } from '#contract/values/reactions.ts';
import type { Db } from '#server/platform/db/database.ts';
import { prepareQuery } from '#server/platform/db/prepare-query.ts';
import { commentCount } from '../posts/index.ts';
import { type CommentRow, commentColumns, peopleOfComment, type Reader } from './comments.queries.ts';

/** A post's totals including a new comment. */
export interface NewTotals extends ReactionTotals {
  category_id: string | null;
  comment_count: number;
  commenters: AvatarPerson[];
  version: number;
  /** Whether its category has access rules. */
  is_limited: boolean;
}

interface NewComment {
  id: string;
  space_id: string;
  post_id: string;
  user_id: string;
  client_id: string;
  thread_id: string;
  parent_id: string | null;
  reply_to_user_id: string | null;
  body: string;
  upload_id: string | null;
  created_at: string;
}

const insertion = prepareQuery(
  (_, c: NewComment & { reader_id: string | null }) => sql<CommentRow & { counts: NewTotals }>`
    with c as (
      insert into post_comments (id, space_id, post_id, user_id, client_id, thread_id, parent_id, reply_to_user_id, body,
        upload_id, created_at)
      values (${c.id}, ${c.space_id}, ${c.post_id}, ${c.user_id}, ${c.client_id}, ${c.thread_id}, ${c.parent_id},
        ${c.reply_to_user_id}, ${c.body}, ${c.upload_id}, ${c.created_at})
      returning *),
    counts as (${commentCount.incrementCommentCount(c.post_id, c.user_id, c.created_at)})
    select ${commentColumns({ user_id: c.reader_id })}, row_to_json(counts) as counts
    from c ${peopleOfComment} cross join counts`,
);

/** Inserts a comment, counts it and returns it as it is shown, all in one statement. The caller has locked its post. */
export async function insertComment(
  db: Db,
  reader: Reader,
  comment: NewComment,
): Promise<{ row: CommentRow; counts: NewTotals }> {
  const [inserted] = await insertion.run(db, { ...comment, reader_id: reader.user_id });
  if (!inserted) throw new Error('The post of a new comment is deleted');
  const { counts, ...row } = inserted;
  return { row, counts };
}

/** Marks a comment deleted, and by whom if not by its author; null when it was deleted already. */
export async function markCommentDeleted(
  db: Db,
  commentId: string,
  now: string,
  removal: { removed_by: string; removal_reason: string | null } | null,
): Promise<{ version: number } | null> {
  const row = await db
    .updateTable('post_comments')
    .set((eb) => ({ deleted_at: now, version: eb('version', '+', 1), ...removal }))
    .where('id', '=', commentId)
    .where('deleted_at', 'is', null)
    .returning('version')
    .executeTakeFirst();
  return row ?? null;
}

/** Updates the text of a comment. The caller saves the earlier version. */
export async function updateCommentText(
  db: Db,
  commentId: string,
  changes: { body: string; upload_id: string | null; edited_at: string },
): Promise<void> {
  await db
    .updateTable('post_comments')
    .set((eb) => ({ ...changes, version: eb('version', '+', 1) }))
    .where('id', '=', commentId)
    .execute();
}
