import type { Conversation, ConversationViewerState } from '#contract/features/chat/conversations.ts';
import { maxUnreadCount } from '#contract/values/limits.ts';
import type { EventOf } from '#web/lib/live/live-client.ts';

export type ConversationEvent =
  | EventOf<'message.created'>
  | EventOf<'message.edited'>
  | EventOf<'message.outdated'>
  | EventOf<'message.deleted'>
  | EventOf<'conversation.changed'>
  | EventOf<'conversation.viewer_changed'>
  | EventOf<'conversation.read'>;

/** A conversation after an event. */
export interface AppliedEvent {
  conversation: Conversation;
  /** Something that the event doesn't say has changed, or an earlier event is missing: request the conversation again. */
  isIncomplete: boolean;
}

type MessageEvent = Extract<ConversationEvent, { payload: { conversation: object } }>;

/** Returns how many unread messages an event adds. */
function countUnread(conversation: Conversation, event: MessageEvent, viewerId: string | null): number {
  if (event.type === 'message.edited' || event.type === 'message.outdated') return 0;
  const { seq, sender_id } = event.type === 'message.created' ? event.payload.message : event.payload;
  if (sender_id === viewerId || seq <= conversation.last_read_seq) return 0;
  if (event.type === 'message.deleted') return -1;
  return event.payload.message.kind === 'system' ? 0 : 1;
}

/** Returns what the viewer has read by sending a message: everything, if they had read what was before it. Ends the unread mark. */
function readBySending(
  { last_read_seq }: Conversation,
  event: MessageEvent,
  viewerId: string | null,
): Partial<Conversation> {
  if (event.type !== 'message.created') return {};
  const { sender_id, seq } = event.payload.message;
  if (sender_id !== viewerId) return {};
  return { is_marked_unread: false, ...(last_read_seq === seq - 1 && { last_read_seq: seq }) };
}

function applyMessage(
  conversation: Conversation,
  event: MessageEvent,
  viewerId: string | null,
): AppliedEvent {
  const { conversation: after } = event.payload;
  if (after.version <= conversation.version) return { conversation, isIncomplete: false };
  const unread = conversation.unread_count + countUnread(conversation, event, viewerId);
  return {
    conversation: {
      ...conversation,
      ...after,
      ...readBySending(conversation, event, viewerId),
      unread_count: Math.max(0, Math.min(maxUnreadCount, unread)),
    },
    // At the limit, a deletion may leave as many.
    isIncomplete: after.version > conversation.version + 1 || conversation.unread_count >= maxUnreadCount,
  };
}

/** Applies what only the viewer sees: read on another device, muted, accepted. */
export function applyViewerState(conversation: Conversation, state: ConversationViewerState): AppliedEvent {
  if (state.viewer_version <= conversation.viewer_version) return { conversation, isIncomplete: false };
  const { conversation_id: _id, version, unread_count, ...rest } = state;
  const isAllRead = state.last_read_seq >= conversation.last_seq;
  // A message of the viewer's own that is still to come was sent before they marked the conversation as unread.
  const isKnown = version === conversation.version || (isAllRead && !state.is_marked_unread);
  return {
    conversation: { ...conversation, ...rest, unread_count: isAllRead ? 0 : unread_count },
    isIncomplete: state.status !== conversation.status || !isKnown,
  };
}

/** Applies an event to a conversation. Events that aren't newer change nothing. */
export function applyToConversation(
  conversation: Conversation,
  event: ConversationEvent,
  viewerId: string | null,
): AppliedEvent {
  if (event.type === 'conversation.viewer_changed') return applyViewerState(conversation, event.payload);
  if (event.type === 'conversation.read') {
    const { user_id, last_read_seq } = event.payload;
    const other_participants = conversation.other_participants.map((person) =>
      person.user_id === user_id && person.last_read_seq !== null && person.last_read_seq < last_read_seq
        ? { ...person, last_read_seq }
        : person,
    );
    return { conversation: { ...conversation, other_participants }, isIncomplete: false };
  }
  if (event.type === 'conversation.changed') {
    // Its name, icon or people: the event doesn't say what they are now.
    const { version } = event.payload;
    if (version <= conversation.version) return { conversation, isIncomplete: false };
    return { conversation: { ...conversation, version }, isIncomplete: true };
  }
  return applyMessage(conversation, event, viewerId);
}

/** Returns whether notifications of a conversation are off at a time (milliseconds since 1970). */
export const isMuted = ({ muted_until }: Pick<Conversation, 'muted_until'>, now: number): boolean =>
  muted_until !== null && Date.parse(muted_until) > now;

/** Returns how many messages of a conversation the badge counts: none if it's muted or a request. */
export function countForBadge(conversation: Conversation, now: number): number {
  const isCounted = conversation.status === 'active' || conversation.status === 'request_sent';
  return isCounted && !isMuted(conversation, now) ? conversation.unread_count : 0;
}
