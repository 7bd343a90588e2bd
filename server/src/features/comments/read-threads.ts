import type { Comment, CommentOrder } from '#contract/comments.ts';
import type { Db } from '#server/platform/db/database.ts';
import { decodeCursor, encodeCursor, isUuid } from '#server/platform/paging/cursor.ts';
import type { CommentRow, Reader } from './comments.queries.ts';
import { toComment } from './comments.view.ts';
import { findCommentPosition, listReplies, listThreads } from './threads.queries.ts';

const threadsOnPage = 20;
/** Of a page around a comment, how many threads may stand before its own. */
const threadsBefore = 10;
const repliesOfThread = 5;
const repliesOnPage = 20;

export interface ThreadPage {
  comments: Comment[];
  threads_with_more_after: string[];
  earlier_replies: string[];
  next_cursor: string | null;
  previous_cursor: string | null;
}

/** A page of the conversation under a post; see `list_comments`. */
export async function readThreads(
  db: Db,
  reader: Reader,
  input: {
    post_id: string;
    order: CommentOrder;
    around?: string | undefined;
    cursor?: string | undefined;
    direction: 'next' | 'previous';
  },
): Promise<ThreadPage> {
  const { post_id, order } = input;
  const kind = `threads-${order}`;
  const cursor = decodeCursor(kind, input.cursor, isUuid);
  const place = cursor === null && input.around ? await findCommentPosition(db, post_id, input.around) : null;
  const isBack = cursor !== null && input.direction === 'previous';
  const from = place
    ? { id: place.thread_id, inclusive: true }
    : cursor && { id: cursor.id, inclusive: false };
  /** Threads in one direction from a place, and whether there are more: one more than is shown tells. */
  const read = async (way: 'on' | 'back', start: typeof from, count: number) => {
    const rows = await listThreads(db, reader, {
      post_id,
      backwards: (order === 'newest') !== (way === 'back'),
      from: start,
      threads: count + 1,
      replies: repliesOfThread + 1,
    });
    const found = toThreads(rows);
    const shown = found.slice(0, count);
    return { threads: way === 'back' ? shown.reverse() : shown, more: found.length > count };
  };
  const before = place ? await read('back', { id: place.thread_id, inclusive: false }, threadsBefore) : null;
  const page = await read(isBack ? 'back' : 'on', from, threadsOnPage - (before?.threads.length ?? 0));
  const threads = [...(before?.threads ?? []), ...page.threads];
  if (place) await showReply(db, reader, post_id, place, threads);
  const cursorAt = (thread: ShownThread | undefined) =>
    thread ? encodeCursor(kind, { at: thread.id, id: thread.id }) : null;
  return {
    comments: threads.flatMap((thread) => thread.rows.map(toComment)),
    threads_with_more_after: threads.filter((thread) => thread.later).map((thread) => thread.id),
    earlier_replies: threads.filter((thread) => thread.earlier).map((thread) => thread.id),
    next_cursor: page.more || isBack ? cursorAt(threads.at(-1)) : null,
    previous_cursor: (isBack ? page.more : before?.more) ? cursorAt(threads[0]) : null,
  };
}

interface ShownThread {
  id: string;
  rows: CommentRow[];
  earlier: boolean;
  later: boolean;
}

function toThreads(rows: CommentRow[]): ShownThread[] {
  const threads: ShownThread[] = [];
  for (const row of rows) {
    const last = threads.at(-1);
    if (last?.id !== row.thread_id)
      threads.push({ id: row.thread_id, rows: [row], earlier: false, later: false });
    else if (last.rows.length <= repliesOfThread) last.rows.push(row);
    else last.later = true;
  }
  return threads;
}

/** Shows a thread's replies from the one that was asked for, where that is not among the first. */
async function showReply(
  db: Db,
  reader: Reader,
  postId: string,
  place: { id: string; thread_id: string },
  threads: ShownThread[],
): Promise<void> {
  const thread = threads.find(({ id }) => id === place.thread_id);
  const [top] = thread?.rows ?? [];
  if (!thread || !top || thread.rows.some(({ id }) => id === place.id)) return;
  const rows = await listReplies(db, reader, {
    post_id: postId,
    thread_id: thread.id,
    side: 'from',
    id: place.id,
    limit: repliesOfThread + 1,
  });
  thread.rows = [top, ...rows.slice(0, repliesOfThread)];
  thread.later = rows.length > repliesOfThread;
  thread.earlier = true;
}

/** Replies of a thread after a place or before one; see `list_replies`. */
export async function readReplies(
  db: Db,
  reader: Reader,
  input: {
    post_id: string;
    thread_id: string;
    after?: string | undefined;
    before?: string | undefined;
  },
): Promise<{ comments: Comment[]; more: boolean }> {
  const { post_id, thread_id, before } = input;
  const rows = await listReplies(db, reader, {
    post_id,
    thread_id,
    side: before ? 'before' : 'after',
    // No reply is older than its thread.
    id: before ?? input.after ?? thread_id,
    limit: repliesOnPage + 1,
  });
  const page = rows.slice(0, repliesOnPage);
  if (before) page.reverse();
  return { comments: page.map(toComment), more: rows.length > repliesOnPage };
}
