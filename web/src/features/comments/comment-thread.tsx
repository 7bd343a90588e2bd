import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Comment } from '#contract/features/comments/comments.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { CommentItem } from './comment-item.tsx';
import { type CommentView, loadMoreReplies } from './comments.api.ts';
import { LazyCommentComposer } from './composer/lazy-comment-composer.tsx';
import { LazyPendingComment } from './composer/lazy-pending-comment.tsx';
import type { CommentOutbox, UnsentComment } from './composer/open-outboxes.ts';
import type { Thread } from './thread-order.ts';

interface CommentThreadProps {
  thread: Thread;
  postId: string;
  view: CommentView;
  space: Space;
  isFrozen: boolean;
  canWrite: boolean;
  /** Outbox for new replies; null where writing is not allowed, and until it is loaded. */
  outbox: CommentOutbox | null;
  unsent: readonly UnsentComment[];
}

/** A comment with its replies and the reply form. */
export function CommentThread(props: CommentThreadProps) {
  const { thread, postId, view, space, isFrozen, canWrite, outbox, unsent } = props;
  const viewer = useViewer();
  const [replyTarget, setReplyTarget] = useState<Comment | null>(null);
  const pendingReplies = unsent.filter((item) => item.thread_id === thread.id);
  const item = (id: string) => (
    <CommentItem
      key={id}
      id={id}
      space={space}
      onReply={canWrite ? setReplyTarget : undefined}
      isFrozen={isFrozen}
      highlighted={view.around === id}
    />
  );
  const [firstReply] = thread.replies;
  const hasReplies = thread.replies.length > 0 || thread.latest.length > 0 || pendingReplies.length > 0;
  return (
    <li data-item="" className="flex flex-col gap-3">
      {item(thread.id)}
      {(hasReplies || thread.hasMoreAfter || (replyTarget && viewer)) && (
        <div className="ml-4 flex flex-col gap-3 border-l-2 border-line pl-4 sm:ml-11 sm:pl-4">
          {thread.hasMoreBefore && firstReply && (
            <MoreReplies {...{ postId, view, thread }} side="earlier" from={firstReply} />
          )}
          {thread.replies.map(item)}
          {thread.hasMoreAfter && (
            <MoreReplies
              {...{ postId, view, thread }}
              side="later"
              from={thread.replies.at(-1) ?? thread.id}
            />
          )}
          {thread.latest.map(item)}
          {viewer &&
            outbox &&
            pendingReplies.map((one) => (
              <LazyPendingComment key={one.client_id} item={one} author={viewer} outbox={outbox} />
            ))}
          {replyTarget && viewer && outbox && (
            <LazyCommentComposer
              key={replyTarget.id}
              userId={viewer.id}
              spaceId={space.id}
              draftKey={`comment:${postId}:${replyTarget.id}`}
              labels={{
                form: t('Reply to {name}', { name: replyTarget.author.full_name }),
                placeholder: t('Write a reply…'),
                submit: t('Reply'),
              }}
              onSend={({ html, attachment }, client_id) =>
                outbox.add({
                  client_id,
                  parent_id: replyTarget.id,
                  thread_id: thread.id,
                  reply_to: replyTarget.parent_id ? replyTarget.author : null,
                  body: html,
                  attachment,
                })
              }
              onClose={() => setReplyTarget(null)}
            />
          )}
        </div>
      )}
    </li>
  );
}

interface MoreRepliesProps {
  postId: string;
  view: CommentView;
  thread: Thread;
  side: 'earlier' | 'later';
  /** The reply next to which the others are missing. */
  from: string;
}

function MoreReplies({ postId, view, thread, side, from }: MoreRepliesProps) {
  const client = useQueryClient();
  const [isLoading, setLoading] = useState(false);
  const read = async () => {
    setLoading(true);
    try {
      await loadMoreReplies(client, postId, view, { thread_id: thread.id, side, id: from });
    } catch (error) {
      const description = toMessage(error, t('Please try again.'));
      toast({ title: t("Couldn't load replies"), description, variant: 'destructive' });
    } finally {
      setLoading(false);
    }
  };
  return (
    <Button
      variant="quiet"
      size="sm"
      className="-ml-2 self-start !px-2"
      loading={isLoading}
      onClick={() => void read()}
    >
      {side === 'later' ? t('Show more replies') : t('Show earlier replies')}
    </Button>
  );
}
