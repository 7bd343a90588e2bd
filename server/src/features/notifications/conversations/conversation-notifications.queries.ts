import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';

/** Returns a user's unread notifications about messages of these conversations that they have read. */
export async function listReadInConversations(
  db: Db,
  userId: string,
  conversationIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select n.id from notifications n join chat_messages m on m.id = n.target_id
      join chat_participants p on p.conversation_id = n.conversation_id and p.user_id = n.user_id
    where n.user_id = ${userId}::uuid and n.conversation_id = any(${conversationIds}::uuid[]) and not n.read
      and m.seq <= p.last_read_seq`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the entries of these people about being mentioned in the conversation of a message, in the order of their ids. */
export async function listMentionEntries(
  db: Db,
  messageId: string,
  userIds: readonly string[],
): Promise<{ id: string; user_id: string; conversation_id: string }[]> {
  const { rows } = await sql<{ id: string; user_id: string; conversation_id: string }>`
    select n.id, n.user_id, n.conversation_id from chat_messages m
    join notifications n on n.conversation_id = m.conversation_id and n.type = 'mention'
    where m.id = ${messageId}::uuid and n.user_id = any(${userIds}::uuid[]) order by n.user_id`.execute(db);
  return rows;
}

/** A message, and the people whom it mentions. */
export interface MentioningMessage {
  content: string;
  people: { username: string; full_name: string }[];
}

/**
 * Points an entry about mentions to the latest of those that are left, with their actors. Returns its message; null, and changes
 * nothing, if none is left.
 */
export async function pointToLatestMention(
  db: Db,
  id: string,
  version: number,
): Promise<MentioningMessage | null> {
  const entry = sql`${id}::uuid`;
  const { rows } = await sql<MentioningMessage>`
    with mentioning as (
      select k.target_id, k.mentioned_by, k.created_at, m.seq, m.content, m.mentioned_user_ids
      from notifications n join mentions k on k.user_id = n.user_id and k.created_at between n.created_at and n.batch_updated_at
      join chat_messages m on m.id = k.target_id and m.conversation_id = n.conversation_id and m.deleted_at is null
      where n.id = ${entry}),
    latest as (select * from mentioning order by created_at desc, seq desc limit 1),
    actors as (select mentioned_by, max(created_at) as occurred_at from mentioning group by mentioned_by),
    gone as (
      delete from notification_actors a where a.notification_id = ${entry}
        and a.user_id not in (select mentioned_by from actors) and exists (select from latest)),
    changed as (
      update notification_actors a set occurred_at = k.occurred_at from actors k
      where a.notification_id = ${entry} and a.user_id = k.mentioned_by)
    update notifications n set target_id = l.target_id, last_actor_id = l.mentioned_by,
      actor_id = (select mentioned_by from mentioning order by created_at, seq limit 1),
      actor_count = (select count(*)::int from actors), version = ${version}
    from latest l where n.id = ${entry}
    returning l.content, (select coalesce(json_agg(json_build_object('username', u.username, 'full_name', u.full_name)), '[]')
      from users u where u.id = any(l.mentioned_user_ids)) as people`.execute(db);
  return rows[0] ?? null;
}
