import { infiniteQueryOptions, type QueryClient, skipToken, useQuery } from '@tanstack/react-query';
import type { Comment, CommentOrder } from '#contract/features/comments/comments.ts';
import { writeEntities } from '#web/lib/cache/entity-cache.ts';
import { apiQuery, getApiClient } from '#web/lib/cache/query-client.ts';
import { addOwnItem, type ListChanges, noChanges } from '#web/lib/list/list-changes.ts';
import { changesStore } from '#web/lib/list/live-list.ts';
import { commentEntity } from './comments.entity.ts';

/** Position of a comment; sorting by (`thread_id`, `id`) gives the reading order. */
export interface CommentPosition {
  id: string;
  thread_id: string;
}

export const toPosition = ({ id, thread_id }: Comment): CommentPosition => ({ id, thread_id });

/** How comments are read: the order, and the comment to start from. */
export interface CommentView {
  order: CommentOrder;
  around?: string | undefined;
}

/** A page of threads in the query cache; `later` and `earlier` list the threads with more replies to load. */
export interface CommentPage {
  positions: CommentPosition[];
  later: string[];
  earlier: string[];
  next_cursor: string | null;
  previous_cursor: string | null;
  live_cursor: number;
}
type PageParam = { cursor: string; direction: 'next' | 'previous' } | null;

/** The comments of a post, 20 threads a page. Live events keep them current. */
export const commentPages = (postId: string, view: CommentView) =>
  infiniteQueryOptions({
    queryKey: ['list_comments', { post_id: postId, ...view }] as const,
    queryFn: async ({ client, pageParam, signal }): Promise<CommentPage> => {
      const { order, around } = view;
      const pageStart = pageParam ?? (around ? { around } : {});
      const response = await getApiClient(client)(
        'list_comments',
        { post_id: postId, order, ...pageStart },
        { signal },
      );
      const { comments, threads_with_more_after, threads_with_more_before, ...cursors } = response;
      writeEntities(client, commentEntity, comments);
      return {
        ...cursors,
        positions: comments.map(toPosition),
        later: threads_with_more_after,
        earlier: threads_with_more_before,
      };
    },
    initialPageParam: null as PageParam,
    getNextPageParam: ({ next_cursor }): PageParam =>
      next_cursor === null ? null : { cursor: next_cursor, direction: 'next' },
    getPreviousPageParam: ({ previous_cursor }): PageParam =>
      previous_cursor === null ? null : { cursor: previous_cursor, direction: 'previous' },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Replies loaded in addition to those of the pages, and the threads that have still more. */
export interface MoreReplies {
  positions: CommentPosition[];
  later: Record<string, boolean>;
  earlier: Record<string, boolean>;
}
const noMoreReplies: MoreReplies = { positions: [], later: {}, earlier: {} };
const repliesKey = (postId: string, view: CommentView) => ['more_replies', postId, view] as const;

export function useMoreReplies(postId: string, view: CommentView): MoreReplies {
  const known = useQuery<MoreReplies>({
    queryKey: repliesKey(postId, view),
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return known.data ?? noMoreReplies;
}

/** Loads more replies of a thread, after or before a given reply. */
export async function loadMoreReplies(
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
  writeEntities(client, commentEntity, comments);
  client.setQueryData<MoreReplies>(repliesKey(postId, view), (now = noMoreReplies) => ({
    ...now,
    positions: [...now.positions, ...comments.map(toPosition)],
    [side]: { ...now[side], [thread_id]: more },
  }));
}

/** Earlier versions of a comment, for its author and moderators. */
export const commentVersions = (commentId: string) =>
  apiQuery('list_comment_versions', { comment_id: commentId });

/** The comments of a post that were created after its pages were loaded, for all views of it. */
export const commentChanges = changesStore<string, ListChanges<CommentPosition>>('comments', noChanges);

/** Shows a comment that the viewer just posted. */
export function showPostedComment(client: QueryClient, comment: Comment): void {
  writeEntities(client, commentEntity, [comment]);
  commentChanges.update(client, comment.post_id, (changes) => addOwnItem(changes, toPosition(comment)));
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Comment parameters of a post URL. */
export interface CommentSearch {
  comments?: 'newest';
  highlight_comment?: string;
}

/** Parses the comment parameters of a post URL; drops unknown values. */
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

/** Loads the first page of comments before the route renders. Does not throw; the section shows the error itself. */
export async function loadComments(
  client: QueryClient,
  postId: string,
  search: CommentSearch,
): Promise<void> {
  await client.prefetchInfiniteQuery(commentPages(postId, toCommentView(search)));
}
