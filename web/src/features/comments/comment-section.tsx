import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { JoinPrompt } from '#web/features/members/index.ts';
import { useSeePost } from '#web/features/notifications/index.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { useEntity } from '#web/lib/cache/entity-cache.ts';
import { noChanges, showHeldItems } from '#web/lib/list/list-changes.ts';
import { PagedList } from '#web/lib/list/paged-list.tsx';
import { PreviousPage } from '#web/lib/list/previous-page.tsx';
import { useListMotion } from '#web/lib/list/use-list-motion.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/progress.tsx';
import { CommentThread } from './comment-thread.tsx';
import {
  type CommentSearch,
  type CommentView,
  commentChanges,
  commentPages,
  toCommentView,
  useMoreReplies,
} from './comments.api.ts';
import { CommentPrompt } from './composer/comment-prompt.tsx';
import { LazyPendingComment } from './composer/lazy-pending-comment.tsx';
import { LazyUnsentDrafts } from './composer/lazy-unsent-drafts.tsx';
import type { CommentOutbox, UnsentComment } from './composer/open-outboxes.ts';
import { useCommentOutbox } from './composer/use-comment-outbox.ts';
import { arrangeComments, type Thread } from './thread-order.ts';

interface CommentSectionProps {
  postId: string;
  space: Space;
  search: CommentSearch;
  /** The link that reverses the order. */
  orderLink: ReactNode;
  /** Whether the post is a page of a course, which is shown without its comments if they are turned off. */
  isPage?: boolean;
}

const takesComments = (post: { deleted_at: string | null; comments_closed: boolean } | undefined): boolean =>
  post !== undefined && post.deleted_at === null && !post.comments_closed;

/** The comments that are shown. */
const idsOf = (threads: readonly Thread[]): string[] =>
  threads.flatMap((one) => [one.id, ...one.replies, ...one.latest]);

interface WriteCommentProps {
  postId: string;
  isPage: boolean;
  space: Space;
  canWrite: boolean;
  outbox: CommentOutbox | null;
}

/** The composer, or why there is none and what was typed before. */
function WriteComment({ postId, isPage, space, canWrite, outbox }: WriteCommentProps) {
  const viewer = useViewer();
  const post = useEntity('post', postId);
  const isFrozen = post?.deleted_at != null;
  const isClosed = post?.comments_closed === true && !isFrozen;
  // Until then, nobody knows whether something can be written.
  const isLoaded = isPage || post !== undefined;
  return (
    <>
      {canWrite && viewer ? (
        <CommentPrompt postId={postId} spaceId={space.id} viewer={viewer} outbox={outbox} />
      ) : (
        isClosed && (
          <p className="rounded-md bg-sunken px-4 py-3 text-soft">{t('Comments are turned off.')}</p>
        )
      )}
      {viewer && isLoaded && !canWrite && <LazyUnsentDrafts userId={viewer.id} postId={postId} />}
      {/* Always mounted: it must know who was a member when the page opened. */}
      {!isClosed && !isFrozen && <JoinPrompt space={space} isPage={isPage} />}
    </>
  );
}

/** The loaded comments of a post with those created since, and a function that shows those that are held back. */
function useConversation(postId: string, view: CommentView) {
  const client = useQueryClient();
  const pages = useInfiniteQuery(commentPages(postId, view));
  const replies = useMoreReplies(postId, view);
  const changes = commentChanges.useChanges(postId);
  const loaded = {
    pages: pages.data?.pages ?? [],
    replies,
    order: view.order,
    hasNext: pages.hasNextPage,
    hasPrevious: pages.hasPreviousPage,
  };
  const showWaiting = () => {
    if (pages.hasPreviousPage) void pages.fetchPreviousPage();
    else commentChanges.update(client, postId, showHeldItems);
  };
  return { pages, showWaiting, ...arrangeComments(loaded, pages.data ? changes : noChanges) };
}

function PendingThreads({
  items,
  outbox,
}: {
  items: readonly UnsentComment[];
  outbox: CommentOutbox | null;
}) {
  const viewer = useViewer();
  if (!viewer || !outbox || items.length === 0) return null;
  return (
    <div className="my-5 flex flex-col gap-5">
      {items.map((item) => (
        <LazyPendingComment key={item.client_id} item={item} author={viewer} outbox={outbox} />
      ))}
    </div>
  );
}

