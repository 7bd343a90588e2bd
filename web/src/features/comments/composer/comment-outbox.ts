import type { QueryClient } from '@tanstack/react-query';
import { t } from '#contract/i18n/translate.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { Outbox } from '#web/lib/outbox/outbox.ts';
import { showPostedComment } from '../comments.api.ts';
import { type CommentContent, type CommentOutbox, commentList, openOutboxes } from './open-outboxes.ts';

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

/** Returns the outbox of a post. A page has one user from load to unload. */
export function getOutbox(client: QueryClient, postId: string, userId: string): CommentOutbox {
  const known = openOutboxes.get(postId);
  if (known) return known;
  const outbox = newCommentOutbox(client, postId, userId);
  openOutboxes.set(postId, outbox);
  return outbox;
}
