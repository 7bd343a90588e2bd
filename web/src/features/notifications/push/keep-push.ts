import type { QueryClient } from '@tanstack/react-query';
import { sessionQuery } from '#web/features/auth/index.ts';
import { readLocal } from '#web/lib/cache/local-store.ts';
import { pushRecord } from '#web/lib/push-worker.ts';

/** Renews the subscription of this browser if the viewer has one. Loads nothing otherwise. */
export async function keepPush(client: QueryClient): Promise<void> {
  const viewerId = client.getQueryData(sessionQuery.queryKey)?.user?.id;
  if (!viewerId || readLocal(pushRecord) === null) return;
  try {
    const { renewPush } = await import('./push-device.ts');
    await renewPush(viewerId);
  } catch {
    // The next page tries again.
  }
}
