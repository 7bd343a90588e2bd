import { type RawBuilder, sql } from 'kysely';
import type { ReadPosition } from '#contract/features/chat/messages.ts';
import { maxReadReceiptParticipants } from '#contract/values/limits.ts';
import { type Db, pageLimit } from '#server/platform/db/database.ts';
import type { ParticipantStatus } from '../chat.policy.ts';
import { isReadable } from '../conversations/conversation-columns.queries.ts';
import { type MessageRow, messageColumns } from './message-columns.queries.ts';

/** The parts of a conversation that its viewer may read, and where they are in it. */
export interface ReadableRange {
  conversation_id: string;
  /** The first and last message of each stay in it, in their order. Who never left it has one. */
  stays: [first: number, last: number][];
  /** The last message: of the conversation, or that before the viewer left. */
  last_seq: number;
  last_read_seq: number;
  status: ParticipantStatus;
  participant_count: number;
  is_group: boolean;
  /** Those whose receipts the viewer may see. */
  read_positions: ReadPosition[] | null;
}

/** Returns what the viewer may read of a conversation; null unless they are or were in it. */
export async function findReadableRange(
  db: Db,
  viewerId: string,
  conversationId: string,
): Promise<ReadableRange | null> {
  const { rows } = await sql<ReadableRange>`
    select c.id as conversation_id, coalesce(p.left_seq, c.last_seq) as last_seq,
      (select coalesce(json_agg(json_build_array(lower(s), upper(s) - 1) order by s), '[]')
        from unnest(p.earlier_seqs + int4multirange(int4range(p.first_seq, coalesce(p.left_seq, c.last_seq) + 1))) s) as stays, p.last_read_seq, p.status,
      c.participant_count, c.is_group,
      case when c.participant_count <= ${sql.lit(maxReadReceiptParticipants)} and p.status = 'active'
        and coalesce((select s.read_receipts from chat_settings s where s.user_id = p.user_id), true) then (
          select json_agg(json_build_object('user_id', o.user_id, 'last_read_seq', o.last_read_seq,
            'read_at', to_char(o.read_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by o.joined_at, o.user_id)
          from chat_participants o left join chat_settings os on os.user_id = o.user_id
          where o.conversation_id = c.id and o.user_id <> p.user_id and o.status = 'active'
            and coalesce(os.read_receipts, true) and (c.is_group or not chat_is_blocked(o.user_id, p.user_id))) end
        as read_positions
    from chat_participants p join chat_conversations c on c.id = p.conversation_id
    where p.user_id = ${viewerId}::uuid and p.conversation_id = ${conversationId}::uuid`.execute(db);
  return rows[0] ?? null;
}

/** Whether a number is in one of the stays. */
function inStays({ stays }: ReadableRange, seq: RawBuilder<unknown>): RawBuilder<unknown> {
  const isIn = stays.map(([first, last]) => sql`${seq} between ${first}::int and ${last}::int`);
  return isIn.length === 0 ? sql`false` : sql`(${sql.join(isIn, sql` or `)})`;
}

async function findSeq(db: Db, range: ReadableRange, condition: RawBuilder<unknown>): Promise<number | null> {
  const { rows } = await sql<{ seq: number }>`
    select m.seq from chat_messages m
    where m.conversation_id = ${range.conversation_id}::uuid and ${inStays(range, sql`m.seq`)} and m.deleted_at is null
      and ${condition} order by m.seq limit 1`.execute(db);
  return rows[0]?.seq ?? null;
}

/** Returns the number of the viewer's first unread message; null if there is none. */
export const findFirstUnread = (db: Db, range: ReadableRange, viewerId: string): Promise<number | null> =>
  findSeq(
    db,
    range,
    sql`m.seq > ${range.last_read_seq} and m.kind <> 'system' and m.sender_id <> ${viewerId}::uuid`,
  );

/**
 * Returns the number of the first message at or after a time. The limits of the range are no conditions for an index: without
 * knowing them, the planner would read it all and sort it by time.
 */
export async function findSeqSince(db: Db, range: ReadableRange, at: string): Promise<number | null> {
  const { rows } = await sql<{ seq: number }>`
    select m.seq from chat_messages m
    where m.conversation_id = ${range.conversation_id}::uuid and m.created_at >= ${at}::timestamptz
      and ${inStays(range, sql`m.seq + 0`)} and m.deleted_at is null
    order by m.created_at, m.seq limit 1`.execute(db);
  return rows[0]?.seq ?? null;
}

/** Returns the number of a message of the range by its id. */
export const findSeqOfMessage = (db: Db, range: ReadableRange, messageId: string): Promise<number | null> =>
  findSeq(db, range, sql`m.id = ${messageId}::uuid`);

/**
 * Returns messages in their order: at most `before` that come before `seq`, and at most `after` from it on. Both halves are
 * ranges of one index for each stay, so that what was written between two stays costs nothing.
 */
export async function listMessages(
  db: Db,
  viewerId: string,
  range: ReadableRange,
  window: { seq: number; before: number; after: number },
): Promise<MessageRow[]> {
  const firsts = range.stays.map(([first]) => first);
  const lasts = range.stays.map(([, last]) => last);
  const stays = sql`unnest(${firsts}::int[], ${lasts}::int[]) stay (first, last)`;
  const ofStay = sql`m.conversation_id = ${range.conversation_id}::uuid and m.seq between stay.first and stay.last
    and m.deleted_at is null`;
  const { rows } = await sql<MessageRow>`
    select ${messageColumns(viewerId)} from (
      (select m.* from ${stays} cross join lateral (
        select m.* from chat_messages m where ${ofStay} and m.seq < ${window.seq}
        order by m.seq desc limit ${pageLimit(window.before)}) m order by m.seq desc limit ${pageLimit(window.before)})
      union all
      (select m.* from ${stays} cross join lateral (
        select m.* from chat_messages m where ${ofStay} and m.seq >= ${window.seq}
        order by m.seq limit ${pageLimit(window.after)}) m order by m.seq limit ${pageLimit(window.after)})) m
      join users u on u.id = m.sender_id
    order by m.seq`.execute(db);
  return rows;
}

/** Returns a message, deleted or not; null if there is none. The viewer is null for live events. */
export async function findMessage(
  db: Db,
  viewerId: string | null,
  messageId: string,
): Promise<MessageRow | null> {
  const { rows } = await sql<MessageRow>`
    select ${messageColumns(viewerId)} from chat_messages m join users u on u.id = m.sender_id
    where m.id = ${messageId}::uuid`.execute(db);
  return rows[0] ?? null;
}

/** Returns the conversation of a message that the viewer may read; null for any other message. */
export async function findConversationOfMessage(
  db: Db,
  viewerId: string,
  messageId: string,
): Promise<string | null> {
  const { rows } = await sql<{ conversation_id: string }>`
    select m.conversation_id from chat_messages m
      join chat_participants p on p.conversation_id = m.conversation_id and p.user_id = ${viewerId}::uuid
    where m.id = ${messageId}::uuid and ${isReadable(sql`m.seq`)}`.execute(db);
  return rows[0]?.conversation_id ?? null;
}
