import type { QueryClient } from '@tanstack/react-query';
import { sessionQuery } from '#web/features/auth/index.ts';
import { whenIdle } from '#web/lib/loading/when-idle.ts';

/** Offers push notifications for what came while no page was open, after what the page shows. Loads nothing where the offer is impossible. */
export function offerPushOnReturn(client: QueryClient): void {
  const viewerId = client.getQueryData(sessionQuery.queryKey)?.user?.id;
  if (!viewerId || !('PushManager' in window) || Notification.permission !== 'default') return;
  whenIdle(() => {
    import('./offer-push.ts')
      .then(({ offerPushForMissed }) => offerPushForMissed(client, viewerId))
      .catch(() => {});
  });
}
