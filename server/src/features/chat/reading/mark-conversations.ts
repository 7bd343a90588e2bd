import type { ConversationViewerState } from '#contract/features/chat/conversations.ts';
import type { MuteDuration } from '#contract/values/mute-durations.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Database, Db, Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { type HookContext, runHooks } from '#server/platform/lifecycle.ts';
import { type OutgoingEvent, publishAll, userChannel } from '#server/platform/live/publish.ts';
import { toMuteEnd } from '#server/platform/mute-end.ts';
import { conversationChannel } from '../channels.ts';
import { statusFor } from '../chat.policy.ts';
import {
  findViewerState,
  listWithNotifications,
  markAllRead,
  markRead,
  markUnread,
  updateMute,
  type ViewerStateRow,
} from './viewer-state.queries.ts';

const toViewerState = ({
  shows_receipts: _,
  has_notifications: _entries,
  read_at: _at,
  other_status,
  status,
  ...row
}: ViewerStateRow): ConversationViewerState => ({ ...row, status: statusFor(status, other_status) });

async function requireViewerState(db: Db, viewerId: string, conversationId: string): Promise<ViewerStateRow> {
  const row = await findViewerState(db, viewerId, conversationId);
  if (!row) throw new AppError('conversation_not_found');
  return row;
}

/** The event for the viewer's own devices. */
export const viewerChanged = (viewerId: string, state: ConversationViewerState): OutgoingEvent => ({
  channel: userChannel(viewerId),
  type: 'conversation.viewer_changed',
  payload: state,
});

const readEvent = (
  viewerId: string,
  {
    conversation_id,
    last_read_seq,
    read_at,
  }: Pick<ViewerStateRow, 'conversation_id' | 'last_read_seq' | 'read_at'>,
): OutgoingEvent => ({
  channel: conversationChannel(conversation_id),
  type: 'conversation.read',
  payload: { conversation_id, user_id: viewerId, last_read_seq, read_at },
});

/** What reading needs. */
type ReadContext = HookContext & { db: Database };

/** Marks the viewer's notifications about conversations as read with their messages. */
async function readNotifications(
  tx: Tx,
  context: ReadContext,
  viewerId: string,
  conversation_ids: string[],
): Promise<void> {
  if (conversation_ids.length === 0) return;
  await runHooks(tx, context, 'conversationsRead', { user_id: viewerId, conversation_ids });
}

/**
 * Changes what only the viewer sees of a conversation, and publishes it to their devices if it changed. `readWith` is given if
 * the change is that they read it.
 */
async function changeState(
  db: Database,
  viewerId: string,
  conversationId: string,
  change: (tx: Tx) => Promise<boolean>,
  readWith: ReadContext | null = null,
): Promise<ConversationViewerState> {
  return await db.transaction().execute(async (tx) => {
    const isChanged = await change(tx);
    const row = await requireViewerState(tx, viewerId, conversationId);
    const state = toViewerState(row);
    const others = readWith && row.shows_receipts ? [readEvent(viewerId, row)] : [];
    if (isChanged) await publishAll(tx, [viewerChanged(viewerId, state), ...others]);
    // An edit may have mentioned the viewer in a message that they had read before.
    const withEntries = row.has_notifications ? [row.conversation_id] : [];
    if (readWith) await readNotifications(tx, readWith, viewerId, withEntries);
    return state;
  });
}

/**
 * Marks the messages of a conversation up to a number as read, and the viewer's notifications about them.
 * @throws AppError `conversation_not_found`
 */
export const markConversationAsRead = (
  context: ReadContext,
  viewerId: string,
  { conversation_id, seq }: { conversation_id: string; seq: number },
): Promise<ConversationViewerState> =>
  changeState(
    context.db,
    viewerId,
    conversation_id,
    (tx) => markRead(tx, viewerId, conversation_id, { seq, at: nowIso() }),
    context,
  );

/**
 * Shows a conversation as unread. What others see as read doesn't change.
 * @throws AppError `conversation_not_found`
 */
export const markConversationAsUnread = (
  db: Database,
  viewerId: string,
  conversationId: string,
): Promise<ConversationViewerState> =>
  changeState(db, viewerId, conversationId, (tx) => markUnread(tx, viewerId, conversationId));

/**
 * Mutes a conversation: it doesn't count as unread in the badge, and notifies of nothing. Null ends it.
 * @throws AppError `conversation_not_found`
 */
export function muteConversation(
  db: Database,
  viewerId: string,
  { conversation_id, duration }: { conversation_id: string; duration: MuteDuration | null },
): Promise<ConversationViewerState> {
  const until = duration && toMuteEnd(duration);
  return changeState(db, viewerId, conversation_id, (tx) => updateMute(tx, viewerId, conversation_id, until));
}

const listChanged = (viewerId: string): OutgoingEvent => ({
  channel: userChannel(viewerId),
  type: 'conversation.list_changed',
  payload: { conversation_id: null },
});

/**
 * Marks all conversations of the viewer as read, and their notifications about messages that they have read then. Returns how
 * many were unread.
 */
export async function markAllConversationsAsRead(context: ReadContext, viewerId: string): Promise<number> {
  return await context.db.transaction().execute(async (tx) => {
    const [marked, withEntries] = await Promise.all([
      markAllRead(tx, viewerId, nowIso()),
      listWithNotifications(tx, viewerId),
    ]);
    const receipts = marked.filter(({ shows_receipts }) => shows_receipts);
    await publishAll(tx, [
      ...(marked.length > 0 ? [listChanged(viewerId)] : []),
      ...receipts.map((row) => readEvent(viewerId, row)),
    ]);
    await readNotifications(tx, context, viewerId, withEntries);
    return marked.length;
  });
}
