import type { Message } from '#contract/features/chat/messages.ts';

/** Shows an own message that arrives as an event, once the outbox has let go of it. Returns whether it will. */
type Defer = (message: Message, show: () => void) => boolean;

let defer: Defer | null = null;

/** The outbox registers here; without it, nothing of this page is being sent. */
export function onOwnMessage(next: Defer): void {
  defer = next;
}

/** Returns whether the outbox shows an own message itself, because it sends it from here. */
export const deferOwnMessage: Defer = (message, show) => defer?.(message, show) ?? false;
