import '#web/styles/lazy/fields.css';
import { t } from '#contract/i18n/translate.ts';
import type { Account } from '#contract/users.ts';
import { AttachmentView } from '#web/features/uploads/index.ts';
import { SignInAgain } from '#web/lib/session/sign-in-again.tsx';
import { tRich } from '#web/lib/text/rich-message.tsx';
import { toParagraphs } from '#web/lib/text/rich-text.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import type { CommentOutbox, UnsentComment } from './open-outboxes.ts';

function toReason({ state, reason, is_signed_out }: UnsentComment): string | null {
  if (state === 'rejected') return reason;
  return is_signed_out ? t('Your session has expired.') : t("We'll send it when you're back online.");
}

interface PendingCommentProps {
  item: UnsentComment;
  author: Account;
  outbox: CommentOutbox;
}

/** A comment that is not confirmed yet. Looks like a comment and shows why it is stuck. */
export function PendingComment({ item, author, outbox }: PendingCommentProps) {
  return (
    <article
      aria-label={t('Comment by {name}, not confirmed yet', { name: author.full_name })}
      data-item=""
      className="flex gap-3"
    >
      <Avatar id={author.id} name={author.full_name} src={author.avatar_url} size="sm" />
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-baseline gap-2 text-sm">
          <span className="min-w-0 truncate font-semibold">{author.full_name}</span>
          <span className="flex-none text-faint">
            {item.state === 'sending' ? t('sending…') : t('not sent yet')}
          </span>
        </p>
        {item.reply_to && (
          <p className="truncate text-sm text-soft">
            {tRich('replied to <person>{name}</person>', {
              name: item.reply_to.full_name,
              person: (name) => <span className="font-medium">{name}</span>,
            })}
          </p>
        )}
        {/* Plain text only: HTML that the server has not sanitized is never rendered. */}
        <div className="prose mt-0.5 opacity-70" data-size="compact">
          {toParagraphs(item.body).map((text, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs of a text that does not change.
            <p key={index}>{text}</p>
          ))}
        </div>
        {item.attachment && <AttachmentView attachment={item.attachment} className="opacity-70" />}
        {item.state === 'sending' ? (
          <div className="mt-0.5 h-7" />
        ) : (
          <div className="mt-1" role="status">
            <p className={item.state === 'rejected' ? 'field-error' : 'text-sm text-soft'}>
              {toReason(item)}
            </p>
            <div className="mt-1 flex flex-wrap gap-2">
              {item.is_signed_out && <SignInAgain />}
              <Button size="sm" onClick={() => void outbox.retry(item.client_id)}>
                {t('Try again')}
              </Button>
              <Button size="sm" variant="quiet" onClick={() => void outbox.discard(item.client_id)}>
                {t('Discard')}
              </Button>
            </div>
          </div>
        )}
      </div>
    </article>
  );
}
