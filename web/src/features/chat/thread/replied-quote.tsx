import '#web/styles/lazy/chat.css';
import type { RepliedMessage } from '#contract/features/chat/messages.ts';
import { t } from '#contract/i18n/translate.ts';
import { useMessageContext } from './thread-context.ts';

/** What a list or a reply shows of a message without a text. */
export function toExcerpt({
  excerpt,
  kind,
  is_readable,
  is_deleted,
}: Pick<RepliedMessage, 'excerpt' | 'kind' | 'is_readable' | 'is_deleted'>): string {
  if (is_deleted) return t('Deleted message');
  if (!is_readable) return t('Message from before you joined');
  if (excerpt !== '') return excerpt;
  return kind === 'voice' ? t('Voice message') : t('Attachment');
}

/** The message that another one replies to; pressing it shows it in its place. */
export function RepliedQuote({ replied }: { replied: RepliedMessage }) {
  const { jumpTo, viewerId } = useMessageContext();
  const { sender, seq, is_readable, is_deleted } = replied;
  return (
    <button
      type="button"
      className="replied"
      disabled={is_deleted || !is_readable}
      onClick={() => jumpTo(seq)}
    >
      <span className="sr-only">{t('In reply to:')} </span>
      <span className="replied-name">{sender.id === viewerId ? t('You') : sender.full_name}</span>
      <span className="replied-text" dir="auto">
        {toExcerpt(replied)}
      </span>
    </button>
  );
}
