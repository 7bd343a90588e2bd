import '#web/styles/lazy/chat.css';
import type { Conversation } from '#contract/features/chat/conversations.ts';
import { clockFormat, dateTimeFormat } from '#contract/i18n/formatters.ts';
import { t } from '#contract/i18n/translate.ts';
import { maxReadReceiptParticipants } from '#contract/values/limits.ts';
import { useEntity } from '#web/lib/cache/entity-cache.ts';
import { useStartOfToday } from '#web/lib/use-start-of-today.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { useReadPositions } from '../messages/messages.api.ts';
import type { ThreadRow } from './message-rows.ts';
import { useThread } from './thread-context.ts';

/** Faces at most. */
const maxFaces = 5;

/** Returns whether the viewer may see what someone has read: events of it go to everyone in the conversation. */
function canSeeReceipt({ other_participants }: Conversation, userId: string): boolean {
  const person = other_participants.find(({ user_id }) => user_id === userId);
  // Large groups list only some people. A viewer without receipts sees those of nobody.
  if (!person) return other_participants.some(({ last_read_seq }) => last_read_seq !== null);
  return person.last_read_seq !== null;
}

/** When a message was seen: the time, on another day with the date. */
function SeenLine({ at, sentAt }: { at: string | null; sentAt: string }) {
  const today = useStartOfToday();
  // Whoever reads by writing back leaves an earlier time.
  if (at === null || at < sentAt) return <p className="message-state">{t('Seen')}</p>;
  const isToday = today !== null && Date.parse(at) >= today;
  const format = isToday ? clockFormat : { ...clockFormat, month: 'short' as const, day: 'numeric' as const };
  return (
    <p className="message-state">
      {t('Seen {time}', { time: dateTimeFormat(format).format(Date.parse(at)) })}
    </p>
  );
}

/** Who has read the newest message, if the viewer wrote it: "Seen" in a direct conversation, faces in a group. */
export function ReceiptLine({ rows }: { rows: readonly ThreadRow[] }) {
  const { conversation, viewerId } = useThread();
  const positions = useReadPositions(conversation.id);
  const last = rows.at(-1);
  const message = useEntity('message', last?.type === 'message' ? last.id : '');
  if (!message || message.sender_id !== viewerId) return null;
  if (conversation.send_barrier === 'left' || conversation.participant_count > maxReadReceiptParticipants)
    return null;
  const readers = Object.entries(positions)
    .filter(
      ([id, { last_read_seq }]) =>
        id !== viewerId && last_read_seq >= message.seq && canSeeReceipt(conversation, id),
    )
    .map(([id]) => id);
  // The line is kept free, so that nothing moves when "Sending..." goes and "Seen" comes.
  if (readers.length === 0) return <p className="message-state" aria-hidden="true" />;
  if (!conversation.is_group)
    return <SeenLine at={positions[readers[0] ?? '']?.read_at ?? null} sentAt={message.created_at} />;
  const known = new Map(conversation.other_participants.map((person) => [person.user_id, person]));
  const faces = readers.flatMap((id) => known.get(id) ?? []).slice(0, maxFaces);
  const isByAll = readers.length >= conversation.participant_count - 1;
  const text = isByAll
    ? t('Seen by everyone')
    : t('Seen by {count, plural, one {# person} other {# people}}', { count: readers.length });
  return (
    <p className="message-state" title={text}>
      {faces.map((person) => (
        <Avatar
          key={person.user_id}
          id={person.user_id}
          name={person.full_name}
          src={person.avatar_url}
          size="xs"
          className="receipt-face"
        />
      ))}
      <span className={faces.length > 0 ? 'sr-only' : undefined}>{text}</span>
    </p>
  );
}
