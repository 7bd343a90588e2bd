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
