import type { Message } from '#contract/features/chat/messages.ts';
import type { Viewer } from '#server/platform/access.ts';
import { nowIso, nowMs } from '#server/platform/clock.ts';
import type { Database, Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { type HookContext, runHooks } from '#server/platform/lifecycle.ts';
import { type OutgoingEvent, publish, publishAll } from '#server/platform/live/publish.ts';
import type { Platform } from '#server/platform/platform.ts';
import { findLink, findMentions, toPlainExcerpt } from '#server/platform/text/markdown.ts';
import { enqueueLinkPreviews } from '../../posts/index.ts';
import { conversationChannel } from '../channels.ts';
import { isEditable } from '../chat.policy.ts';
import { toAfterChange } from './after-change.ts';
import {
  type ChangedMessageRow,
  findChangedMessage,
  markMessageDeleted,
  type TouchedConversation,
  updateMessageLink,
  updateMessageText,
} from './change.queries.ts';
import { idsOf, toMentioning } from './mentioned-people.ts';
import { requireMessageText } from './message-text.ts';
import { findConversationOfMessage, findMessage } from './messages.queries.ts';
import { toMessage } from './messages.view.ts';
import { lockConversation } from './send.queries.ts';
import { requireNoBarrier } from './send-barrier.ts';

/**
 * Returns the viewer's message, deleted or not, with its conversation locked.
 * @throws AppError `message_not_found`, `not_in_conversation`, `not_sender`
 */
export async function lockMyMessage(
  tx: Tx,
  viewer: Viewer,
  messageId: string,
  usernames: readonly string[] = [],
): Promise<ChangedMessageRow> {
  const conversationId = await findConversationOfMessage(tx, viewer.user_id, messageId);
  const isLocked = conversationId !== null && (await lockConversation(tx, conversationId)) !== null;
  const message = isLocked ? await findChangedMessage(tx, viewer.user_id, messageId, usernames) : null;
  if (!message) throw new AppError('message_not_found');
  if (message.status === 'left' || message.status === 'removed') throw new AppError('not_in_conversation');
  if (message.sender_id !== viewer.user_id) throw new AppError('not_sender');
  return message;
}

function requireEditable({ created_at }: ChangedMessageRow): void {
  if (!isEditable(Date.parse(created_at), nowMs())) throw new AppError('message_edit_expired');
}

/**
 * Returns the event that shows a changed message to everyone who may read it. If not all may read it, or what it replies to,
 * they fetch it.
 */
export async function editedEvent(
  tx: Tx,
  message: Message,
  conversation: TouchedConversation,
): Promise<OutgoingEvent> {
  const channel = conversationChannel(message.conversation_id);
  const after = await toAfterChange(tx, conversation);
  if (Math.min(message.seq, message.reply_to?.seq ?? message.seq) < conversation.shared_seq) {
    const { id: message_id, conversation_id, seq, version } = message;
    const payload = { message_id, conversation_id, seq, version, conversation: after };
    return { channel, type: 'message.outdated', payload };
  }
  return {
    channel,
    type: 'message.edited',
    payload: {
      message: { ...message, my_reactions: [], read_by_ids: [message.sender_id] },
      excerpt: toPlainExcerpt(message.content),
      conversation: after,
    },
  };
}

/** Returns a message as the viewer sees it; who has read it is left to the reader. */
async function readChanged(tx: Tx, viewerId: string, messageId: string): Promise<Message> {
  const row = await findMessage(tx, viewerId, messageId);
  if (!row) throw new Error('A message that was just changed is missing');
  return toMessage(row);
}

/**
 * Edits the text of the viewer's message, as long as they can write into its conversation. The same text again changes nothing.
 * @throws AppError see `update_message` of the contract
 */
export async function updateMessage(
  context: HookContext & Pick<Platform, 'log'> & { db: Database },
  viewer: Viewer,
  input: { message_id: string; content: string },
): Promise<Message> {
  const { message, link } = await context.db.transaction().execute(async (tx) => {
    const before = await lockMyMessage(tx, viewer, input.message_id, findMentions(input.content));
    if (before.deleted_at !== null) throw new AppError('message_not_found');
    if (before.kind !== 'text') throw new AppError('message_not_editable');
    requireNoBarrier(before.is_group, before);
    requireEditable(before);
    const content = requireMessageText(input.content, before.attachment_count > 0);
    if (content === before.content)
      return { message: await readChanged(tx, viewer.user_id, before.id), link: null };
    // A preview that the sender removed stays away while the link is the same.
    const found = findLink(content);
    const isSameLink = found === findLink(before.content);
    const edited_at = nowIso();
    const conversation = await updateMessageText(tx, before.id, {
      content,
      mentioned_user_ids: idsOf(before.mentioned),
      link_url: isSameLink ? before.link_url : found,
      edited_at,
    });
    if (!conversation) throw new AppError('message_not_found');
    const message = await readChanged(tx, viewer.user_id, before.id);
    await publishAll(tx, [await editedEvent(tx, message, conversation)]);
    await runHooks(tx, context, 'messageUpdated', {
      conversation_id: conversation.id,
      message_id: before.id,
      user_id: viewer.user_id,
      edited_at,
      ...toMentioning(before.is_group, content, before.mentioned),
    });
    return { message, link: isSameLink ? null : found };
  });
  if (link && !message.link_preview) await enqueueLinkPreviews(context);
  return message;
}

/**
 * Removes the link preview of the viewer's message. Removing it again changes nothing.
 * @throws AppError `message_not_found`, `not_in_conversation`, `not_sender`
 */
export async function removeLinkPreview(db: Database, viewer: Viewer, messageId: string): Promise<Message> {
  return await db.transaction().execute(async (tx) => {
    const before = await lockMyMessage(tx, viewer, messageId);
    if (before.deleted_at !== null) throw new AppError('message_not_found');
    const conversation = before.link_url === null ? null : await updateMessageLink(tx, before.id, null);
    const message = await readChanged(tx, viewer.user_id, before.id);
    if (conversation) await publishAll(tx, [await editedEvent(tx, message, conversation)]);
    return message;
  });
}

/**
 * Deletes the viewer's message for everyone, with its files. Deleting it again changes nothing.
 * @throws AppError see `delete_message` of the contract
 */
export async function deleteMessage(
  context: HookContext & { db: Database },
  viewer: Viewer,
  messageId: string,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const before = await lockMyMessage(tx, viewer, messageId);
    if (before.deleted_at !== null) return;
    if (before.kind === 'system') throw new AppError('message_not_editable');
    requireEditable(before);
    const deleted = await markMessageDeleted(tx, messageId, nowIso());
    if (!deleted) return;
    const { seq, message_version, upload_ids, ...conversation } = deleted;
    await runHooks(tx, context, 'chatUploadsReleased', { upload_ids });
    const after = await toAfterChange(tx, conversation);
    await runHooks(tx, context, 'messageDeleted', { message_id: messageId });
    await publish(tx, conversationChannel(conversation.id), 'message.deleted', {
      message_id: messageId,
      conversation_id: conversation.id,
      seq,
      sender_id: viewer.user_id,
      version: message_version,
      conversation: after,
    });
  });
}
