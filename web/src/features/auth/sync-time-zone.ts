import type { QueryClient } from '@tanstack/react-query';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { browserTimeZone } from '#web/lib/text/time-zones.ts';
import { sessionQuery } from './auth.api.ts';

/** Sends the browser's time zone if it isn't that of the account, unless its owner chose one. */
export async function syncTimeZone(client: QueryClient): Promise<void> {
  const user = client.getQueryData(sessionQuery.queryKey)?.user;
  if (!user?.time_zone_automatic) return;
  const time_zone = browserTimeZone();
  if (user.time_zone === time_zone) return;
  try {
    const updated = await getApiClient(client)('update_time_zone', { time_zone });
    client.setQueryData(sessionQuery.queryKey, (session) => session && { ...session, ...updated });
  } catch {
    // The next page tries again. A server that doesn't know the zone keeps the one before.
  }
}
