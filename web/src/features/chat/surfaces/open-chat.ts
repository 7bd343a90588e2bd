import { useEffect, useEffectEvent } from 'react';

/** The window event that opens a conversation in a dialog, on any page; its detail is `{conversationId}`. */
const eventName = 'open-chat-modal';

/** What the dialog shows: a conversation, at one of its messages, or a new conversation. */
export interface ChatRequest {
  conversationId: string | null;
  seq?: number | undefined;
}

/** Opens a conversation in a dialog; null opens the view for a new one. */
export function openChat(conversationId: string | null, seq?: number): void {
  window.dispatchEvent(new CustomEvent<ChatRequest>(eventName, { detail: { conversationId, seq } }));
}

/** Calls `open` when a conversation is to be opened in a dialog. */
export function useChatRequest(open: (request: ChatRequest) => void): void {
  const requested = useEffectEvent(open);
  useEffect(() => {
    const receive = (event: Event) => {
      const request = (event as CustomEvent<Partial<ChatRequest> | null>).detail;
      requested({ conversationId: request?.conversationId ?? null, seq: request?.seq });
    };
    window.addEventListener(eventName, receive);
    return () => window.removeEventListener(eventName, receive);
  }, []);
}
