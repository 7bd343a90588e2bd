import type { ConversationViewerState } from '#contract/features/chat/conversations.ts';
import type { MuteDuration } from '#contract/values/mute-durations.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Database, Db, Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { type OutgoingEvent, publishAll, userChannel } from '#server/platform/live/publish.ts';
import { toMuteEnd } from '#server/platform/mute-end.ts';
import { conversationChannel } from '../channels.ts';
import { statusFor } from '../chat.policy.ts';
import {
  findViewerState,
  markAllRead,
  markRead,
  markUnread,
  updateMute,
  type ViewerStateRow,
} from './viewer-state.queries.ts';

const toViewerState = ({
  shows_receipts: _,
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

/** Changes what only the viewer sees of a conversation, and publishes it to their devices if it changed. */
async function changeState(
  db: Database,
  viewerId: string,
  conversationId: string,
  change: (tx: Tx) => Promise<boolean>,
  { isRead }: { isRead: boolean },
): Promise<ConversationViewerState> {
  return await db.transaction().execute(async (tx) => {
    const isChanged = await change(tx);
    const row = await requireViewerState(tx, viewerId, conversationId);
    const state = toViewerState(row);
    if (isChanged) {
      const others = isRead && row.shows_receipts ? [readEvent(viewerId, row)] : [];
      await publishAll(tx, [viewerChanged(viewerId, state), ...others]);
    }
    return state;
  });
}

/**
 * Marks the messages of a conversation up to a number as read.
 * @throws AppError `conversation_not_found`
 */
export const markConversationAsRead = (
  db: Database,
  viewerId: string,
  { conversation_id, seq }: { conversation_id: string; seq: number },
): Promise<ConversationViewerState> =>
  changeState(
    db,
    viewerId,
    conversation_id,
    (tx) => markRead(tx, viewerId, conversation_id, { seq, at: nowIso() }),
    {
      isRead: true,
    },
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
  changeState(db, viewerId, conversationId, (tx) => markUnread(tx, viewerId, conversationId), {
    isRead: false,
  });

/**
 * Mutes a conversation: it doesn't count as unread in the badge. Null ends it.
 * @throws AppError `conversation_not_found`
 */
export function muteConversation(
  db: Database,
  viewerId: string,
  { conversation_id, duration }: { conversation_id: string; duration: MuteDuration | null },
): Promise<ConversationViewerState> {
  const until = duration && toMuteEnd(duration);
  return changeState(
    db,
    viewerId,
    conversation_id,
    (tx) => updateMute(tx, viewerId, conversation_id, until),
    {
      isRead: false,
    },
  );
}

/** Marks all conversations of the viewer as read. Returns how many were unread. */
export async function markAllConversationsAsRead(db: Database, viewerId: string): Promise<number> {
  return await db.transaction().execute(async (tx) => {
    const marked = await markAllRead(tx, viewerId, nowIso());
    if (marked.length === 0) return 0;
    const receipts = marked.filter(({ shows_receipts }) => shows_receipts);
    await publishAll(tx, [
      {
        channel: userChannel(viewerId),
        type: 'conversation.list_changed',
        payload: { conversation_id: null },
      },
      ...receipts.map((row) => readEvent(viewerId, row)),
    ]);
    return marked.length;
  });
}
