import { useState } from 'react';
import type { Message } from '#contract/features/chat/messages.ts';
import { t } from '#contract/i18n/translate.ts';
import { toPlainText } from '../text/message-text.tsx';

/** Messages that are announced at most; earlier ones have been read out. */
const kept = 3;

interface ArrivalLogProps {
  messages: readonly Message[];
  /** The number of the last message of the conversation, loaded or not. What it is at first hasn't arrived now. */
  lastSeq: number;
  viewerId: string;
}

/**
 * Reads out the messages that arrive while a conversation is open. The list itself isn't a log, because its rows come and go
 * while one scrolls.
 */
export function ArrivalLog({ messages, lastSeq, viewerId }: ArrivalLogProps) {
  const [openedAt] = useState(lastSeq);
  const arrived = messages
    .filter(({ seq, sender_id, kind }) => seq > openedAt && sender_id !== viewerId && kind !== 'system')
    .slice(-kept);
  return (
    <div role="log" aria-label={t('New messages')} className="sr-only">
      {arrived.map(({ id, sender, content, kind }) => (
        <p key={id}>
          <span>{sender.full_name}</span>{' '}
          <span>{toPlainText(content) || (kind === 'voice' ? t('Voice message') : t('Attachment'))}</span>
        </p>
      ))}
    </div>
  );
}
