import { sql } from 'kysely';
import { nowIso } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';

/**
 * Takes the fan-out of a conversation that is due, and returns the conversation; null if there is none. Messages to it wait
 * until the transaction ends. Conversations to which a message is being sent are left for the next time.
 */
export async function takeDueFanOut(db: Db): Promise<string | null> {
  const { rows } = await sql<{ conversation_id: string }>`
    delete from chat_message_fanouts where conversation_id = (
      select conversation_id from chat_message_fanouts where due_at <= ${nowIso()}::timestamptz
      order by due_at limit 1 for update skip locked)
    returning conversation_id`.execute(db);
  return rows[0]?.conversation_id ?? null;
}
