import { useEffect, useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import type { Account } from '#contract/users.ts';
import { useSavedDraft } from '#web/lib/cache/drafts.ts';
import { preloadWhenIdle } from '#web/lib/loading/when-idle.ts';
import { toText } from '#web/lib/text/rich-text.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { toDraftHtml } from './draft-html.ts';
import { LazyCommentComposer, preloadCommentComposer } from './lazy-comment-composer.tsx';
import type { CommentOutbox } from './open-outboxes.ts';

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
  // Loaded before it is needed, so that it also opens offline.
  useEffect(() => preloadWhenIdle(preloadCommentComposer), []);
  return (
    <div className="flex gap-3">
      <Avatar id={viewer.id} name={viewer.full_name} src={viewer.avatar_url} size="sm" className="mt-1.5" />
      <div className="min-w-0 flex-1">
        {open && outbox ? (
          <LazyCommentComposer
            userId={viewer.id}
            spaceId={spaceId}
            draftKey={draftKey}
            labels={{
              form: t('Write a comment'),
              placeholder: t('Write a comment…'),
              submit: t('Comment'),
            }}
            onSend={({ html, attachment }, client_id) =>
              outbox.add({
                client_id,
                parent_id: null,
                thread_id: null,
                reply_to: null,
                body: html,
                attachment,
              })
            }
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
  const draftText = toText(toDraftHtml(useSavedDraft(userId, draftKey)));
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
