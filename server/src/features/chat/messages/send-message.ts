import { createHash } from 'node:crypto';
import type { Message } from '#contract/features/chat/messages.ts';
import { countCharacters } from '#contract/schema/characters.ts';
import { maxMessageRequestText } from '#contract/values/limits.ts';
import type { Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import { writeAtCommit } from '#server/platform/db/after-commit.ts';
import type { Database, Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { newId } from '#server/platform/ids.ts';
import { type HookContext, runHooks } from '#server/platform/lifecycle.ts';
import { type OutgoingEvent, publishAll, userChannel } from '#server/platform/live/publish.ts';
import type { Platform } from '#server/platform/platform.ts';
import { findLink, findMentions } from '#server/platform/text/markdown.ts';
import { enqueueLinkPreviews } from '../../posts/index.ts';
import { attachUploads } from '../../uploads/index.ts';
import { conversationChannel } from '../channels.ts';
import type { ParticipantStatus } from '../chat.policy.ts';
import { countNewConversation } from '../conversations/conversation-limit.ts';
import { type AfterChange, toAfterChange } from './after-change.ts';
import { toMentioning } from './mentioned-people.ts';
import type { MessageRow } from './message-columns.queries.ts';
import { requireMessageText } from './message-text.ts';
import { findMessage } from './messages.queries.ts';
import { toMessage } from './messages.view.ts';
import { type NewMessage, toMessageRow, toStoredRow, withSharedReply } from './new-message.ts';
import {
  findLastReadSeq,
  insertMessage,
  insertMessageAtCommit,
  type LockedConversation,
  loadSendPreconditions,
  lockConversationOf,
  type SendPreconditions,
} from './send.queries.ts';
import { requireNoBarrier } from './send-barrier.ts';

interface SentMessage {
  message: Message;
  conversation: AfterChange;
  last_read_seq: number;
}

/** Identifies what was sent, so that another message with the same client id is noticed. */
function hashOf({ content, upload_ids, voice, reply_to_id }: NewMessage): string {
  const request = JSON.stringify([content, upload_ids, voice, reply_to_id]);
  return createHash('sha256').update(request).digest('base64url');
}

/** Checks that a participant can write. Returns the new status of the other person, if this is the first message to them. */
function requireRightToSend(
  conversation: LockedConversation,
  found: SendPreconditions,
  text: string,
  uploadIds: string[],
): ParticipantStatus | null {
  const other = requireNoBarrier(conversation.is_group, found);
  if (other?.status !== 'hidden') return null;
  if (other.reach === 'direct') return 'active';
  if (uploadIds.length > 0 || countCharacters(text) > maxMessageRequestText)
    throw new AppError('message_request_text_only');
  return 'request';
}

const attachFiles = (tx: Tx, user_id: string, { voice, upload_ids }: NewMessage, at: string) =>
  attachUploads(tx, {
    user_id,
    space_id: null,
    purpose: voice ? ['chat_voice'] : ['chat_image', 'chat_file'],
    upload_ids,
    at,
  });

/** Returns the message that was sent with this client id before. */
async function readEarlier(
  tx: Tx,
  conversation: LockedConversation,
  senderId: string,
  earlier: { id: string; request_hash: string },
  hash: string,
): Promise<SentMessage> {
  if (earlier.request_hash !== hash) throw new AppError('idempotency_conflict');
  const row = await findMessage(tx, senderId, earlier.id);
  if (!row) throw new Error('A message that was just read is missing');
  return {
    message: toMessage(row),
    conversation: await toAfterChange(tx, conversation),
    last_read_seq: await findLastReadSeq(tx, conversation.id, row.sender_id),
  };
}

/** Returns the new message and its conversation, and what all participants may read of the message. */
async function describeSent(
  tx: Tx,
  row: MessageRow,
  conversation: LockedConversation,
  found: SendPreconditions,
): Promise<{ sent: SentMessage; shared: Message }> {
  const after = await toAfterChange(tx, {
    id: conversation.id,
    last_seq: row.seq,
    activity_at: row.created_at,
    version: conversation.version + 1,
    latest: row,
  });
  // A sender who had read everything before has also read this.
  const last_read_seq = found.last_read_seq >= conversation.last_seq ? row.seq : found.last_read_seq;
  return {
    // The sender may read what they reply to, also if others may not.
    sent: { message: toMessage(row), conversation: after, last_read_seq },
    shared: toMessage(withSharedReply(row, found.shared_seq)),
  };
}

/**
 * Sends a message. The conversation is locked meanwhile, so its messages are numbered in the order of their commits. Sent
 * again with the same client id, it returns the message that was sent first. The number of statements doesn't depend on the
 * size of the conversation.
 * @throws AppError see `send_message` of the contract
 */
export async function sendMessage(
  context: HookContext & Pick<Platform, 'log'> & { db: Database },
  viewer: Viewer,
  input: NewMessage,
): Promise<SentMessage> {
  const text = requireMessageText(input.content, input.upload_ids.length > 0);
  if (input.voice && (input.upload_ids.length !== 1 || text !== '')) throw new AppError('upload_not_found');
  const hash = hashOf({ ...input, content: text });
  const link = findLink(text);
  const sent = await context.db.transaction().execute(async (tx) => {
    const { conversation_id, client_id } = input;
    const sender_id = viewer.user_id;
    const [conversation, found] = await Promise.all([
      lockConversationOf(tx, { conversation_id, sender_id }),
      loadSendPreconditions(tx, {
        conversation_id,
        sender_id,
        client_id,
        reply_to_id: input.reply_to_id,
        usernames: findMentions(text),
        link_url: link,
      }),
    ]);
    if (!conversation || !found) throw new AppError('conversation_not_found');
    // The response says what the conversation is now, which those who left it don't see.
    if (found.status === 'left' || found.status === 'removed') throw new AppError('not_in_conversation');
    if (found.earlier) return await readEarlier(tx, conversation, sender_id, found.earlier, hash);
    const otherStatus = requireRightToSend(conversation, found, text, input.upload_ids);
    if (input.reply_to_id && !found.reply_to) throw new AppError('message_not_found');
    if (otherStatus) await countNewConversation(tx, context.rateLimits, sender_id, found.signed_up_at);
    const at = nowIso();
    const attached = await attachFiles(tx, sender_id, input, at);
    const row = toMessageRow(input, conversation, found, {
      id: newId(),
      text,
      attached,
      // Never before that of the message before.
      created_at: at > conversation.activity_at ? at : conversation.activity_at,
      // The links of a request are shown, and read, only once it is accepted.
      hasPreview: otherStatus !== 'request',
    });
    const stored = toStoredRow(row, input, { hash, link: otherStatus === 'request' ? null : link });
    const mentioning = toMentioning(conversation.is_group, text, found.mentioned);
    const insertion = { ...stored, other_status: otherStatus };
    // Before the notification lists of those whom it mentions, which hooks lock.
    if (mentioning.mentioned.length > 0) await insertMessage(tx, insertion);
    else await writeAtCommit(tx, insertMessageAtCommit, [insertion]);
    await runHooks(tx, context, 'messageSent', {
      conversation_id,
      message_id: row.id,
      user_id: sender_id,
      client_id,
      created_at: row.created_at,
      has_draft: found.has_draft,
      ...mentioning,
    });
    const { sent, shared } = await describeSent(tx, row, conversation, found);
    await publishAll(tx, [
      ...eventsOf(shared, sent.conversation, found.shared_seq),
      ...newConversationEvents(conversation, sender_id, otherStatus),
    ]);
    return sent;
  });
  if (link && !sent.message.link_preview) await enqueueLinkPreviews(context);
  return sent;
}

/** A reply to a message that not all participants may read goes out without that text, and they fetch it. */
function eventsOf(message: Message, conversation: AfterChange, sharedSeq: number): OutgoingEvent[] {
  const { id: message_id, conversation_id, seq, version, reply_to } = message;
  const channel = conversationChannel(conversation_id);
  if (!reply_to || reply_to.seq >= sharedSeq)
    return [{ channel, type: 'message.created', payload: { message, conversation } }];
  const incomplete = { ...message, version: 0 };
  const outdated = { message_id, conversation_id, seq, version, conversation };
  return [
    { channel, type: 'message.created', payload: { message: incomplete, conversation } },
    { channel, type: 'message.outdated', payload: outdated },
  ];
}

/** The conversation is new in the lists of the other person, and shows its sender from now on when that person was online. */
function newConversationEvents(
  { id, first_user_id, second_user_id }: LockedConversation,
  senderId: string,
  otherStatus: ParticipantStatus | null,
): OutgoingEvent[] {
  const otherId = first_user_id === senderId ? second_user_id : first_user_id;
  if (!otherStatus || otherId === null) return [];
  const userIds = otherStatus === 'active' ? [otherId, senderId] : [otherId];
  return userIds.map((userId) => ({
    channel: userChannel(userId),
    type: 'conversation.list_changed',
    payload: { conversation_id: id },
  }));
}
