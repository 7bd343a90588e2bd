import { sql } from 'kysely';
import { type Db, pageLimit } from '#server/platform/db/database.ts';
import type { Keyset } from '#server/platform/paging/cursor.ts';
import {
  type ConversationRow,
  conversationColumns,
  knownName,
  mayBeUnread,
  otherUserId,
  unreadCount,
} from './conversation-columns.queries.ts';

/** Returns a conversation as the viewer sees it; null unless they are or were in it. */
export async function findConversation(
  db: Db,
  viewerId: string,
  conversationId: string,
): Promise<ConversationRow | null> {
  const { rows } = await sql<ConversationRow>`
    select ${conversationColumns} from chat_participants p join chat_conversations c on c.id = p.conversation_id
    where p.user_id = ${viewerId}::uuid and p.conversation_id = ${conversationId}::uuid`.execute(db);
  return rows[0] ?? null;
}

/** When a conversation was active last for participant `p`, by which lists are sorted. */
const sortedAt = sql`coalesce(p.left_at, c.activity_at)`;

/**
 * Returns the viewer's conversations, the one with the latest message first. Without a filter, it reads only those of the
 * latest days that fill the page: `active_on` is the day of `sortedAt`.
 */
export async function listConversations(
  db: Db,
  viewerId: string,
  input: {
    filter: 'all' | 'unread' | 'requests';
    search: string;
    after: Keyset | null;
    limit: number;
  },
): Promise<ConversationRow[]> {
  const { filter, search, after } = input;
  const isListed =
    filter === 'requests' ? sql`p.status = 'request'` : sql`p.status in ('active', 'left', 'removed')`;
  const day = after ? sql`(${after.at}::timestamptz at time zone 'UTC')::date` : sql`'infinity'::date`;
  const isWhole = filter === 'all' && search === '';
  const sinceDay = isWhole
    ? sql`and p.active_on >= coalesce((
        select e.active_on from chat_participants e
        where e.user_id = ${viewerId}::uuid and e.status in ('active', 'left', 'removed') and e.active_on < ${day}
        order by e.active_on desc offset ${pageLimit(input.limit - 1)} limit 1), '-infinity')`
    : sql``;
  const isAfter = after
    ? sql`and p.active_on <= ${day}
        and (${sortedAt}, c.id) < (${after.at}::timestamptz, ${after.id}::uuid)`
    : sql``;
  const isUnread =
    filter === 'unread'
      ? sql`and ${mayBeUnread} and (p.is_marked_unread or (c.last_seq > p.last_read_seq and ${unreadCount} > 0))`
      : sql``;
  const matches =
    search === ''
      ? sql``
      : sql`and strpos(normalize_search_text(case when c.is_group then ${knownName}
          else (select n.full_name || ' ' || n.username from users n where n.id = ${otherUserId}) end),
          normalize_search_text(${search}::text)) > 0`;
  const { rows } = await sql<ConversationRow>`
    with page as materialized (
      select p.conversation_id, ${sortedAt} as at
      from chat_participants p join chat_conversations c on c.id = p.conversation_id
      where p.user_id = ${viewerId}::uuid and ${isListed} ${sinceDay} ${isAfter} ${isUnread} ${matches}
      order by ${sortedAt} desc, c.id desc limit ${pageLimit(input.limit)})
    select ${conversationColumns} from page
      join chat_participants p on p.conversation_id = page.conversation_id and p.user_id = ${viewerId}::uuid
      join chat_conversations c on c.id = page.conversation_id
    order by page.at desc, c.id desc`.execute(db);
  return rows;
}

/** Counts unread messages and conversations, without muted ones and message requests, and message requests. */
export async function countUnread(
  db: Db,
  viewerId: string,
  now: string,
): Promise<{ unread_count: number; conversation_count: number; request_count: number }> {
  const { rows } = await sql<{ unread_count: number; conversation_count: number; request_count: number }>`
    select coalesce(sum(greatest(u.unread, u.is_marked_unread::int)), 0)::int as unread_count,
      count(*) filter (where u.unread > 0 or u.is_marked_unread)::int as conversation_count,
      (select count(*)::int from chat_participants p where p.user_id = ${viewerId}::uuid and p.status = 'request')
        as request_count
    from (
      select p.is_marked_unread, case when c.last_seq > p.last_read_seq then ${unreadCount} else 0 end as unread
      from chat_participants p join chat_conversations c on c.id = p.conversation_id
      where p.user_id = ${viewerId}::uuid and ${mayBeUnread} and (c.last_seq > p.last_read_seq or p.is_marked_unread)
        and (p.muted_until is null or p.muted_until <= ${now}::timestamptz)) u`.execute(db);
  return rows[0] ?? { unread_count: 0, conversation_count: 0, request_count: 0 };
}

/** Returns the direct conversation of two people; null if they have none. */
export async function findDirectConversation(db: Db, userIds: [string, string]): Promise<string | null> {
  const [first, second] = userIds.toSorted();
  const { rows } = await sql<{ id: string }>`
    select id from chat_conversations
    where first_user_id = ${first}::uuid and second_user_id = ${second}::uuid`.execute(db);
  return rows[0]?.id ?? null;
}

/** Returns the group that its creator made with this client id; null if there is none. */
export async function findGroupByClientId(
  db: Db,
  creatorId: string,
  clientId: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('chat_conversations')
    .select('id')
    .where('created_by', '=', creatorId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  return row?.id ?? null;
}
