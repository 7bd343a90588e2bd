import type { Conversation } from '#contract/features/chat/conversations.ts';
import type { MessageAnchor } from './messages.api.ts';

/** The first page of the newest messages has this many, with some room for numbers that are missing. */
const onFirstPage = 25;

/** Returns where reading a conversation starts: at the newest messages if the unread ones are among them. */
export function toOpeningAnchor(conversation: Conversation | undefined): MessageAnchor {
  if (!conversation || conversation.unread_count === 0) return 'newest';
  const unread = conversation.last_seq - conversation.last_read_seq;
  return unread > onFirstPage ? 'first_unread' : 'newest';
}
