import type { QueryClient } from '@tanstack/react-query';
import { sessionQuery } from '#web/features/auth/index.ts';
import { readLocal, writeLocal } from '#web/lib/cache/local-store.ts';
import { pushRecord } from '#web/lib/push-worker.ts';

/**
 * Renews the subscription of this browser if the viewer has one. Loads nothing otherwise. A session that ends takes its subscription
 * along, so nobody being signed in makes it due.
 */
export async function keepPush(client: QueryClient): Promise<void> {
  const viewerId = client.getQueryData(sessionQuery.queryKey)?.user?.id;
  const record = readLocal<{ user_id: string }>(pushRecord);
  if (record === null) return;
  if (!viewerId) {
    writeLocal(pushRecord, { ...record, renewed_at: 0 });
    return;
  }
  try {
    const { renewPush } = await import('./push-device.ts');
    await renewPush(viewerId);
  } catch {
    // The next page tries again.
  }
}
