import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLiveState } from '#web/lib/use-live.ts';
import { type CommentOutbox, outboxOf, type UnsentComment } from './comment-outbox.ts';

const emptyResponse: UnsentComment[] = [];
const readNothing = () => emptyResponse;
const ignore = () => () => {};
/** How often it is tried without a live connection, in milliseconds. */
const retryEvery = 10_000;

/** What the viewer has written under a post and is still on its way; null for someone who may not write. */
export function useOutbox(postId: string, userId: string | null): [CommentOutbox | null, UnsentComment[]] {
  const client = useQueryClient();
  const live = useLiveState();
  const [outbox, setOutbox] = useState<CommentOutbox | null>(null);
  // What is kept in the browser is not known to the server that rendered the page.
  useEffect(() => setOutbox(userId ? outboxOf(client, postId, userId) : null), [client, postId, userId]);
  const items = useSyncExternalStore(outbox?.onChange ?? ignore, outbox?.read ?? readNothing, readNothing);
  useEffect(() => {
    if (live === 'connected') outbox?.resume();
  }, [live, outbox]);
  const isWaiting = items.some((item) => item.state === 'waiting');
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => outbox?.resume(), retryEvery);
    return () => clearInterval(timer);
  }, [isWaiting, outbox]);
  return [outbox, items];
}
