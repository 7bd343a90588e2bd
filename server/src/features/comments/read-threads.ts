import type { Comment, CommentOrder } from '#contract/features/comments/comments.ts';
import type { Db } from '#server/platform/db/database.ts';
import { postChannel } from '#server/platform/live/publish.ts';
import { decodeCursor, encodeCursor, isUuid } from '#server/platform/paging/cursor.ts';
import { toGivenKinds } from '#server/platform/shared-pages/shared-item.ts';
import { createSharedPages } from '#server/platform/shared-pages/shared-pages.ts';
import type { CommentRow, Reader } from './comments.queries.ts';
import { type SharedComment, toComment, toReaderComment, toSharedComment } from './comments.view.ts';
import {
  findCommentPosition,
  listReplies,
  listThreads,
  type OwnRow,
  ownOfComments,
} from './threads.queries.ts';

const threadPageSize = 20;
/** On a page around a comment, the maximum number of threads before the comment's own. */
const maxThreadsBefore = 10;
const repliesPerThread = 5;
const replyPageSize = 20;

export interface ThreadPage<Item> {
  comments: Item[];
  threads_with_more_after: string[];
  threads_with_more_before: string[];
  next_cursor: string | null;
  previous_cursor: string | null;
}

interface ThreadInput {
  post_id: string;
  order: CommentOrder;
  around?: string | undefined;
  cursor?: string | undefined;
  direction: 'next' | 'previous';
}

/** The first page of the comments of a post as all readers see it. */
interface FirstPage extends ThreadPage<SharedComment> {
  ids: string[];
  /** The sum of the versions of the authors' levels, which are published to the space, not to the post. */
  levels: number;
}

/** About how many characters the other fields of a comment take. */
const otherFields = 1000;
const firstPages = createSharedPages<FirstPage, OwnRow>({
  // In characters: several hundred usual pages, or some of the longest.
  limit: 4_000_000,
  sizeOf: ({ comments }) =>
    comments.reduce((size, { comment }) => size + otherFields + comment.item.body.length, otherFields),
  ownColumn: ownOfComments,
  isUnchanged: ({ levels }, own) => levels === (own?.levels ?? 0),
});

/**
 * Returns a page of the comments of a post as the reader sees it; see `list_comments`. The caller checks access. First pages may come
 * from memory, unless something about the comments or their authors' levels was changed since.
 */
export async function readThreads(
  db: Db,
  reader: Reader,
  input: ThreadInput,
): Promise<ThreadPage<Readonly<Comment>>> {
  const { post_id, order } = input;
  const read = async () => await loadThreads(db, reader, input);
  const show = ({ comments, ...page }: ThreadPage<CommentRow>) => ({
    comments: comments.map((row) => toComment(row, reader)),
    ...page,
  });
  if (input.cursor !== undefined || input.around !== undefined) return show(await read());
  const found = await firstPages(db, reader, {
    key: `${post_id} ${order}`,
    channels: [postChannel(post_id)],
    read,
    toPage: ({ comments, ...page }) => ({
      comments: comments.map(toSharedComment),
      ids: comments.map(({ id }) => id),
      levels: comments.reduce((sum, { author }) => sum + author.level_version, 0),
      ...page,
    }),
  });
  if (found.rows) return show(found.rows);
  const { ids: _ids, levels: _levels, comments, ...page } = found.page;
  const given = toGivenKinds(found.own?.given ?? null);
  return { comments: comments.map((comment) => toReaderComment(comment, reader, given)), ...page };
}

async function loadThreads(db: Db, reader: Reader, input: ThreadInput): Promise<ThreadPage<CommentRow>> {
  const { post_id, order } = input;
  const kind = `threads-${order}`;
  const cursor = decodeCursor(kind, input.cursor, isUuid);
  const target =
    cursor === null && input.around ? await findCommentPosition(db, post_id, input.around) : null;
  const isBack = cursor !== null && input.direction === 'previous';
  const from = target
    ? { id: target.thread_id, inclusive: true }
    : cursor && { id: cursor.id, inclusive: false };
  /** Loads threads in one direction from a position. Reads one more than is shown to know whether there are more. */
  const read = async (direction: 'forward' | 'back', start: typeof from, count: number) => {
    const rows = await listThreads(db, reader, {
      post_id,
      backwards: (order === 'newest') !== (direction === 'back'),
      from: start,
      threads: count + 1,
      replies: repliesPerThread + 1,
    });
    const found = toThreads(rows);
    const shown = found.slice(0, count);
    return { threads: direction === 'back' ? shown.reverse() : shown, more: found.length > count };
  };
  const before = target
    ? await read('back', { id: target.thread_id, inclusive: false }, maxThreadsBefore)
    : null;
  const page = await read(isBack ? 'back' : 'forward', from, threadPageSize - (before?.threads.length ?? 0));
  const threads = [...(before?.threads ?? []), ...page.threads];
  if (target) await showTargetReply(db, reader, post_id, target, threads);
  const cursorAt = (thread: ShownThread | undefined) =>
    thread ? encodeCursor(kind, { at: thread.id, id: thread.id }) : null;
  return {
    comments: threads.flatMap((thread) => thread.rows),
    threads_with_more_after: threads.filter((thread) => thread.later).map((thread) => thread.id),
    threads_with_more_before: threads.filter((thread) => thread.earlier).map((thread) => thread.id),
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
    else if (last.rows.length <= repliesPerThread) last.rows.push(row);
    else last.later = true;
  }
  return threads;
}

/**
 * Replaces the replies of the target's thread by those from the target on, unless the target is among the first ones.
 */
async function showTargetReply(
  db: Db,
  reader: Reader,
  postId: string,
  target: { id: string; thread_id: string },
  threads: ShownThread[],
): Promise<void> {
  const thread = threads.find(({ id }) => id === target.thread_id);
  if (!thread || thread.rows.some(({ id }) => id === target.id)) return;
  const rows = await listReplies(db, reader, {
    post_id: postId,
    thread_id: thread.id,
    side: 'from',
    id: target.id,
    limit: repliesPerThread + 1,
  });
  thread.rows = [...thread.rows.slice(0, 1), ...rows.slice(0, repliesPerThread)];
  thread.later = rows.length > repliesPerThread;
  thread.earlier = true;
}

/** Returns the replies of a thread after or before a comment; see `list_replies`. */
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
    // Every reply has a higher id than its thread.
    id: before ?? input.after ?? thread_id,
    limit: replyPageSize + 1,
  });
  const page = rows.slice(0, replyPageSize);
  if (before) page.reverse();
  return { comments: page.map((row) => toComment(row, reader)), more: rows.length > replyPageSize };
}
