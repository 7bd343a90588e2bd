import type { Message } from '#contract/features/chat/messages.ts';

/** What a line of a conversation shows. Keys stay the same when a message that is being sent is confirmed. */
export type ThreadRow =
  | { type: 'day'; key: string; at: string }
  | { type: 'unread'; key: string }
  | { type: 'system'; key: string; id: string; seq: number }
  | { type: 'message'; key: string; id: string; seq: number; isFirst: boolean; isLast: boolean }
  | { type: 'pending'; key: string; client_id: string; isFirst: boolean; isLast: boolean };

/** Messages of one person this close to each other are shown as a group, in milliseconds. */
const groupSpan = 5 * 60_000;

/** What the arrangement needs of a message, sent or not. */
interface Entry {
  key: string;
  sender_id: string;
  at: string;
  day: string;
  message: Message | null;
  client_id: string | null;
}

export interface ThreadInput {
  /** By their number, oldest first. */
  messages: readonly Message[];
  /** Own messages that the server hasn't confirmed yet, in the order in which they are sent. */
  pending: readonly { client_id: string; at: string }[];
  viewerId: string;
  /** The number after which a line marks the new messages; null for none. */
  readSeq: number | null;
  /** Returns the day of a time, as the reader counts days: equal for times of the same day. */
  toDay: (at: string) => string;
}

const keyOf = (message: Message, viewerId: string): string =>
  message.sender_id === viewerId && message.client_id !== null ? message.client_id : message.id;

function toEntries({ messages, pending, viewerId, toDay }: ThreadInput): Entry[] {
  const sent = new Set(messages.map(({ client_id }) => client_id));
  return [
    ...messages.map((message) => ({
      key: keyOf(message, viewerId),
      sender_id: message.sender_id,
      at: message.created_at,
      day: toDay(message.created_at),
      message,
      client_id: message.client_id,
    })),
    ...pending
      .filter(({ client_id }) => !sent.has(client_id))
      .map(({ client_id, at }) => ({
        key: client_id,
        sender_id: viewerId,
        at,
        day: toDay(at),
        message: null,
        client_id,
      })),
  ];
}

const isSystem = ({ message }: Entry) => message?.kind === 'system';

function areGrouped(before: Entry | undefined, after: Entry | undefined): boolean {
  if (!before || !after || isSystem(before) || isSystem(after)) return false;
  const span = Math.abs(Date.parse(after.at) - Date.parse(before.at));
  return before.sender_id === after.sender_id && before.day === after.day && span < groupSpan;
}

/** Returns the lines of a conversation: days, the line above the new messages, and messages in groups of one person. */
export function toThreadRows(input: ThreadInput): ThreadRow[] {
  const { viewerId, readSeq } = input;
  const entries = toEntries(input);
  const isNew = ({ message, sender_id }: Entry) =>
    readSeq !== null && message !== null && message.seq > readSeq && sender_id !== viewerId;
  const firstNew = entries.findIndex(isNew);
  const rows: ThreadRow[] = [];
  entries.forEach((entry, index) => {
    const [before, after] = [entries[index - 1], entries[index + 1]];
    if (before?.day !== entry.day) rows.push({ type: 'day', key: `day-${entry.day}`, at: entry.at });
    if (index === firstNew) rows.push({ type: 'unread', key: 'unread' });
    const { key, message, client_id } = entry;
    const isFirst = index === firstNew || !areGrouped(before, entry);
    const isLast = index + 1 === firstNew || !areGrouped(entry, after);
    if (message && isSystem(entry)) rows.push({ type: 'system', key, id: message.id, seq: message.seq });
    else if (message) rows.push({ type: 'message', key, id: message.id, seq: message.seq, isFirst, isLast });
    else if (client_id !== null) rows.push({ type: 'pending', key, client_id, isFirst, isLast });
  });
  return rows;
}
