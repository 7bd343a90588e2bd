import type { Message } from '#contract/features/chat/messages.ts';
import { applyReactions } from '#web/features/reactions/index.ts';
import type { EventOf } from '#web/lib/live/live-client.ts';

type ChangeEvent =
  | EventOf<'message.edited'>
  | EventOf<'message.deleted'>
  | EventOf<'message.reactions_changed'>;

/** Applies an event to a message. Events that aren't newer than the message change nothing. */
export function applyToMessage(message: Message, event: ChangeEvent, viewerId: string | null): Message {
  if (event.type === 'message.edited') {
    const { message: edited } = event.payload;
    if (edited.version <= message.version) return message;
    const { my_reactions, has_liked, read_by_ids } = message;
    return { ...edited, my_reactions, has_liked, read_by_ids };
  }
  const { version } = event.payload;
  if (version <= message.version) return message;
  if (event.type === 'message.deleted')
    return { ...message, is_deleted: true, content: '', attachments: [], reaction_counts: {}, version };
  const { reaction_counts, actor } = event.payload;
  return applyReactions(message.id, { ...message, reaction_counts, version }, actor, viewerId);
}
