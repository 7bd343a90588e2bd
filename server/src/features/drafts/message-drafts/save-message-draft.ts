import type { MessageDraft } from '#contract/features/drafts/drafts.ts';
import { nowIso } from '#server/platform/clock.ts';
import { writeAtCommit } from '#server/platform/db/after-commit.ts';
import type { Database, Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { type OutgoingEvent, publishAll, userChannel } from '#server/platform/live/publish.ts';
import {
  deleteMessageDraft,
  deleteSentDraft,
  findMessageDraft,
  isInConversation,
  isSent,
  upsertMessageDraft,
} from './message-drafts.queries.ts';

interface DraftKey {
  user_id: string;
  conversation_id: string;
}

export interface MessageDraftInput {
  conversation_id: string;
  client_id: string;
  base_version: number;
  client_edited_at: string;
  content: string;
  reply_to_id: string | null;
}

const excerptLength = 200;

const changed = (key: DraftKey, draft: MessageDraft | null): OutgoingEvent => ({
  channel: userChannel(key.user_id),
  type: 'message_draft.changed',
  payload: {
    conversation_id: key.conversation_id,
    version: draft?.version ?? null,
    excerpt: draft && [...draft.content].slice(0, excerptLength).join(''),
  },
});

/**
 * Returns the user's draft in a conversation, or null.
 * @throws AppError `conversation_not_found`
 */
export async function readMessageDraft(db: Database, key: DraftKey): Promise<MessageDraft | null> {
  if (!(await isInConversation(db, key, false))) throw new AppError('conversation_not_found');
  return await findMessageDraft(db, key);
}

/**
 * Saves the draft of a message. If it is based on another version than the stored one, the text that was edited last wins. An
 * empty text deletes the draft.
 * @throws AppError `conversation_not_found`, `draft_already_posted` if the message was sent meanwhile
 */
export async function saveMessageDraft(
  db: Database,
  userId: string,
  input: MessageDraftInput,
): Promise<{ draft: MessageDraft | null; accepted: boolean }> {
  const { conversation_id, client_id, content, reply_to_id } = input;
  const key = { user_id: userId, conversation_id };
  return await db.transaction().execute(async (tx) => {
    if (!(await isInConversation(tx, key, true))) throw new AppError('conversation_not_found');
    if (await isSent(tx, key, client_id)) throw new AppError('draft_already_posted');
    const stored = await findMessageDraft(tx, key);
    const now = nowIso();
    const client_edited_at =
      input.client_edited_at < now ? new Date(input.client_edited_at).toISOString() : now;
    const isOnTop = !stored || input.base_version === stored.version;
    if (!isOnTop && client_edited_at < stored.client_edited_at) return { draft: stored, accepted: false };
    if (content.trim() === '' && reply_to_id === null) {
      if (await deleteMessageDraft(tx, key)) await publishAll(tx, [changed(key, null)]);
      return { draft: null, accepted: true };
    }
    const isSame = stored?.content === content && stored.reply_to_id === reply_to_id;
    if (isSame) return { draft: stored, accepted: true };
    const version = (stored?.version ?? 0) + 1;
    const draft = { conversation_id, content, reply_to_id, client_id, client_edited_at, version };
    await upsertMessageDraft(tx, userId, draft);
    await publishAll(tx, [changed(key, draft)]);
    return { draft, accepted: true };
  });
}

/**
 * Deletes the user's draft in a conversation, only that with this client id if given.
 * @throws AppError `conversation_not_found`
 */
export async function discardMessageDraft(
  db: Database,
  key: DraftKey,
  clientId: string | undefined,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await isInConversation(tx, key, true))) throw new AppError('conversation_not_found');
    if (await deleteMessageDraft(tx, key, clientId)) await publishAll(tx, [changed(key, null)]);
  });
}

/** Deletes the draft of a message that is being sent, when that commits. The action has locked its participant. */
export async function finishMessageDraft(tx: Tx, key: DraftKey): Promise<void> {
  await writeAtCommit(tx, deleteSentDraft, [key]);
  await publishAll(tx, [changed(key, null)]);
}
