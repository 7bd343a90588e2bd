import type { NotificationType } from '../features/notifications/notification-types.ts';

interface ReactionDeclaration {
  /** Whether a reaction by another member earns the author a point. */
  earns_point: boolean;
  /** The notification that the author gets. */
  notification: NotificationType;
}

/** The kinds of reactions. A user gives each kind at most once to the same target. */
export const reactionKinds = {
  like: { earns_point: true, notification: 'post_like' },
} as const satisfies Record<string, ReactionDeclaration>;
export type ReactionKind = keyof typeof reactionKinds;
