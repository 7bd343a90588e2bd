import type { QueryClient } from '@tanstack/react-query';
import type { LiveClient } from '#web/lib/live-client.ts';
import { openLiveSocket } from '#web/lib/live-socket.ts';
import '#web/features/auth/auth.live.ts';
import '#web/features/spaces/spaces.live.ts';
import '#web/features/feed/feed.live.ts';

/** Connects the page to the live channel. Each feature's live module above registers what its events do. */
export function startLive({ live }: { queryClient: QueryClient; live: LiveClient }): void {
  live.attach(openLiveSocket());
}
