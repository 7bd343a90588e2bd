import type { Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Database, Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { type HookContext, runHooks } from '#server/platform/lifecycle.ts';
import { type OutgoingEvent, publishAll, userChannel } from '#server/platform/live/publish.ts';
import { findStatuses, updateStatus } from '../conversations/conversation-lifecycle.queries.ts';
import { findDirectConversation } from '../conversations/conversations.queries.ts';
import { listChanged } from '../groups/change-group.ts';
import { lockConversation } from '../messages/send.queries.ts';
import { deleteBlock, insertBlock, isUser } from './contacts.queries.ts';

/**
 * Both see in their conversation whether they can write. Whether it's because of a block isn't said: the other person gets no
 * event if they see the same as before. A request of theirs looks as if it waits, and a conversation that was opened without a
 * message isn't there for them.
 */
async function eventsOf(
  tx: Tx,
  viewer: Viewer,
  conversationId: string | null,
  { user_id, is_blocked }: { user_id: string; is_blocked: boolean },
): Promise<OutgoingEvent[]> {
  const event = {
    channel: userChannel(viewer.user_id),
    type: 'block.changed',
    payload: { user_id, is_blocked },
  } as const;
  if (conversationId === null) return [event];
  const statuses = await findStatuses(tx, conversationId);
  const status = statuses.get(viewer.user_id);
  const isSeen = status !== 'request' && status !== 'declined' && statuses.get(user_id) !== 'hidden';
  return [
    event,
    listChanged(viewer.user_id, conversationId),
    ...(isSeen ? [listChanged(user_id, conversationId)] : []),
  ];
}

/**
 * Blocks a person, deletes their message request, and ends follows between the two. Blocking again changes nothing. The
 * conversation is locked meanwhile, so that no message arrives afterward.
 * @throws AppError `cannot_block_self`, `person_not_found`
 */
export async function blockUser(
  context: HookContext & { db: Database },
  viewer: Viewer,
  userId: string,
): Promise<void> {
  if (userId === viewer.user_id) throw new AppError('cannot_block_self');
  await context.db.transaction().execute(async (tx) => {
    if (!(await isUser(tx, userId))) throw new AppError('person_not_found');
    const conversation_id = await findDirectConversation(tx, [viewer.user_id, userId]);
    if (conversation_id) await lockConversation(tx, conversation_id);
    const block = { user_id: viewer.user_id, blocked_user_id: userId, created_at: nowIso() };
    if (!(await insertBlock(tx, block))) return;
    if (conversation_id) {
      const participant = { conversation_id, user_id: viewer.user_id };
      await updateStatus(tx, participant, { from: ['request'], to: 'declined' });
    }
    // One that was opened meanwhile shows the block, too.
    const shown = conversation_id ?? (await findDirectConversation(tx, [viewer.user_id, userId]));
    await publishAll(tx, await eventsOf(tx, viewer, shown, { user_id: userId, is_blocked: true }));
    const { user_id, blocked_user_id } = block;
    await runHooks(tx, context, 'userBlocked', { user_id, blocked_user_id });
  });
}

/** Unblocks a person. Does nothing if they aren't blocked. */
export async function unblockUser(db: Database, viewer: Viewer, userId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await deleteBlock(tx, viewer.user_id, userId))) return;
    const conversationId = await findDirectConversation(tx, [viewer.user_id, userId]);
    await publishAll(tx, await eventsOf(tx, viewer, conversationId, { user_id: userId, is_blocked: false }));
  });
}
