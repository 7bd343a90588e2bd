import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { loadModule } from '#web/lib/loading/load-module.ts';
import { useOutbox } from '#web/lib/outbox/use-outbox.ts';
import { preloadPendingComment } from './lazy-pending-comment.tsx';
import type { CommentOutbox, UnsentComment } from './open-outboxes.ts';

async function loadOutbox(client: QueryClient, postId: string, userId: string): Promise<CommentOutbox> {
  const [{ getOutbox }] = await Promise.all([
    loadModule(() => import('./comment-outbox.ts')),
    preloadPendingComment(),
  ]);
  return getOutbox(client, postId, userId);
}

/**
 * Returns the outbox of a user under a post and its pending comments. It is loaded right after the page, so it is null at first.
 * Without a user, nothing can be written.
 */
export function useCommentOutbox(
  postId: string,
  userId: string | null,
): [CommentOutbox | null, UnsentComment[]] {
  const client = useQueryClient();
  const open = useMemo(
    () => (userId === null ? null : () => loadOutbox(client, postId, userId)),
    [client, postId, userId],
  );
  return useOutbox(open);
}
