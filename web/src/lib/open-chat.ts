import { useEffect, useEffectEvent } from 'react';

/** The window event that opens chat in a dialog, on any page. Its detail is a `ChatRequest`. */
const eventName = 'open-chat-modal';

/** What the dialog shows: a conversation at one of its messages, the one with a person, or the form for a new one. */
export interface ChatRequest {
  conversationId?: string | null | undefined;
  seq?: number | undefined;
  userId?: string | undefined;
}

/** Opens chat in a dialog. */
export function openChat(request: ChatRequest): void {
  window.dispatchEvent(new CustomEvent<ChatRequest>(eventName, { detail: request }));
}

/** Calls `open` when something is to be opened in the dialog. */
export function useChatRequest(open: (request: ChatRequest) => void): void {
  const requested = useEffectEvent(open);
  useEffect(() => {
    const receive = (event: Event) => requested((event as CustomEvent<ChatRequest | null>).detail ?? {});
    window.addEventListener(eventName, receive);
    return () => window.removeEventListener(eventName, receive);
  }, []);
}
