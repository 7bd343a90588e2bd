import type { Message, messageEndpoints } from '#contract/features/chat/messages.ts';
import type { EndpointOutput } from '#contract/schema/endpoint.ts';
import { id as idField } from '#contract/schema/endpoint.ts';
import type { Database, Db } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { isTimestamp } from '#server/platform/paging/cursor.ts';
import {
  findConversationOfMessage,
  findFirstUnread,
  findMessage,
  findReadableRange,
  findSeqOfMessage,
  findSeqSince,
  listMessages,
  type ReadableRange,
} from './messages.queries.ts';
import { toMessage } from './messages.view.ts';

/** How many messages a page has on each side of its anchor. */
const pageSize = 30;

type MessagePage = Omit<EndpointOutput<typeof messageEndpoints.list_messages>, 'live_cursor'>;

interface PageInput {
  anchor: string;
  before?: number | undefined;
  after?: number | undefined;
}

/**
 * Returns the number of the message that an anchor names; null for none.
 * @throws AppError `message_not_found` for a message that isn't there
 */
async function findAnchor(
  db: Db,
  range: ReadableRange,
  viewerId: string,
  anchor: string,
): Promise<number | null> {
  if (anchor === 'newest') return null;
  if (anchor === 'first_unread') return await findFirstUnread(db, range, viewerId);
  const [kind, value = ''] = anchor.split(':');
  if (kind === 'seq') return Math.min(Number(value), range.last_seq);
  if (kind === 'date') {
    const at = `${value}T00:00:00.000Z`;
    if (!isTimestamp(at)) throw new AppError('message_not_found');
    return await findSeqSince(db, range, at);
  }
  const messageId = idField.safeParse(anchor).data;
  const seq = messageId === undefined ? null : await findSeqOfMessage(db, range, messageId);
  if (seq === null) throw new AppError('message_not_found');
  return seq;
}

/** Which messages a page has: `before` of them before `seq`, and `after` from it on. */
function windowOf(input: PageInput, anchorSeq: number | null, lastSeq: number) {
  if (input.before !== undefined)
    return { seq: Math.min(input.before, lastSeq + 1), before: pageSize, after: 0 };
  if (input.after !== undefined)
    return { seq: Math.min(input.after, lastSeq) + 1, before: 0, after: pageSize };
  if (anchorSeq === null) return { seq: lastSeq + 1, before: pageSize, after: 0 };
  return { seq: anchorSeq, before: pageSize, after: pageSize + 1 };
}

/**
 * Returns a page of messages, oldest first. It reads the same number of rows wherever the page is.
 * @throws AppError `conversation_not_found`, `message_not_found`
 */
export async function readMessages(
  db: Database,
  viewerId: string,
  { conversation_id, ...input }: PageInput & { conversation_id: string },
): Promise<MessagePage> {
  const range = await findReadableRange(db, viewerId, conversation_id);
  if (!range) throw new AppError('conversation_not_found');
  const isAnchored = input.before === undefined && input.after === undefined;
  const anchor_seq = isAnchored ? await findAnchor(db, range, viewerId, input.anchor) : null;
  const window = windowOf(input, anchor_seq, range.last_seq);
  // One more on each side tells whether there are more.
  const rows = await listMessages(db, viewerId, range, {
    seq: window.seq,
    before: window.before && window.before + 1,
    after: window.after && window.after + 1,
  });
  const before = rows.filter(({ seq }) => seq < window.seq);
  const after = rows.filter(({ seq }) => seq >= window.seq);
  const page = [...before.slice(-window.before || before.length), ...after.slice(0, window.after)];
  const positions = range.read_positions ?? [];
  return {
    messages: page.map((row) => toMessage(row, positions)),
    anchor_seq,
    has_more_before:
      window.before > 0 ? before.length > window.before : window.seq > (range.stays[0]?.[0] ?? window.seq),
    has_more_after: window.after > 0 ? after.length > window.after : window.seq <= range.last_seq,
    read_positions: positions,
  };
}

/**
 * Returns one message as the viewer sees it.
 * @throws AppError `message_not_found`, also if it is deleted
 */
export async function readMessage(db: Database, viewerId: string, messageId: string): Promise<Message> {
  const conversationId = await findConversationOfMessage(db, viewerId, messageId);
  const range = conversationId && (await findReadableRange(db, viewerId, conversationId));
  const row = range && (await findMessage(db, viewerId, messageId));
  if (!row || row.deleted_at !== null) throw new AppError('message_not_found');
  return toMessage(row, range.read_positions ?? []);
}
