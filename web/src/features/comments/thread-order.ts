import type { CommentOrder } from '#contract/features/comments/comments.ts';
import { type AddedItem, freshItems, type ListChanges } from '#web/lib/list/list-changes.ts';
import { sortList } from '#web/lib/list/sort-list.ts';
import type { CommentPage, CommentPosition, MoreReplies } from './comments.api.ts';

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

const byPosition = (a: CommentPosition, b: CommentPosition): number => {
  const [first, second] = [a.thread_id + a.id, b.thread_id + b.id];
  return first === second ? 0 : first < second ? -1 : 1;
};

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
}

const isTop = ({ id, thread_id }: CommentPosition) => id === thread_id;

/**
 * Arranges loaded comments and those added since in reading order. With the newest first, new threads of others are held
 * back, and if the newest page isn't loaded, they are held back until it is.
 */
export function arrangeComments(loaded: Loaded, changes: ListChanges<CommentPosition>): Conversation {
  const { pages, replies, order } = loaded;
  const isNewest = order === 'newest';
  const cursor = Math.min(...pages.map((page) => page.live_cursor));
  const entries = [...pages.flatMap((page) => page.positions), ...replies.positions];
  const hasNewer = isNewest ? loaded.hasPrevious : loaded.hasNext;
  const tops = sortList(
    {
      entries: entries.filter(isTop),
      cursor,
      newest: isNewest ? 'first' : 'last',
      compare: (a, b) => (isNewest ? byPosition(b, a) : byPosition(a, b)),
      hasNewer,
      isHeld: ({ state }: AddedItem) => isNewest && state !== 'own' && (hasNewer || state === 'held'),
    },
    { ...changes, added: changes.added.filter(({ entry }) => isTop(entry)) },
  );
  const freshReplies = freshItems({ entries, cursor }, changes)
    .map(({ entry }) => entry)
    .filter((entry) => !isTop(entry))
    .sort(byPosition);
  const threads = toThreads([...tops.items, ...tops.apart, ...entries.filter((entry) => !isTop(entry))]);
  const ends = {
    later: new Set(pages.flatMap((page) => page.later)),
    earlier: new Set(pages.flatMap((page) => page.earlier)),
  };
  for (const thread of threads.values()) {
    thread.hasMoreAfter = replies.later[thread.id] ?? ends.later.has(thread.id);
    thread.hasMoreBefore = replies.earlier[thread.id] ?? ends.earlier.has(thread.id);
  }
  for (const { id, thread_id } of freshReplies) {
    const thread = threads.get(thread_id);
    if (thread) (thread.hasMoreAfter ? thread.latest : thread.replies).push(id);
  }
  const inOrder = (some: readonly CommentPosition[]) => some.flatMap(({ id }) => threads.get(id) ?? []);
  return { threads: inOrder(tops.items), latest: inOrder(tops.apart), waiting: tops.held.length };
}
