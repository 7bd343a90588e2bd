import { sql } from 'kysely';
import { maxTypingParticipants } from '#contract/values/limits.ts';
import type { Db } from '#server/platform/db/database.ts';

/** Returns whether a user is in a conversation. */
export async function isParticipant(db: Db, userId: string, conversationId: string): Promise<boolean> {
  const row = await db
    .selectFrom('chat_participants')
    .select('user_id')
    .where('conversation_id', '=', conversationId)
    .where('user_id', '=', userId)
    .where('status', 'not in', ['left', 'removed'])
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the users who are in a conversation. */
export async function listParticipantIds(db: Db, conversationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('chat_participants')
    .select('user_id')
    .where('conversation_id', '=', conversationId)
    .where('status', 'not in', ['left', 'removed'])
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/**
 * Returns those of these users whose presence a viewer may see anywhere, as `toConversation` and `toContact` show it: people of
 * groups and accepted direct conversations, and people whom the viewer can write to because of a shared space. Not after a block.
 */
export async function listWatchableAnywhere(
  db: Db,
  input: { viewer_id: string; user_ids: readonly string[] },
): Promise<string[]> {
  const viewer = input.viewer_id;
  const { rows } = await sql<{ user_id: string }>`
    select u.id as user_id from unnest(${input.user_ids}::uuid[]) u (id)
      left join user_presence a on a.user_id = u.id
    where a.appear_offline is not true and not chat_is_blocked(u.id, ${viewer}::uuid)
      and (chat_shares_space(u.id, ${viewer}::uuid) or exists (
        select from chat_participants p join chat_conversations c on c.id = p.conversation_id
          join chat_participants o on o.conversation_id = p.conversation_id and o.user_id = u.id
        where p.user_id = ${viewer}::uuid and p.status not in ('left', 'removed') and o.status not in ('left', 'removed')
          and (c.is_group or p.status = 'active' and o.status = 'active')))`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/** Returns those whom a user blocked, and those who blocked them. */
export async function listBlockedWith(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select blocked_user_id as user_id from chat_blocks where user_id = ${userId}::uuid
    union select user_id from chat_blocks where blocked_user_id = ${userId}::uuid`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/**
 * Returns the participants who must not see that a user is typing: after a block on either side, if they have turned that off,
 * and before they accepted a message request. Null if nobody may see it: in large groups, and if the user has turned it off.
 */
export async function listNotShownTyping(
  db: Db,
  userId: string,
  conversationId: string,
): Promise<string[] | null> {
  const { rows } = await sql<{ user_ids: string[] }>`
    select coalesce((
      select json_agg(o.user_id) from chat_participants o left join chat_settings os on os.user_id = o.user_id
      where o.conversation_id = c.id and o.user_id <> p.user_id and o.status not in ('left', 'removed')
        and (o.status <> 'active' or not coalesce(os.typing_indicators, true) or chat_is_blocked(o.user_id, p.user_id))),
      '[]') as user_ids
    from chat_participants p join chat_conversations c on c.id = p.conversation_id
    where p.user_id = ${userId}::uuid and p.conversation_id = ${conversationId}::uuid and p.status = 'active'
      and c.participant_count <= ${sql.lit(maxTypingParticipants)}
      and coalesce((select s.typing_indicators from chat_settings s where s.user_id = p.user_id), true)`.execute(
    db,
  );
  return rows[0]?.user_ids ?? null;
}
