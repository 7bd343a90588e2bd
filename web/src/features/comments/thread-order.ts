import type { CommentOrder } from '#contract/comments.ts';
import type { CommentArrival, CommentPage, CommentPosition, MoreReplies } from './comments.api.ts';

/** IDs of a comment and its replies, oldest first. */
export interface Thread {
  id: string;
  replies: string[];
  /** New replies after replies that are not loaded. */
  latest: string[];
  /** There are more replies to load before `replies`, or between `replies` and `latest`. */
  hasMoreBefore: boolean;
  hasMoreAfter: boolean;
}

export interface Conversation {
  threads: Thread[];
  /** New threads after pages that are not loaded. */
  latest: Thread[];
  /** Number of new threads of others that are held back, because showing them would push down what is being read. */
  waiting: number;
}

const byPosition = (a: CommentPosition, b: CommentPosition) =>
  a.thread_id < b.thread_id || (a.thread_id === b.thread_id && a.id < b.id) ? -1 : 1;

/** Groups comments into threads by age with replies by age, each comment once. */
function toThreads(positions: readonly CommentPosition[]): Map<string, Thread> {
  const threads = new Map<string, Thread>();
  const seen = new Set<string>();
  for (const { id, thread_id } of [...positions].sort(byPosition)) {
    if (seen.has(id)) continue;
    seen.add(id);
    if (id === thread_id) {
      threads.set(id, { id, replies: [], latest: [], hasMoreBefore: false, hasMoreAfter: false });
    }
    // If the thread is not loaded, its page will contain the reply.
    else threads.get(thread_id)?.replies.push(id);
  }
  return threads;
}

interface Loaded {
  pages: readonly Pick<CommentPage, 'positions' | 'later' | 'earlier' | 'live_cursor'>[];
  replies: MoreReplies;
  order: CommentOrder;
  /** There are more pages after the last one, or before the first one. */
  hasNext: boolean;
  hasPrevious: boolean;
  /** Newest first: events up to this sequence number are shown. */
  shownThrough: number;
}

/**
 * Arranges loaded comments and arrivals in reading order. Arrivals older than the first page are already in the pages.
 */
export function arrangeComments(loaded: Loaded, arrivals: readonly CommentArrival[]): Conversation {
  const { pages, replies, order } = loaded;
  const isNewest = order === 'newest';
  const cursor = Math.min(...pages.map((page) => page.live_cursor));
  const positions = [...pages.flatMap((page) => page.positions), ...replies.positions];
  const known = new Set(positions.map(({ id }) => id));
  const fresh = arrivals.filter(({ id, seq }) => seq > cursor && !known.has(id));
  const freshTops = fresh.filter(({ id, thread_id }) => id === thread_id);
  const threads = toThreads(positions);
  const ends = {
    later: new Set(pages.flatMap((page) => page.later)),
    earlier: new Set(pages.flatMap((page) => page.earlier)),
  };
  for (const thread of threads.values()) {
    thread.hasMoreAfter = replies.later[thread.id] ?? ends.later.has(thread.id);
    thread.hasMoreBefore = replies.earlier[thread.id] ?? ends.earlier.has(thread.id);
  }

  // New threads go to the end they belong to; if the pages there are not loaded, they are kept apart or held back.
  const isApart = isNewest ? loaded.hasPrevious : loaded.hasNext;
  const isOwn = (arrival: CommentArrival) => arrival.seq === Number.MAX_SAFE_INTEGER;
  const isShown = (arrival: CommentArrival) =>
    !isNewest || isOwn(arrival) || (!isApart && arrival.seq <= loaded.shownThrough);
  const shownTops = freshTops.filter(isShown);
  const apart = toThreads(isApart ? shownTops : []);
  if (!isApart) for (const [id, thread] of toThreads(shownTops)) threads.set(id, thread);
  for (const { id, thread_id } of fresh
    .filter((arrival) => arrival.id !== arrival.thread_id)
    .sort(byPosition)) {
    const thread = threads.get(thread_id) ?? apart.get(thread_id);
    if (thread) (thread.hasMoreAfter ? thread.latest : thread.replies).push(id);
  }
  const inOrder = (some: Map<string, Thread>) => {
    const sorted = [...some.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
    return isNewest ? sorted.reverse() : sorted;
  };
  return {
    threads: inOrder(threads),
    latest: inOrder(apart),
    waiting: freshTops.length - shownTops.length,
  };
}
