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
 * Returns whether others may see that a user is typing: not in large groups, not before a message request is accepted, not
 * after a block, and not if the user has turned it off.
 */
export async function showsTyping(db: Db, userId: string, conversationId: string): Promise<boolean> {
  const { rows } = await sql<{ shows: boolean }>`
    select c.participant_count <= ${sql.lit(maxTypingParticipants)} and p.status = 'active'
      and coalesce((select s.typing_indicators from chat_settings s where s.user_id = p.user_id), true)
      and (c.is_group or (not chat_is_blocked(c.first_user_id, c.second_user_id) and not exists (
        select from chat_participants o where o.conversation_id = c.id and o.status <> 'active'))) as shows
    from chat_participants p join chat_conversations c on c.id = p.conversation_id
    where p.user_id = ${userId}::uuid and p.conversation_id = ${conversationId}::uuid`.execute(db);
  return rows[0]?.shows ?? false;
}
