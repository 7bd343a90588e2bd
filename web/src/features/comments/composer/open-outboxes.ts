import type { Attachment } from '#contract/features/uploads/uploads.ts';
import type { Person } from '#contract/users.ts';
import type { Outbox, Pending } from '#web/lib/outbox/outbox.ts';

// A module of its own: pages ask it before they have loaded the outbox.

export interface CommentContent {
  parent_id: string | null;
  /** The thread it belongs to; null if it starts a new one. */
  thread_id: string | null;
  reply_to: Person | null;
  body: string;
  /** An uploaded image or file. */
  attachment?: Attachment | null;
}
/** A comment that the server has not confirmed yet. */
export type UnsentComment = Pending<CommentContent>;
export type CommentOutbox = Outbox<CommentContent>;

/** The outboxes of this page, by post. */
export const openOutboxes = new Map<string, CommentOutbox>();

/** The list of the pending comments under a post. */
export const commentList = (postId: string) => `comment:${postId}`;

/**
 * Defers showing one of the user's own comments until nothing is pending in the outbox of the post. Returns whether it
 * was deferred.
 */
export function deferPendingComment(postId: string, show: () => void): boolean {
  return openOutboxes.get(postId)?.defer(show) ?? false;
}
