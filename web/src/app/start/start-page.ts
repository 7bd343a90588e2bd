import type { QueryClient } from '@tanstack/react-query';
import { deleteOldDrafts } from '#web/lib/cache/drafts.ts';
import { refetchFailed } from '#web/lib/cache/query-client.ts';
import type { LiveClient } from '#web/lib/live/live-client.ts';
import { onReconnect } from '#web/lib/live/reconnect.ts';
import { loadModule } from '#web/lib/loading/load-module.ts';
import { whenIdle } from '#web/lib/loading/when-idle.ts';
import { showToastOfPreviousPage } from '#web/lib/session/next-page-toast.ts';
import { finishSigningOut } from '#web/lib/session/signed-out-mark.ts';

/** How long to wait before loading the live channel's scripts again after a failure, in milliseconds. */
const connectRetry = 10_000;

async function connect(parts: PageParts): Promise<void> {
  try {
    const { startLive } = await loadModule(() => import('./start-live.ts'));
    // In a task of its own, after the one that ran the scripts.
    await new Promise((resolve) => setTimeout(resolve));
    startLive(parts);
  } catch {
    setTimeout(() => void connect(parts), connectRetry);
  }
}

interface PageParts {
  queryClient: QueryClient;
  live: LiveClient;
  router: { navigate: (to: { href: string }) => unknown };
}

/** Call it once the page is hydrated, which events would disturb: opens the live connection, deletes old drafts. */
export function startPage(parts: PageParts): void {
  onReconnect(() => refetchFailed(parts.queryClient));
  whenIdle(() => {
    showToastOfPreviousPage();
    deleteOldDrafts(Date.now());
    void finishSigningOut();
    void connect(parts);
  });
}
