import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLiveState } from '#web/lib/live/use-live.ts';
import { type CommentOutbox, getOutbox, type UnsentComment } from './comment-outbox.ts';

const noComments: UnsentComment[] = [];
const readNone = () => noComments;
const ignore = () => () => {};
/** Retry interval without a live connection, in milliseconds. */
const retryEvery = 10_000;

/**
 * Returns the outbox of the user under a post and its pending comments; null and an empty list for someone who may not
 * write.
 */
export function useOutbox(postId: string, userId: string | null): [CommentOutbox | null, UnsentComment[]] {
  const client = useQueryClient();
  const live = useLiveState();
  const [outbox, setOutbox] = useState<CommentOutbox | null>(null);
  // The server that renders the page does not know what is stored in the browser.
  useEffect(() => setOutbox(userId ? getOutbox(client, postId, userId) : null), [client, postId, userId]);
  const items = useSyncExternalStore(outbox?.onChange ?? ignore, outbox?.read ?? readNone, readNone);
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
