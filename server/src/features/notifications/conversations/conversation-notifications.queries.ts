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
