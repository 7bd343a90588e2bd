import { declarationOf, type TypePreference } from '#contract/features/notifications/notification-types.ts';
import type { Notification } from '#contract/features/notifications/notifications.ts';

/** What stops notifications like one: muting its post or conversation, or turning a preference of its space off. */
export type Stop =
  | { kind: 'post'; post_id: string }
  | { kind: 'conversation'; conversation_id: string }
  | { kind: 'preference'; space: { id: string; name: string }; preference: TypePreference };

/** Returns what stops notifications like this one; null if nothing does. */
export function toStop({ type, post_id, space, conversation_id }: Notification): Stop | null {
  const { preference } = declarationOf(type);
  if (conversation_id !== null) return { kind: 'conversation', conversation_id };
  if (preference === null || space === null) return null;
  // Comments come in any number under one post, and are wanted under the next.
  return type === 'comment_reply' && post_id !== null
    ? { kind: 'post', post_id }
    : { kind: 'preference', space, preference };
}
