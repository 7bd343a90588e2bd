import { createContext, useContext, useLayoutEffect, useMemo, useRef } from 'react';
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

/**
 * What a message needs of its conversation. It stays the same when messages are sent and read, so that those on screen aren't
 * rendered again.
 */
export interface MessageContextValue
  extends Pick<ThreadContextValue, 'viewerId' | 'markedSeq' | 'reply' | 'edit' | 'jumpTo'> {
  isGroup: boolean;
  /** Someone wrote to the viewer for the first time, who hasn't accepted it yet. */
  isRequest: boolean;
  canSend: boolean;
  blockedUserIds: ReadonlySet<string>;
}

export const MessageContext = createContext<MessageContextValue | null>(null);

export function useMessageContext(): MessageContextValue {
  const context = useContext(MessageContext);
  if (!context) throw new Error('A message must be part of a conversation');
  return context;
}

/** Returns what the messages of a conversation need of it; the same object while that is the same. */
export function useMessageContextOf(thread: ThreadContextValue): MessageContextValue {
  const { conversation, viewerId, markedSeq } = thread;
  const latest = useRef(thread);
  useLayoutEffect(() => {
    latest.current = thread;
  });
  const blockedIds = conversation.is_group ? conversation.blocked_user_ids.join(' ') : '';
  const { is_group: isGroup, status } = conversation;
  const canSend = conversation.can.send;
  return useMemo(
    () => ({
      viewerId,
      markedSeq,
      isGroup,
      isRequest: status === 'request_received',
      canSend,
      blockedUserIds: new Set(blockedIds.split(' ')),
      reply: (message) => latest.current.reply(message),
      edit: (message) => latest.current.edit(message),
      jumpTo: (seq) => latest.current.jumpTo(seq),
    }),
    [viewerId, markedSeq, isGroup, status, canSend, blockedIds],
  );
}
