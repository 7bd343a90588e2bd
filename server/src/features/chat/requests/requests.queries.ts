import type { Db } from '#server/platform/db/database.ts';

/** Returns the messages of a message request, which are few: nothing more can be written until it is accepted. */
export async function listRequestTexts(
  db: Db,
  conversationId: string,
): Promise<{ id: string; content: string }[]> {
  return await db
    .selectFrom('chat_messages')
    .select(['id', 'content'])
    .where('conversation_id', '=', conversationId)
    .where('deleted_at', 'is', null)
    .where('link_url', 'is', null)
    .orderBy('seq')
    .limit(10)
    .execute();
}
