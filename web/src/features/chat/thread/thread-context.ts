import { createContext, useContext } from 'react';
import type { Conversation } from '#contract/features/chat/conversations.ts';
import type { Message } from '#contract/features/chat/messages.ts';
import type { MessageOutbox, UnsentMessage } from '../composer/message-outbox.ts';

/** What the messages of an open conversation need of it. */
export interface ThreadContextValue {
  conversation: Conversation;
  viewerId: string;
  outbox: MessageOutbox | null;
  pending: readonly UnsentMessage[];
  reply: (message: Message) => void;
  edit: (message: Message) => void;
  /** Gives up a message that couldn't be sent. */
  discard: (clientId: string) => void;
  /** Shows another part of the conversation. */
  jumpTo: (seq: number) => void;
  /** The message that was jumped to, which is marked for a moment. */
  markedSeq: number | null;
}

export const ThreadContext = createContext<ThreadContextValue | null>(null);

export function useThread(): ThreadContextValue {
  const thread = useContext(ThreadContext);
  if (!thread) throw new Error('A message must be part of a conversation');
  return thread;
}
