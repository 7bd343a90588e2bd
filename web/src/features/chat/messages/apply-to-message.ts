import type { Message } from '#contract/features/chat/messages.ts';
import type { EventOf } from '#web/lib/live/live-client.ts';

type ChangeEvent =
  | EventOf<'message.edited'>
  | EventOf<'message.deleted'>
  | EventOf<'message.reactions_changed'>;

/** Returns the viewer's own emoji after one was given or taken back. */
export const toggleEmoji = (mine: readonly string[], emoji: string, has: boolean): string[] =>
  has ? [...mine.filter((one) => one !== emoji), emoji] : mine.filter((one) => one !== emoji);

/** Applies an event to a message. Events that aren't newer than the message change nothing. */
export function applyToMessage(message: Message, event: ChangeEvent, viewerId: string | null): Message {
  if (event.type === 'message.edited') {
    const { message: edited } = event.payload;
    if (edited.version <= message.version) return message;
    const { my_reactions, read_by_ids } = message;
    return { ...edited, my_reactions, read_by_ids };
  }
  const { version } = event.payload;
  if (version <= message.version) return message;
  if (event.type === 'message.deleted')
    return { ...message, is_deleted: true, content: '', attachments: [], reactions: [], version };
  const { reactions, actor } = event.payload;
  const my_reactions =
    actor.user_id === viewerId
      ? toggleEmoji(message.my_reactions, actor.emoji, actor.has_reacted)
      : message.my_reactions;
  return { ...message, reactions, version, my_reactions };
}
