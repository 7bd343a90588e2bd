import type { QueryClient } from '@tanstack/react-query';
import type { Attachment } from '#contract/features/uploads/uploads.ts';
import { t } from '#contract/i18n/translate.ts';
import type { Person } from '#contract/users.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { Outbox, type Pending } from '#web/lib/outbox/outbox.ts';
import { showPostedComment } from '../comments.api.ts';

interface CommentContent {
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

/** The list of the pending comments under a post. */
export const commentList = (postId: string) => `comment:${postId}`;
/** Until the server can be reached, every ten seconds. */
const retry = { delays: [], later: 10_000 };

/** Creates the outbox of a user under a post. */
export function newCommentOutbox(client: QueryClient, postId: string, userId: string): CommentOutbox {
  return new Outbox<CommentContent>({
    userId,
    list: commentList(postId),
    retry,
    failure: t("Couldn't post the comment."),
    send: async ({ client_id, parent_id, body, attachment }) => {
      const { comment } = await getApiClient(client)('create_comment', {
        post_id: postId,
        client_id,
        parent_id,
        body,
        ...(attachment ? { upload_id: attachment.id } : {}),
      });
      showPostedComment(client, comment);
    },
  });
}

const outboxes = new Map<string, CommentOutbox>();

/** Returns the outbox of a post. A page has one user from load to unload. */
export function getOutbox(client: QueryClient, postId: string, userId: string): CommentOutbox {
  const known = outboxes.get(postId);
  if (known) return known;
  const outbox = newCommentOutbox(client, postId, userId);
  outboxes.set(postId, outbox);
  return outbox;
}

/**
 * Defers showing one of the user's own comments until nothing is pending in the outbox of the post. Returns whether it
 * was deferred.
 */
export function deferPendingComment(postId: string, show: () => void): boolean {
  return outboxes.get(postId)?.defer(show) ?? false;
}
