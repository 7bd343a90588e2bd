import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { maxSeenAtOnce } from '#contract/values/limits.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { isUserActive, onUserReturn } from '#web/lib/user-activity.ts';
import { unreadQuery } from '../notifications.api.ts';
import { watchNotificationsOf } from './post-on-screen.ts';

/**
 * Marks what the viewer is notified of about a post, and about the comments that are shown, as read while they look at it: nothing
 * of it is sent anymore, and all devices show it. What is about a comment waits until that is loaded. Everything is seen once, so
 * that what they mark as unread stays so. A page that no one has touched for a minute reads nothing. What fails is tried again when
 * they return to the page, and when the connection is back.
 */
export function useSeePost(postId: string, commentIds: readonly string[]): void {
  const client = useQueryClient();
  // Only as loaded for the bell: without anything unread, there is nothing to send.
  const { data } = useQuery({ ...unreadQuery(), enabled: false });
  const isKnown = data !== undefined;
  /** The post and the comments about which nothing has arrived since they were seen. */
  const seen = useRef(new Set<string>());
  const see = useEffectEvent((mayHaveMissed = false) => {
    // Not as it was rendered: what has just arrived counts.
    const unread = client.getQueryData(unreadQuery().queryKey);
    if (!isUserActive() || !unread) return;
    const ids = [postId, ...commentIds].filter((id) => !seen.current.has(id));
    for (const id of ids) seen.current.add(id);
    if (unread.unread_count === 0 && !mayHaveMissed) return;
    for (let start = 0; start < ids.length; start += maxSeenAtOnce) {
      const seen_ids = ids.slice(start, start + maxSeenAtOnce);
      getApiClient(client)('mark_notifications_of_post_as_read', { post_id: postId, seen_ids }).catch(() => {
        for (const id of seen_ids) seen.current.delete(id);
      });
    }
  });
  useEffect(() => {
    const known = seen.current;
    /** What each notification is about that its user keeps unread. */
    const kept = new Map<string, string>();
    const stops = [
      onUserReturn(() => see()),
      watchNotificationsOf(postId, {
        onNew(aboutId) {
          for (const [id, about] of kept) if (about === aboutId) kept.delete(id);
          known.delete(aboutId);
          see();
        },
        onKeptUnread: (id, aboutId) => void kept.set(id, aboutId),
        onGone(ids) {
          for (const id of ids ?? [...kept.keys()]) kept.delete(id);
        },
        onMissed() {
          const about = new Set(kept.values());
          for (const id of known) if (!about.has(id)) known.delete(id);
          // The number may be from before.
          see(true);
        },
        onConnect: () => see(),
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      known.clear();
    };
  }, [postId]);
  const shown = commentIds.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shown` says when there are other comments.
  useEffect(() => {
    if (isKnown && postId) see();
  }, [isKnown, postId, shown]);
}
