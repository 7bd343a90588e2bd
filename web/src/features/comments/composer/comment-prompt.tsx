import { useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import type { Account } from '#contract/users.ts';
import { newClientId } from '#web/lib/api/client-id.ts';
import { useDraft } from '#web/lib/cache/drafts.ts';
import { toText } from '#web/lib/text/rich-text.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import type { CommentOutbox } from './comment-outbox.ts';
import { LazyCommentComposer, preloadCommentComposer } from './lazy-comment-composer.tsx';

interface CommentPromptProps {
  postId: string;
  spaceId: string;
  viewer: Account;
  outbox: CommentOutbox | null;
}

/** A collapsed composer that opens in place and shows the beginning of an unfinished draft. */
export function CommentPrompt({ postId, spaceId, viewer, outbox }: CommentPromptProps) {
  const draftKey = `comment:${postId}`;
  const [open, setOpen] = useState(false);
  return (
    <div className="flex gap-3">
      <Avatar id={viewer.id} name={viewer.full_name} src={viewer.avatar_url} size="sm" className="mt-1.5" />
      <div className="min-w-0 flex-1">
        {open ? (
          <LazyCommentComposer
            userId={viewer.id}
            spaceId={spaceId}
            draftKey={draftKey}
            label={t('Write a comment')}
            placeholder={t('Write a comment…')}
            submitLabel={t('Comment')}
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
          <ClosedComposer userId={viewer.id} draftKey={draftKey} onOpen={() => setOpen(true)} />
        )}
      </div>
    </div>
  );
}

function ClosedComposer({
  userId,
  draftKey,
  onOpen,
}: {
  userId: string;
  draftKey: string;
  onOpen: () => void;
}) {
  const saved = useDraft<{ html?: string } | string>(userId, draftKey, '').initial;
  const draftText = toText(typeof saved === 'string' ? saved : (saved.html ?? ''));
  return (
    <button
      type="button"
      className="composer-prompt"
      onClick={onOpen}
      onPointerEnter={preloadCommentComposer}
      onFocus={preloadCommentComposer}
    >
      {draftText === '' ? (
        t('Write a comment')
      ) : (
        <>
          <span className="flex-none font-medium text-accent-text">{t('Draft')}</span>
          <span className="truncate">{draftText}</span>
        </>
      )}
    </button>
  );
}