/** The comments of a post, and the composer. */
export function CommentSection({ postId, space, search, orderLink, isPage = false }: CommentSectionProps) {
  const viewer = useViewer();
  const post = useEntity('post', postId);
  const view = toCommentView(search);
  const isNewest = view.order === 'newest';
  const box = useListMotion<HTMLElement>();
  const { pages, threads, latest, waiting, showWaiting } = useConversation(postId, view);
  const isFrozen = post?.deleted_at != null;
  const canWrite = space.membership !== null && (isPage || takesComments(post));
  const [outbox, unsent] = useCommentOutbox(postId, canWrite && viewer ? viewer.id : null);
  const shownIds = idsOf([...threads, ...latest]);
  useSeePost(postId, shownIds);
  const isMissing =
    search.highlight_comment !== undefined && !shownIds.some((shown) => shown === view.around);
  const newThreads = unsent.filter(({ thread_id }) => thread_id === null);
  const thread = (one: Thread) => (
    <CommentThread
      key={one.id}
      thread={one}
      {...{ postId, view, space, isFrozen, canWrite }}
      outbox={canWrite ? outbox : null}
      unsent={unsent}
    />
  );
  const pendingComments = <PendingThreads items={newThreads} outbox={outbox} />;
  const writing = (
    // Below comments that are loading, it would move once they are there.
    <div className={isNewest ? 'mb-6' : 'mt-6'} id="write-comment" hidden={!isNewest && pages.isLoading}>
      <WriteComment {...{ postId, isPage, space, canWrite, outbox }} />
    </div>
  );
  const isEmpty = pages.isSuccess && threads.length + latest.length + newThreads.length === 0;
  return (
    <section ref={box} aria-labelledby="comments" className="mt-6">
      <div className="mb-4 flex min-h-8 flex-wrap items-center gap-x-4 gap-y-1">
        <h2 id="comments" className="text-lg">
          {t('Comments')}
        </h2>
        <div aria-live="polite" className="mr-auto">
          {waiting > 0 && (
            <Button size="sm" onClick={showWaiting}>
              {t('{count, plural, one {Show # new comment} other {Show # new comments}}', { count: waiting })}
            </Button>
          )}
        </div>
        {!isEmpty && orderLink}
      </div>
      {isNewest && writing}
      {isMissing && pages.isSuccess && (
        <p role="status" className="mb-5 rounded-md bg-sunken px-4 py-3 text-soft">
          {t('This comment is no longer available.')}
        </p>
      )}
      {isNewest && pendingComments}
      {isNewest && latest.length > 0 && <ol className="flex flex-col gap-5">{latest.map(thread)}</ol>}
      <PagedList
        pages={pages}
        count={threads.length}
        skeleton={<CommentSkeletons />}
        empty={isEmpty && !canWrite && <p className="text-soft">{t('No comments yet.')}</p>}
        failure={{ title: t("Couldn't load comments"), text: toMessage(pages.error, t('Please try again.')) }}
        more={{
          near: null,
          size: 'block',
          label: isNewest ? t('Show earlier comments') : t('Show more comments'),
          failed: t("Couldn't load comments"),
        }}
      >
        <PreviousPage
          pages={pages}
          label={isNewest ? t('Show newer comments') : t('Show earlier comments')}
        />
        <ol className="flex flex-col gap-5">{threads.map(thread)}</ol>
      </PagedList>
      {!isNewest && latest.length > 0 && <ol className="flex flex-col gap-5">{latest.map(thread)}</ol>}
      {!isNewest && pendingComments}
      {!isNewest && writing}
    </section>
  );
}

function CommentSkeletons() {
  return (
    <div aria-busy="true" className="flex flex-col gap-5">
      {[70, 45, 60].map((width) => (
        <div key={width} className="flex gap-3">
          <Skeleton shape="circle" width="2rem" height="2rem" />
          <div className="flex-1">
            <Skeleton width="30%" />
            <Skeleton width={`${width}%`} />
          </div>
        </div>
      ))}
    </div>
  );
}
