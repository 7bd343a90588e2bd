import type { Conversation } from '#contract/features/chat/conversations.ts';
import type { Viewer } from '#server/platform/access.ts';
import type { Database, Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { type OutgoingEvent, publishAll } from '#server/platform/live/publish.ts';
import type { Platform } from '#server/platform/platform.ts';
import { findLink } from '#server/platform/text/markdown.ts';
import { enqueueLinkPreviews } from '../../posts/index.ts';
import { raiseVersion, updateStatus } from '../conversations/conversation-lifecycle.queries.ts';
import { findConversation, findDirectConversation } from '../conversations/conversations.queries.ts';
import { readConversation } from '../conversations/read-conversations.ts';
import { conversationChanged, listChanged } from '../groups/change-group.ts';
import { updateMessageLink } from '../messages/change.queries.ts';
import { editedEvent } from '../messages/change-message.ts';
import { findMessage } from '../messages/messages.queries.ts';
import { toMessage } from '../messages/messages.view.ts';
import { lockConversation } from '../messages/send.queries.ts';
import { listRequestTexts } from './requests.queries.ts';

/** Locks a conversation of the viewer. */
async function lockMyConversation(tx: Tx, viewer: Viewer, conversationId: string) {
  const isLocked = (await lockConversation(tx, conversationId)) !== null;
  const row = isLocked ? await findConversation(tx, viewer.user_id, conversationId) : null;
  if (!row) throw new AppError('conversation_not_found');
  return row;
}

/** Reads the links of the request from now on. */
async function showLinks(tx: Tx, conversationId: string): Promise<OutgoingEvent[]> {
  const events: OutgoingEvent[] = [];
  for (const { id, content } of await listRequestTexts(tx, conversationId)) {
    const url = findLink(content);
    const conversation = url && (await updateMessageLink(tx, id, url));
    const row = conversation && (await findMessage(tx, null, id));
    if (row) events.push(await editedEvent(tx, toMessage(row), conversation));
  }
  return events;
}

/** Lets both write from now on, if there is a request. Returns whether it has links, whose previews are to be loaded. */
async function accept(tx: Tx, participant: { conversation_id: string; user_id: string }): Promise<boolean> {
  const { conversation_id, user_id } = participant;
  if (!(await updateStatus(tx, participant, { from: ['request', 'declined'], to: 'active' }))) return false;
  const version = await raiseVersion(tx, conversation_id);
  const links = await showLinks(tx, conversation_id);
  await publishAll(tx, [
    conversationChanged(conversation_id, version),
    listChanged(user_id, conversation_id),
    ...links,
  ]);
  return links.length > 0;
}

/** Accepts a message request to a user from a person whom they follow from now on, also if they deleted it. */
export async function acceptRequestFrom(tx: Tx, userId: string, senderId: string): Promise<void> {
  const conversation_id = await findDirectConversation(tx, [userId, senderId]);
  if (conversation_id === null) return;
  await lockConversation(tx, conversation_id);
  // The scheduled run of the job loads the previews.
  await accept(tx, { conversation_id, user_id: userId });
}

/**
 * Accepts a message request: both can write from now on. Does nothing if there is none.
 * @throws AppError `conversation_not_found`
 */
export async function acceptRequest(
  context: Pick<Platform, 'db' | 'jobs' | 'config' | 'log'>,
  viewer: Viewer,
  conversationId: string,
): Promise<Conversation> {
  const { conversation, hasLinks } = await context.db.transaction().execute(async (tx) => {
    await lockMyConversation(tx, viewer, conversationId);
    const participant = { conversation_id: conversationId, user_id: viewer.user_id };
    const hasLinks = await accept(tx, participant);
    return { conversation: await readConversation(tx, viewer.user_id, conversationId), hasLinks };
  });
  if (hasLinks) await enqueueLinkPreviews(context);
  return conversation;
}

/**
 * Deletes a message request: it isn't listed anymore, and its sender still waits. Does nothing if there is none.
 * @throws AppError `conversation_not_found`
 */
export async function deleteRequest(db: Database, viewer: Viewer, conversationId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockMyConversation(tx, viewer, conversationId);
    const participant = { conversation_id: conversationId, user_id: viewer.user_id };
    if (await updateStatus(tx, participant, { from: ['request'], to: 'declined' }))
      await publishAll(tx, [listChanged(viewer.user_id, conversationId)]);
  });
}
