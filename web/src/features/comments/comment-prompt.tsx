import { useState } from 'react';
import type { Account } from '#contract/users.ts';
import { newClientId } from '#web/lib/client-id.ts';
import { useDraft } from '#web/lib/drafts.ts';
import { toText } from '#web/lib/rich-text.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import type { CommentOutbox } from './comment-outbox.ts';
import { LazyCommentComposer, preloadCommentComposer } from './lazy-comment-composer.tsx';

interface PendingCommentProps {
  postId: string;
  spaceId: string;
  viewer: Account;
  outbox: CommentOutbox | null;
}

/** 'Write a comment', which opens in place; shows the beginning of what was left unfinished. */
export function PendingComment({ postId, spaceId, viewer, outbox }: PendingCommentProps) {
  const place = `comment:${postId}`;
  const [open, setOpen] = useState(false);
  return (
    <div className="flex gap-3">
      <Avatar id={viewer.id} name={viewer.full_name} src={viewer.avatar_url} size="sm" className="mt-1.5" />
      <div className="min-w-0 flex-1">
        {open ? (
          <LazyCommentComposer
            userId={viewer.id}
            spaceId={spaceId}
            place={place}
            label="Write a comment"
            submitLabel="Comment"
            onSend={(body, attachment) => {
              if (!outbox) return false;
              outbox.add({
                client_id: newClientId(),
                parent_id: null,
                thread_id: null,
                reply_to: null,
                body,
                attachment,
              });
              return true;
            }}
            onClose={() => setOpen(false)}
          />
        ) : (
          <ClosedComposer userId={viewer.id} place={place} onOpen={() => setOpen(true)} />
        )}
      </div>
    </div>
  );
}

function ClosedComposer({ userId, place, onOpen }: { userId: string; place: string; onOpen: () => void }) {
  const kept = useDraft<{ html?: string } | string>(userId, place, '').initial;
  const begun = toText(typeof kept === 'string' ? kept : (kept.html ?? ''));
  return (
    <button
      type="button"
      className="write-here"
      onClick={onOpen}
      onPointerEnter={preloadCommentComposer}
      onFocus={preloadCommentComposer}
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
