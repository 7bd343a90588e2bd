import type { CommentArrival, CommentPlace } from './comments.api.ts';

/** A comment and its replies, by id, oldest first. */
export interface Thread {
  id: string;
  replies: string[];
}

const byPlace = (a: CommentPlace, b: CommentPlace) =>
  a.thread_id < b.thread_id || (a.thread_id === b.thread_id && a.id < b.id) ? -1 : 1;

function toThreads(places: readonly CommentPlace[]): Thread[] {
  const threads: Thread[] = [];
  for (const { id, thread_id } of [...places].sort(byPlace)) {
    if (id === thread_id) threads.push({ id, replies: [] });
    // Replies whose thread has not been loaded come with its page.
    else if (threads.at(-1)?.id === thread_id) threads.at(-1)?.replies.push(id);
  }
  return threads;
}

/**
 * The conversation as it is read. `threads` are those of the loaded pages with what came since; while `more` pages
 * follow, new threads stand in `latest`, below the button that loads what lies between. `cursor` is where the live
 * channel stood when the first page was read: what events brought before that is in the pages.
 */
export function arrangeComments(
  loaded: readonly CommentPlace[],
  arrivals: readonly CommentArrival[],
  { more, cursor }: { more: boolean; cursor: number },
): { threads: Thread[]; latest: Thread[] } {
  const known = new Set(loaded.map(({ id }) => id));
  const fresh = arrivals.filter(({ id, seq }) => seq > cursor && !known.has(id));
  if (!more) return { threads: toThreads([...loaded, ...fresh]), latest: [] };
  const inPages = ({ thread_id }: CommentPlace) => known.has(thread_id);
  return {
    threads: toThreads([...loaded, ...fresh.filter(inPages)]),
    latest: toThreads(fresh.filter((arrival) => !inPages(arrival))),
  };
}
