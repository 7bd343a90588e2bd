import { infiniteQueryOptions, type QueryClient, skipToken, useQuery } from '@tanstack/react-query';
import type { Comment, CommentOrder } from '#contract/comments.ts';
import { writeEntities } from '#web/lib/entity-cache.ts';
import { apiQuery, getApiClient } from '#web/lib/query-client.ts';

/** Where a comment stands: sorting by (`thread_id`, `id`) gives the order people read. */
export interface CommentDraftKey {
  id: string;
  thread_id: string;
}
/** A comment that came after the pages were read; `seq` is the number of the event that brought it. */
export interface CommentArrival extends CommentDraftKey {
  seq: number;
}

const toDraftKey = ({ id, thread_id }: Comment): CommentDraftKey => ({ id, thread_id });

/** How a conversation is read: from which end, and from which comment on. */
export interface CommentView {
  order: CommentOrder;
  around?: string | undefined;
}

/** A page of threads as the cache keeps it; `later` and `earlier` are threads of which more replies can be read. */
export interface CommentPage {
  places: CommentDraftKey[];
  later: string[];
  earlier: string[];
  next_cursor: string | null;
  previous_cursor: string | null;
  live_cursor: number;
}
type PageParam = { cursor: string; direction: 'next' | 'previous' } | null;

/** The conversation under a post, 20 threads a page. Live events keep it true. */
export const commentPages = (postId: string, view: CommentView) =>
  infiniteQueryOptions({
    queryKey: ['list_comments', { post_id: postId, ...view }] as const,
    queryFn: async ({ client, pageParam, signal }): Promise<CommentPage> => {
      const { order, around } = view;
      const place = pageParam ?? (around ? { around } : {});
      const response = await getApiClient(client)(
        'list_comments',
        { post_id: postId, order, ...place },
        { signal },
      );
      const { comments, threads_with_more_after, earlier_replies, ...cursors } = response;
      writeEntities(client, { comment: comments });
      return {
        ...cursors,
        places: comments.map(toDraftKey),
        later: threads_with_more_after,
        earlier: earlier_replies,
      };
    },
    initialPageParam: null as PageParam,
    getNextPageParam: ({ next_cursor }): PageParam =>
      next_cursor === null ? null : { cursor: next_cursor, direction: 'next' },
    getPreviousPageParam: ({ previous_cursor }): PageParam =>
      previous_cursor === null ? null : { cursor: previous_cursor, direction: 'previous' },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Replies that were asked for beyond those of the pages, and of which threads more can be read still. */
export interface MoreReplies {
  places: CommentDraftKey[];
  later: Record<string, boolean>;
  earlier: Record<string, boolean>;
}
const noReplies: MoreReplies = { places: [], later: {}, earlier: {} };
const repliesKey = (postId: string, view: CommentView) => ['more_replies', postId, view] as const;

export function useMoreReplies(postId: string, view: CommentView): MoreReplies {
  const known = useQuery<MoreReplies>({
    queryKey: repliesKey(postId, view),
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return known.data ?? noReplies;
}

/** Reads more replies of a thread: those after a reply, or those before one. */
export async function readMoreReplies(
  client: QueryClient,
  postId: string,
  view: CommentView,
  at: { thread_id: string; side: 'later' | 'earlier'; id: string },
): Promise<void> {
  const { thread_id, side, id } = at;
  const { comments, more } = await getApiClient(client)('list_replies', {
    post_id: postId,
    thread_id,
    ...(side === 'later' ? { after: id } : { before: id }),
  });
  writeEntities(client, { comment: comments });
  client.setQueryData<MoreReplies>(repliesKey(postId, view), (now = noReplies) => ({
    ...now,
    places: [...now.places, ...comments.map(toDraftKey)],
    [side]: { ...now[side], [thread_id]: more },
  }));
}

/** What a comment said before its edits; for its author and those who run the space. */
export const commentVersions = (commentId: string) =>
  apiQuery('list_comment_versions', { comment_id: commentId });

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
export function showPendingComment(client: QueryClient, comment: Comment): void {
  writeEntities(client, { comment: [comment] });
  updateCommentArrivals(client, comment.post_id, (now) =>
    now.some(({ id }) => id === comment.id)
      ? now
      : [...now, { ...toDraftKey(comment), seq: Number.MAX_SAFE_INTEGER }],
  );
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** What the address of a post says about its comments. */
export interface CommentSearch {
  comments?: 'newest';
  highlight_comment?: string;
}

/** Reads it; what it does not know it leaves out. */
export function toCommentSearch({ comments, highlight_comment }: Record<string, unknown>): CommentSearch {
  return {
    ...(comments === 'newest' ? { comments } : {}),
    ...(typeof highlight_comment === 'string' ? { highlight_comment } : {}),
  };
}

export function toCommentView({ comments, highlight_comment }: CommentSearch): CommentView {
  const around = highlight_comment && uuid.test(highlight_comment) ? highlight_comment.toLowerCase() : null;
  return { order: comments ?? 'oldest', ...(around ? { around } : {}) };
}

/** Loads the first page of a conversation before its route shows; a failure shows in its place. */
export async function loadComments(
  client: QueryClient,
  postId: string,
  search: CommentSearch,
): Promise<void> {
  await client.prefetchInfiniteQuery(commentPages(postId, toCommentView(search)));
}
