import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Space } from '#contract/spaces.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { TakePart } from '#web/features/members/index.ts';
import { newClientId } from '#web/lib/client-id.ts';
import { useDraft } from '#web/lib/drafts.ts';
import { useEntity } from '#web/lib/entity-cache.ts';
import { toMessage } from '#web/lib/error-messages.ts';
import { preloadEditor } from '#web/lib/lazy-editor.tsx';
import { toText } from '#web/lib/rich-text.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/progress.tsx';
import { CommentComposer } from './comment-composer.tsx';
import type { CommentOutbox } from './comment-outbox.ts';
import { CommentThread } from './comment-thread.tsx';
import { commentPages, useCommentArrivals } from './comments.api.ts';
import { arrangeComments, type Thread } from './thread-order.ts';
import { UnsentItem } from './unsent-item.tsx';
import { useOutbox } from './use-outbox.ts';

interface CommentSectionProps {
  postId: string;
  space: Space;
  /** A comment to scroll to and mark. */
  highlightId?: string;
}

/** The conversation under a post, and the box to join it. */
export function CommentSection({ postId, space, highlightId }: CommentSectionProps) {
  const viewer = useViewer();
  const post = useEntity('post', postId);
  const pages = useInfiniteQuery(commentPages(postId));
  const arrivals = useCommentArrivals(postId);
  const mayWrite =
    space.membership !== null && post !== undefined && !post.deleted_at && !post.comments_closed;
  const isClosed = post?.comments_closed === true && !post.deleted_at;
  const [outbox, unsent] = useOutbox(postId, mayWrite && viewer ? viewer.id : null);

  const loaded = pages.data?.pages.flatMap((page) => page.places) ?? [];
  const more = pages.hasNextPage;
  const { threads, latest } = arrangeComments(loaded, arrivals, {
    more,
    cursor: pages.data?.pages[0]?.live_cursor ?? 0,
  });
  const isThere = [...threads, ...latest].some(
    ({ id, replies }) => id === highlightId || replies.some((reply) => reply === highlightId),
  );
  const { fetchNextPage, isFetchingNextPage } = pages;
  useEffect(() => {
    if (highlightId && !isThere && more && !isFetchingNextPage) void fetchNextPage();
  }, [highlightId, isThere, more, isFetchingNextPage, fetchNextPage]);

  const newThreads = unsent.filter((item) => item.thread_id === null);
  const thread = (one: Thread) => (
    <CommentThread
      key={one.id}
      thread={one}
      postId={postId}
      space={space}
      outbox={mayWrite ? outbox : null}
      unsent={unsent}
      highlightId={highlightId}
    />
  );
  return (
    <section aria-labelledby="comments" className="mt-6">
      <h2 id="comments" className="mb-4 text-lg">
        Comments
      </h2>
      {pages.isPending && <CommentSkeletons />}
      {pages.isError && loaded.length === 0 && (
        <EmptyState
          title="The comments could not be loaded"
          action={<Button onClick={() => void pages.refetch()}>Try again</Button>}
        >
          {toMessage(pages.error, 'Please try again.')}
        </EmptyState>
      )}
      {threads.length > 0 && <ol className="flex flex-col gap-5">{threads.map(thread)}</ol>}
      {more && (
        <Button
          block
          className="my-5"
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          Show more comments
        </Button>
      )}
      {latest.length > 0 && <ol className="flex flex-col gap-5">{latest.map(thread)}</ol>}
      {viewer && outbox && newThreads.length > 0 && (
        <div className="mt-5 flex flex-col gap-5">
          {newThreads.map((item) => (
            <UnsentItem key={item.client_id} item={item} author={viewer} outbox={outbox} />
          ))}
        </div>
      )}
      {pages.isSuccess && threads.length + latest.length + newThreads.length === 0 && !mayWrite && (
        <p className="text-soft">No comments yet.</p>
      )}
      <div className="mt-6" id="write-comment">
        {mayWrite && viewer ? (
          <OwnComment
            postId={postId}
            userId={viewer.id}
            name={viewer.full_name}
            avatarUrl={viewer.avatar_url}
            outbox={outbox}
          />
        ) : (
          isClosed && <p className="text-soft">Comments are closed on this post.</p>
        )}
        {/* Always there: it must know who was a member when the page opened. */}
        {!isClosed && !post?.deleted_at && <TakePart space={space} />}
      </div>
    </section>
  );
}

interface OwnCommentProps {
  postId: string;
  userId: string;
  name: string;
  avatarUrl: string | null;
  outbox: CommentOutbox | null;
}

/** 'Write a comment', which opens in place; shows the beginning of what was left unfinished. */
function OwnComment({ postId, userId, name, avatarUrl, outbox }: OwnCommentProps) {
  const place = `comment:${postId}`;
  const [open, setOpen] = useState(false);
  return (
    <div className="flex gap-3">
      <Avatar id={userId} name={name} src={avatarUrl} size="sm" className="mt-1.5" />
      <div className="min-w-0 flex-1">
        {open ? (
          <CommentComposer
            userId={userId}
            place={place}
            label="Write a comment"
            submitLabel="Comment"
            onSend={(body) =>
              outbox?.add({
                client_id: newClientId(),
                parent_id: null,
                thread_id: null,
                reply_to: null,
                body,
              })
            }
            onClose={() => setOpen(false)}
          />
        ) : (
          <ClosedComposer userId={userId} place={place} onOpen={() => setOpen(true)} />
        )}
      </div>
    </div>
  );
}

function ClosedComposer({ userId, place, onOpen }: { userId: string; place: string; onOpen: () => void }) {
  const draft = useDraft<string>(userId, place, '');
  const begun = toText(draft.initial);
  return (
    <button
      type="button"
      className="write-here"
      onClick={onOpen}
      onPointerEnter={preloadEditor}
      onFocus={preloadEditor}
    >
      {begun === '' ? (
        'Write a comment'
      ) : (
        <>
          <span className="flex-none font-medium text-accent-text">Draft</span>
          <span className="truncate">{begun}</span>
        </>
      )}
    </button>
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
