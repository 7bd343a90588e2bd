import type { CommentOrder } from '#contract/comments.ts';
import type { CommentArrival, CommentDraftKey, CommentPage, MoreReplies } from './comments.api.ts';

/** A comment and its replies, by id, oldest first. */
export interface Thread {
  id: string;
  replies: string[];
  /** Replies that came while others before them have not been read. */
  latest: string[];
  /** There are replies before the first of `replies`, or between `replies` and `latest`, that have not been read. */
  hasEarlier: boolean;
  hasMoreAfter: boolean;
}

export interface Conversation {
  threads: Thread[];
  /** New threads below pages that have not been read. */
  latest: Thread[];
  /** New threads of others that wait to be shown: above what is being read they would push it down. */
  waiting: number;
}

const byPosition = (a: CommentDraftKey, b: CommentDraftKey) =>
  a.thread_id < b.thread_id || (a.thread_id === b.thread_id && a.id < b.id) ? -1 : 1;

/** Threads by age with their replies by age, and each comment once. */
function toThreads(places: readonly CommentDraftKey[]): Map<string, Thread> {
  const threads = new Map<string, Thread>();
  const seen = new Set<string>();
  for (const { id, thread_id } of [...places].sort(byPosition)) {
    if (seen.has(id)) continue;
    seen.add(id);
    if (id === thread_id) {
      threads.set(id, { id, replies: [], latest: [], hasEarlier: false, hasMoreAfter: false });
    }
    // Replies whose thread has not been loaded come with its page.
    else threads.get(thread_id)?.replies.push(id);
  }
  return threads;
}

interface Loaded {
  pages: readonly Pick<CommentPage, 'places' | 'later' | 'earlier' | 'live_cursor'>[];
  replies: MoreReplies;
  order: CommentOrder;
  /** There are pages after the last, or before the first, that have not been read. */
  hasNext: boolean;
  hasPrevious: boolean;
  /** Newest first: events up to this one were let in. */
  shownThrough: number;
}

/**
 * The conversation as it is read, from what was loaded and what events have brought since. What events brought before the
 * first page was read is in the pages.
 */
export function arrangeComments(loaded: Loaded, arrivals: readonly CommentArrival[]): Conversation {
  const { pages, replies, order } = loaded;
  const isNewest = order === 'newest';
  const cursor = Math.min(...pages.map((page) => page.live_cursor));
  const places = [...pages.flatMap((page) => page.places), ...replies.places];
  const known = new Set(places.map(({ id }) => id));
  const fresh = arrivals.filter(({ id, seq }) => seq > cursor && !known.has(id));
  const freshTops = fresh.filter(({ id, thread_id }) => id === thread_id);
  const threads = toThreads(places);
  const ends = {
    later: new Set(pages.flatMap((page) => page.later)),
    earlier: new Set(pages.flatMap((page) => page.earlier)),
  };
  for (const thread of threads.values()) {
    thread.hasMoreAfter = replies.later[thread.id] ?? ends.later.has(thread.id);
    thread.hasEarlier = replies.earlier[thread.id] ?? ends.earlier.has(thread.id);
  }

  // New threads stand at the end that they belong to; where that has not been read they stand apart or wait.
  const isApart = isNewest ? loaded.hasPrevious : loaded.hasNext;
  const own = (arrival: CommentArrival) => arrival.seq === Number.MAX_SAFE_INTEGER;
  const isShown = (arrival: CommentArrival) =>
    !isNewest || own(arrival) || (!isApart && arrival.seq <= loaded.shownThrough);
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
