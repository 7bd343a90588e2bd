import { type RawBuilder, sql } from 'kysely';
import { maxReadReceiptParticipants } from '#contract/values/limits.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { ParticipantStatus } from '../chat.policy.ts';
import { mayBeUnread, unreadCount } from '../conversations/conversation-columns.queries.ts';

/** What only the viewer sees of a conversation. */
export interface ViewerStateRow {
  conversation_id: string;
  last_read_seq: number;
  read_at: string | null;
  unread_count: number;
  is_marked_unread: boolean;
  muted_until: string | null;
  status: ParticipantStatus;
  other_status: ParticipantStatus | null;
  version: number;
  viewer_version: number;
  /** Whether others see what the viewer has read. In a direct conversation, only if both have receipts on. */
  shows_receipts: boolean;
  /** Whether the viewer has unread notifications about the conversation. */
  has_notifications: boolean;
}

/** The state of participant `p` in conversation `c`. */
const stateColumns = sql`p.conversation_id, p.last_read_seq, p.read_at, p.is_marked_unread, p.muted_until, p.status,
  case when not c.is_group then (select o.status from chat_participants o
    where o.conversation_id = c.id and o.user_id <> p.user_id) end as other_status,
  c.version, p.version as viewer_version, ${unreadCount} as unread_count,
  p.status = 'active' and c.participant_count <= ${sql.lit(maxReadReceiptParticipants)}
    and coalesce((select s.read_receipts from chat_settings s where s.user_id = p.user_id), true)
    and (c.is_group or (not chat_is_blocked(c.first_user_id, c.second_user_id) and exists (
      select from chat_participants o left join chat_settings os on os.user_id = o.user_id
      where o.conversation_id = c.id and o.user_id <> p.user_id and o.status = 'active'
        and coalesce(os.read_receipts, true)))) as shows_receipts,
  exists (select from notifications e where e.conversation_id = p.conversation_id and e.user_id = p.user_id and not e.read)
    as has_notifications`;

/** Returns what only the viewer sees of a conversation; null unless they are or were in it. */
export async function findViewerState(
  db: Db,
  viewerId: string,
  conversationId: string,
): Promise<ViewerStateRow | null> {
  const { rows } = await sql<ViewerStateRow>`
    select ${stateColumns} from chat_participants p join chat_conversations c on c.id = p.conversation_id
    where p.user_id = ${viewerId}::uuid and p.conversation_id = ${conversationId}::uuid`.execute(db);
  return rows[0] ?? null;
}

/** Sets columns of a participant. Returns whether `isChanged`, a condition on `p` and its conversation `c`, was true. */
async function updateParticipant(
  db: Db,
  viewerId: string,
  conversationId: string,
  { set, isChanged }: { set: RawBuilder<unknown>; isChanged: RawBuilder<unknown> },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update chat_participants p set ${set}, version = p.version + 1 from chat_conversations c
    where c.id = p.conversation_id and p.user_id = ${viewerId}::uuid and p.conversation_id = ${conversationId}::uuid
      and (${isChanged})`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Larger numbers don't fit into the column. */
const maxSeq = 2_147_483_647;

/**
 * Marks the messages up to a number as read, at most up to the last one that the viewer may read. Messages of their own that follow are
 * read, too, as if they had been sent afterwards: so it's the same on devices that hear of them in another order.
 */
export const markRead = (
  db: Db,
  viewerId: string,
  conversationId: string,
  { seq, at }: { seq: number; at: string },
): Promise<boolean> => {
  const last = sql`coalesce(p.left_seq, c.last_seq)`;
  const upTo = sql`coalesce((
    select m.seq - 1 from chat_messages m where m.conversation_id = c.id and m.seq <= ${last}
      and m.seq > greatest(p.last_read_seq, least(${Math.min(seq, maxSeq)}::int, ${last}))
      and m.sender_id is distinct from p.user_id order by m.seq limit 1), ${last})`;
  return updateParticipant(db, viewerId, conversationId, {
    set: sql`last_read_seq = greatest(p.last_read_seq, ${upTo}), is_marked_unread = false,
      read_at = case when p.last_read_seq < ${upTo} then ${at}::timestamptz else p.read_at end`,
    isChanged: sql`p.is_marked_unread or p.last_read_seq < ${upTo}`,
  });
};

export const markUnread = (db: Db, viewerId: string, conversationId: string): Promise<boolean> =>
  updateParticipant(db, viewerId, conversationId, {
    set: sql`is_marked_unread = true, is_caught_up = false`,
    isChanged: sql`not p.is_marked_unread`,
  });

/** Mutes a conversation until a time; null ends it. */
export const updateMute = (
  db: Db,
  viewerId: string,
  conversationId: string,
  until: string | null,
): Promise<boolean> =>
  updateParticipant(db, viewerId, conversationId, {
    set: sql`muted_until = ${until}::timestamptz`,
    isChanged: sql`p.muted_until is distinct from ${until}::timestamptz`,
  });

type MarkedRow = Pick<ViewerStateRow, 'conversation_id' | 'last_read_seq' | 'read_at' | 'shows_receipts'>;

/** Marks all conversations of the viewer as read, without message requests. Returns those that were unread. */
export async function markAllRead(db: Db, viewerId: string, at: string): Promise<MarkedRow[]> {
  const { rows } = await sql<MarkedRow>`
    with unread as (
      select coalesce(p.left_seq, c.last_seq) as seq, ${stateColumns}
      from chat_participants p join chat_conversations c on c.id = p.conversation_id
      where p.user_id = ${viewerId}::uuid and ${mayBeUnread}
        and (p.is_marked_unread or (c.last_seq > p.last_read_seq and ${unreadCount} > 0)))
    update chat_participants p set last_read_seq = greatest(p.last_read_seq, unread.seq), is_marked_unread = false,
      read_at = case when p.last_read_seq < unread.seq then ${at}::timestamptz else p.read_at end, version = p.version + 1
    from unread where p.user_id = ${viewerId}::uuid and p.conversation_id = unread.conversation_id
    returning p.conversation_id, p.last_read_seq, p.read_at, unread.shows_receipts`.execute(db);
  return rows;
}

/** Returns the conversations about which the viewer has unread notifications, also if all of their messages are read. */
export async function listWithNotifications(db: Db, viewerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('notifications')
    .select('conversation_id')
    .distinct()
    .where('user_id', '=', viewerId)
    .where('conversation_id', 'is not', null)
    .where('read', '=', false)
    .execute();
  return rows.flatMap(({ conversation_id }) => conversation_id ?? []);
}
