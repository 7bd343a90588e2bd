import type { QueryClient } from '@tanstack/react-query';
import { sessionQuery } from '#web/features/auth/index.ts';
import { syncTimeZone } from '#web/features/auth/sync-time-zone.ts';
import { followPushedLinks } from '#web/features/notifications/push/follow-pushed-links.ts';
import { keepPush } from '#web/features/notifications/push/keep-push.ts';
import { offerPushOnReturn } from '#web/features/notifications/push/offer-on-return.ts';
import { syncUserSpaces } from '#web/features/spaces/cached-spaces.ts';
import type { LiveClient } from '#web/lib/live/live-client.ts';
import { openLiveSocket } from '#web/lib/live/live-socket.ts';
import { purgeOldCaches } from '#web/lib/old-caches.ts';
import { refreshSessionPeriodically } from './session-refresh.ts';
import '#web/features/auth/auth.live.ts';
import '#web/features/calendar/calendar.live.ts';
import '#web/features/members/members.live.ts';
import '#web/features/membership/presence.live.ts';
import '#web/features/members/welcome/welcome.live.ts';
import '#web/features/spaces/spaces.live.ts';
import '#web/features/spaces/setup/setup.live.ts';
import '#web/features/posts/posts.live.ts';
import '#web/features/feed/feed.live.ts';
import '#web/features/feed/limited/limited.live.ts';
import '#web/features/polls/polls.live.ts';
import '#web/features/chat/chat.live.ts';
import '#web/features/drafts/drafts.live.ts';
import '#web/features/comments/comments.live.ts';
import '#web/features/moderation/moderation.live.ts';
import '#web/features/notifications/notifications.live.ts';
import '#web/features/leaderboard/leaderboard.live.ts';
import '#web/features/points/points.live.ts';
import '#web/features/profiles/follows/follows.live.ts';

interface PageParts {
  queryClient: QueryClient;
  live: LiveClient;
  router: Parameters<typeof followPushedLinks>[0];
}

/**
 * Opens the live connection of the page and keeps its session alive, and deletes old caches. The imported live modules register the event
 * handlers.
 */
export function startLive({ queryClient, live, router }: PageParts): void {
  refreshSessionPeriodically(queryClient);
  void syncTimeZone(queryClient);
  void keepPush(queryClient);
  offerPushOnReturn(queryClient);
  followPushedLinks(router);
  syncUserSpaces(queryClient, queryClient.getQueryData(sessionQuery.queryKey)?.user?.id);
  const followVisibility = () => live.setHidden(document.visibilityState === 'hidden');
  followVisibility();
  document.addEventListener('visibilitychange', followVisibility);
  live.attach(openLiveSocket());
  // A browser that blocks these has nothing to delete.
  purgeOldCaches().catch(() => {});
}
