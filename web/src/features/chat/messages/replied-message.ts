import type { Message, RepliedMessage } from '#contract/features/chat/messages.ts';
import { toPlainText } from '../text/message-text.tsx';

/** Length of an excerpt in UTF-16 units. */
const excerptLength = 200;

/** Returns what a reply shows of the message that it replies to. */
export function toReplied({ id, seq, sender, kind, content, is_deleted, version }: Message): RepliedMessage {
  const { id: senderId, full_name, avatar_url } = sender;
  return {
    id,
    seq,
    sender: { id: senderId, full_name, avatar_url },
    kind,
    excerpt: is_deleted ? '' : toPlainText(content).slice(0, excerptLength),
    is_readable: true,
    is_deleted,
    version,
  };
}
