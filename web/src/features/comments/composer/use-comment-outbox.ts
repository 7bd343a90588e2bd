import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useOutbox } from '#web/lib/outbox/use-outbox.ts';
import { type CommentOutbox, getOutbox, type UnsentComment } from './comment-outbox.ts';

/** Returns the outbox of a user under a post and its pending comments. Without a user, nothing can be written. */
export function useCommentOutbox(
  postId: string,
  userId: string | null,
): [CommentOutbox | null, UnsentComment[]] {
  const client = useQueryClient();
  const open = useMemo(
    () => (userId === null ? null : () => getOutbox(client, postId, userId)),
    [client, postId, userId],
  );
  return useOutbox(open);
}
