import '#web/styles/lazy/chat.css';
import { Clock } from 'lucide-react';
import { memo, useState } from 'react';
import type { Message } from '#contract/features/chat/messages.ts';
import { dateTimeFormat } from '#contract/i18n/formatters.ts';
import { t } from '#contract/i18n/translate.ts';
import { LinkCard } from '#web/features/uploads/index.ts';
import { useEntity } from '#web/lib/cache/entity-cache.ts';
import { useIsOffline } from '#web/lib/live/reconnect.ts';
import { SignInAgain } from '#web/lib/session/sign-in-again.tsx';
import { useStartOfToday } from '#web/lib/use-start-of-today.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import type { UnsentMessage } from '../composer/message-outbox.ts';
import { toSystemText } from '../conversations/conversation-text.ts';
import { MessageBubble } from './message-bubble.tsx';
import type { ThreadRow } from './message-rows.ts';
import { MessageTools } from './message-tools.tsx';
import { Reactions } from './reactions.tsx';
import { toShownMessage, toShownPending } from './shown-message.ts';
import { useMessageContext, useThread } from './thread-context.ts';

/** Formats a day: `Today`, `Yesterday`, `Saturday, November 21`, with the year if it's another one. */
function toDayTitle(at: string, today: number | null): string {
  const time = Date.parse(at);
  if (today !== null) {
    const start = new Date(today);
    const yesterday = new Date(start.getFullYear(), start.getMonth(), start.getDate() - 1).getTime();
    const tomorrow = new Date(start.getFullYear(), start.getMonth(), start.getDate() + 1).getTime();
    if (time >= today && time < tomorrow) return t('Today');
    if (time >= yesterday && time < today) return t('Yesterday');
  }
  const isThisYear = new Date(time).getFullYear() === new Date().getFullYear();
  return dateTimeFormat({
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    ...(!isThisYear && { year: 'numeric' }),
  }).format(time);
}

interface RowProps {
  row: ThreadRow;
}

/** Whether two lines have equal fields: they are arranged anew with each message. */
function isSameRow({ row: before }: RowProps, { row: after }: RowProps): boolean {
  if (before === after) return true;
  const fields = Object.entries(after);
  const earlier: Record<string, unknown> = before;
  return (
    fields.length === Object.keys(before).length && fields.every(([name, value]) => earlier[name] === value)
  );
}

/** A line of a conversation. Rendered again only when it changes itself, not with each message and while scrolling. */
export const ThreadRowView = memo(function ThreadRowView({ row }: RowProps) {
  switch (row.type) {
    case 'day':
      return <DayLine at={row.at} />;
    case 'unread':
      return (
        <p className="thread-unread">
          <span>{t('New messages')}</span>
        </p>
      );
    case 'system':
      return <SystemLine id={row.id} />;
    case 'message':
      return <SentMessage row={row} />;
    case 'pending':
      return <PendingMessage row={row} />;
  }
}, isSameRow);

function DayLine({ at }: { at: string }) {
  const today = useStartOfToday();
  return (
    <h3 className="thread-day">
      <span>{toDayTitle(at, today)}</span>
    </h3>
  );
}

function SystemLine({ id }: { id: string }) {
  const message = useEntity('message', id);
  const { viewerId } = useMessageContext();
  if (!message?.system) return null;
  const sender = message.sender_id === viewerId ? t('You') : message.sender.full_name;
  return <p className="thread-system">{toSystemText(message.system, sender)}</p>;
}

type MessageRow = Extract<ThreadRow, { type: 'message' }>;

function SentMessage({ row }: { row: MessageRow }) {
  const message = useEntity('message', row.id);
  const { viewerId, blockedUserIds } = useMessageContext();
  if (!message) return null;
  return blockedUserIds.has(message.sender_id) ? (
    <BlockedMessage message={message} row={row} />
  ) : (
    <VisibleMessage message={message} row={row} isMine={message.sender_id === viewerId} />
  );
}

function BlockedMessage({ message, row }: { message: Message; row: MessageRow }) {
  const [isShown, setShown] = useState(false);
  if (isShown) return <VisibleMessage message={message} row={row} isMine={false} />;
  return (
    <p className="thread-system">
      {t('Message from someone you blocked')}{' '}
      <Button size="sm" variant="quiet" onClick={() => setShown(true)}>
        {t('Show')}
      </Button>
    </p>
  );
}

function VisibleMessage({ message, row, isMine }: { message: Message; row: MessageRow; isMine: boolean }) {
  const { isGroup, markedSeq } = useMessageContext();
  const { sender, link_preview } = message;
  const hasAvatar = isGroup && !isMine;
  return (
    <article
      className="message"
      data-mine={isMine ? '' : undefined}
      data-first={row.isFirst ? '' : undefined}
      data-marked={markedSeq === message.seq ? '' : undefined}
      aria-label={isMine ? t('You') : sender.full_name}
      data-message={message.id}
      tabIndex={-1}
    >
      {hasAvatar && (
        <span className="message-avatar">
          {row.isLast && <Avatar id={sender.id} name={sender.full_name} src={sender.avatar_url} size="sm" />}
        </span>
      )}
      <div className="message-column">
        {hasAvatar && row.isFirst && <p className="message-sender">{sender.full_name}</p>}
        <MessageBubble message={toShownMessage(message)} isMine={isMine} sender={sender.full_name}>
          {link_preview && <LinkCard preview={link_preview} />}
        </MessageBubble>
        <Reactions message={message} />
      </div>
      <MessageTools message={message} />
    </article>
  );
}

function PendingMessage({ row }: { row: Extract<ThreadRow, { type: 'pending' }> }) {
  const { pending, outbox, discard, conversation } = useThread();
  const isOffline = useIsOffline();
  const item = pending.find(({ client_id }) => client_id === row.client_id);
  const replied = useEntity('message', item?.reply_to?.id ?? '');
  if (!item) return null;
  const isFailed = item.state === 'failed' || item.state === 'rejected';
  const waiting = isOffline ? t('Waiting for connection') : t('Sending...');
  // Each of several has the mark; the words are below the last one.
  const mark = (
    <>
      <Clock size={12} aria-hidden="true" className="inline" />
      {!row.isLast && <span className="sr-only">{waiting} </span>}
    </>
  );
  return (
    <article
      className="message"
      data-mine=""
      data-first={row.isFirst ? '' : undefined}
      data-failed={isFailed ? '' : undefined}
      aria-label={t('You')}
      tabIndex={-1}
    >
      <div className="message-column">
        <MessageBubble
          message={toShownPending(item, replied, conversation.other_participants)}
          isMine
          sender={t('You')}
          mark={!isFailed && mark}
        />
        {isFailed ? (
          <FailedLine
            item={item}
            onRetry={() => void outbox?.retry(item.client_id)}
            onDelete={() => discard(item.client_id)}
          />
        ) : (
          row.isLast && <p className="message-state">{waiting}</p>
        )}
      </div>
    </article>
  );
}

function FailedLine({
  item: { state, reason, is_signed_out },
  onRetry,
  onDelete,
}: {
  item: UnsentMessage;
  onRetry: () => void;
  onDelete: () => void;
}) {
  return (
    <div className="message-state" data-failed="" role="status">
      <span>
        {t('Failed to send')}
        {state === 'rejected' && reason ? ` · ${reason}` : ''}
      </span>
      {is_signed_out && <SignInAgain />}
      <Button size="sm" onClick={onRetry}>
        {t('Retry')}
      </Button>
      <Button size="sm" variant="quiet" onClick={onDelete}>
        {t('Delete')}
      </Button>
    </div>
  );
}
