import { createHash } from 'node:crypto';
import type { Message, VoiceShape } from '#contract/features/chat/messages.ts';
import { countCharacters } from '#contract/schema/characters.ts';
import { maxMessageRequestText } from '#contract/values/limits.ts';
import type { Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
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
import { idsOf, toMentioning } from './mentioned-people.ts';
import { requireMessageText } from './message-text.ts';
import { findMessage } from './messages.queries.ts';
import { toMessage } from './messages.view.ts';
import {
  findLastReadSeq,
  insertMessage,
  type LockedConversation,
  loadSendPreconditions,
  lockConversation,
  type NewMessageRow,
  type SendPreconditions,
} from './send.queries.ts';
import { requireNoBarrier } from './send-barrier.ts';

export interface NewMessage {
  conversation_id: string;
  client_id: string;
  content: string;
  upload_ids: string[];
  voice: VoiceShape | null;
  reply_to_id: string | null;
}

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

/** Returns what is stored of a message, without links and mentions. */
const toRow = (
  input: NewMessage,
  found: { id: string; sender_id: string; text: string; hash: string; created_at: string },
): NewMessageRow => ({
  id: found.id,
  conversation_id: input.conversation_id,
  sender_id: found.sender_id,
  client_id: input.client_id,
  request_hash: found.hash,
  kind: input.voice ? 'voice' : 'text',
  content: found.text,
  voice: input.voice,
  upload_ids: input.upload_ids,
  reply_to_id: input.reply_to_id,
  link_url: null,
  mentioned_user_ids: null,
  system_type: null,
  system_user_ids: null,
  system_name: null,
  created_at: found.created_at,
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
    const [conversation, found] = await Promise.all([
      lockConversation(tx, conversation_id),
      loadSendPreconditions(tx, {
        conversation_id,
        sender_id: viewer.user_id,
        client_id,
        reply_to_id: input.reply_to_id,
        usernames: findMentions(text),
      }),
    ]);
    if (!conversation || !found) throw new AppError('conversation_not_found');
    // The response says what the conversation is now, which those who left it don't see.
    if (found.status === 'left' || found.status === 'removed') throw new AppError('not_in_conversation');
    if (found.earlier) return await readEarlier(tx, conversation, viewer.user_id, found.earlier, hash);
    const otherStatus = requireRightToSend(conversation, found, text, input.upload_ids);
    if (input.reply_to_id && !found.reply_to) throw new AppError('message_not_found');
    if (otherStatus) await countNewConversation(tx, context.rateLimits, viewer.user_id, found.signed_up_at);
    const at = nowIso();
    await attachFiles(tx, viewer.user_id, input, at);
    // Never before that of the message before.
    const created_at = at > conversation.activity_at ? at : conversation.activity_at;
    const id = newId();
    const row = toRow(input, { id, sender_id: viewer.user_id, text, hash, created_at });
    // The links of a request are shown, and read, only once it is accepted.
    if (otherStatus !== 'request') row.link_url = link;
    row.mentioned_user_ids = idsOf(found.mentioned);
    const [inserted] = await Promise.all([
      insertMessage(tx, row, { other_status: otherStatus }),
      runHooks(tx, context, 'messageSent', {
        conversation_id,
        message_id: id,
        user_id: viewer.user_id,
        client_id,
        created_at,
        ...toMentioning(conversation.is_group, text, found.mentioned),
      }),
    ]);
    // The sender may read what they reply to, also if others may not.
    const message = toMessage({ ...inserted.row, reply_to: found.reply_to });
    const after = await toAfterChange(tx, {
      id: conversation.id,
      last_seq: message.seq,
      activity_at: message.created_at,
      version: inserted.version,
      latest: inserted.row,
    });
    await publishAll(tx, [
      ...eventsOf(toMessage(inserted.row), after, inserted.shared_seq),
      ...newConversationEvents(conversation, viewer.user_id, otherStatus),
    ]);
    return { message, conversation: after, last_read_seq: inserted.last_read_seq };
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
