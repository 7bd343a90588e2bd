import { sql } from 'kysely';
import type { MessageDraft } from '#contract/features/drafts/drafts.ts';
import type { CommitWrite } from '#server/platform/db/after-commit.ts';
import type { Db } from '#server/platform/db/database.ts';
import { prepareQuery } from '#server/platform/db/prepare-query.ts';

interface DraftKey {
  user_id: string;
  conversation_id: string;
}

const columns = [
  'conversation_id',
  'content',
  'reply_to_id',
  'client_id',
  'client_edited_at',
  'version',
] as const;

/** Whether the user is in the conversation; with `locks`, their drafts there are then saved one after another. */
export async function isInConversation(db: Db, key: DraftKey, locks: boolean): Promise<boolean> {
  const { rows } = await sql`
    select from chat_participants where user_id = ${key.user_id}::uuid and conversation_id = ${key.conversation_id}::uuid
    ${locks ? sql`for no key update` : sql``}`.execute(db);
  return rows.length > 0;
}

export async function findMessageDraft(db: Db, key: DraftKey): Promise<MessageDraft | null> {
  const row = await db
    .selectFrom('message_drafts')
    .select(columns)
    .where('user_id', '=', key.user_id)
    .where('conversation_id', '=', key.conversation_id)
    .executeTakeFirst();
  return (row as unknown as MessageDraft | undefined) ?? null;
}

/** Inserts or replaces a draft. */
export async function upsertMessageDraft(
  db: Db,
  userId: string,
  { conversation_id, ...draft }: MessageDraft,
): Promise<void> {
  await db
    .insertInto('message_drafts')
    .values({ user_id: userId, conversation_id, ...draft })
    .onConflict((conflict) => conflict.columns(['user_id', 'conversation_id']).doUpdateSet(draft))
    .execute();
}

/** Deletes a draft, only that with this client id if given. Returns whether there was one. */
export async function deleteMessageDraft(db: Db, key: DraftKey, clientId?: string): Promise<boolean> {
  let query = db
    .deleteFrom('message_drafts')
    .where('user_id', '=', key.user_id)
    .where('conversation_id', '=', key.conversation_id);
  if (clientId !== undefined) query = query.where('client_id', '=', clientId);
  const result = await query.executeTakeFirst();
  return result.numDeletedRows > 0n;
}

const deletion = prepareQuery(
  (_, key: DraftKey) => sql`
    delete from message_drafts where user_id = ${key.user_id} and conversation_id = ${key.conversation_id}`,
);

/** Deletes the draft of a message when the transaction that sends it commits. */
export const deleteSentDraft: CommitWrite<DraftKey> = (tx, [key]) => {
  if (!key) throw new Error('No draft was sent');
  return deletion.compile(tx, key);
};

/** Returns whether the user has sent a message with this client id. */
export async function isSent(db: Db, key: DraftKey, clientId: string): Promise<boolean> {
  const row = await db
    .selectFrom('chat_messages')
    .select('id')
    .where('conversation_id', '=', key.conversation_id)
    .where('sender_id', '=', key.user_id)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  return row !== undefined;
}
