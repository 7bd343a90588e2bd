import { useState } from 'react';
import type { Comment } from '#contract/comments.ts';
import type { Space } from '#contract/spaces.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { newClientId } from '#web/lib/client-id.ts';
import { CommentComposer } from './comment-composer.tsx';
import { CommentItem } from './comment-item.tsx';
import type { CommentOutbox, UnsentComment } from './comment-outbox.ts';

import type { Thread } from './thread-order.ts';
import { UnsentItem } from './unsent-item.tsx';

interface CommentThreadProps {
  thread: Thread;
  postId: string;
  space: Space;
  /** Where new comments go; null where nobody may write. */
  outbox: CommentOutbox | null;
  unsent: readonly UnsentComment[];
  highlightId: string | undefined;
}

/** A comment with its replies, and the box to answer any of them. */
export function CommentThread({ thread, postId, space, outbox, unsent, highlightId }: CommentThreadProps) {
  const viewer = useViewer();
  const [answered, setAnswered] = useState<Comment | null>(null);
  const onReply = outbox && setAnswered;
  const replies = unsent.filter((item) => item.thread_id === thread.id);
  const send = (parent: Comment, body: string) =>
    outbox?.add({
      client_id: newClientId(),
      parent_id: parent.id,
      thread_id: thread.id,
      reply_to: parent.parent_id ? parent.author : null,
      body,
    });
  return (
    <li className="flex flex-col gap-3">
      <CommentItem
        id={thread.id}
        space={space}
        onReply={onReply ?? undefined}
        highlighted={highlightId === thread.id}
      />
      {(thread.replies.length > 0 || replies.length > 0 || (answered && viewer)) && (
        <div className="ml-4 flex flex-col gap-3 border-l-2 border-line pl-4 sm:ml-11 sm:pl-4">
          {thread.replies.map((id) => (
            <CommentItem
              key={id}
              id={id}
              space={space}
              onReply={onReply ?? undefined}
              highlighted={highlightId === id}
            />
          ))}
          {viewer &&
            outbox &&
            replies.map((item) => (
              <UnsentItem key={item.client_id} item={item} author={viewer} outbox={outbox} />
            ))}
          {answered && viewer && outbox && (
            <CommentComposer
              key={answered.id}
              userId={viewer.id}
              place={`comment:${postId}:${answered.id}`}
              label={`Reply to ${answered.author.full_name}`}
              submitLabel="Reply"
              onSend={(body) => send(answered, body)}
              onClose={() => setAnswered(null)}
            />
          )}
        </div>
      )}
    </li>
  );
}
