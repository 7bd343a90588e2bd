import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query';
import type { Comment } from '#contract/comments.ts';
import { writeEntities } from '#web/lib/entity-cache.ts';
import { apiPages } from '#web/lib/query-client.ts';

/** Where a comment stands: sorting by (`thread_id`, `id`) gives the order people read. */
export interface CommentPlace {
  id: string;
  thread_id: string;
}
/** A comment that came after the pages were read; `seq` is the number of the event that brought it. */
export interface CommentArrival extends CommentPlace {
  seq: number;
}

const toPlace = ({ id, thread_id }: Comment): CommentPlace => ({ id, thread_id });

/** The conversation under a post, 20 comments a page in reading order. Live events keep it true. */
export const commentPages = (postId: string) => ({
  ...apiPages('list_comments', { post_id: postId }, ({ comments, next_cursor, live_cursor }, client) => {
    writeEntities(client, { comment: comments });
    return { places: comments.map(toPlace), next_cursor, live_cursor };
  }),
  staleTime: Number.POSITIVE_INFINITY,
});

const arrivalsKey = (postId: string) => ['arrivals', 'comments', postId] as const;
const none: CommentArrival[] = [];

/**
 * Comments that came after the pages were read. They live beside the pages, not in them: a page on its way would
 * overwrite what is put there meanwhile.
 */
export function useCommentArrivals(postId: string): CommentArrival[] {
  const arrivals = useQuery<CommentArrival[]>({
    queryKey: arrivalsKey(postId),
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return arrivals.data ?? none;
}

export function updateCommentArrivals(
  client: QueryClient,
  postId: string,
  change: (arrivals: CommentArrival[]) => CommentArrival[],
): void {
  client.setQueryData<CommentArrival[]>(arrivalsKey(postId), (now) => change(now ?? none));
}

/** Shows a comment that the viewer has just written. */
export function showOwnComment(client: QueryClient, comment: Comment): void {
  writeEntities(client, { comment: [comment] });
  updateCommentArrivals(client, comment.post_id, (now) =>
    now.some(({ id }) => id === comment.id)
      ? now
      : [...now, { ...toPlace(comment), seq: Number.MAX_SAFE_INTEGER }],
  );
}

/** Loads the first page of a conversation before its route shows; a failure shows in its place. */
export async function loadComments(client: QueryClient, postId: string): Promise<void> {
  await client.prefetchInfiniteQuery(commentPages(postId));
}
