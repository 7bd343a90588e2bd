import type { QueryClient } from '@tanstack/react-query';
import { readLocal, writeLocal } from '#web/lib/cache/local-store.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { browserTimeZone } from '#web/lib/text/time-zones.ts';
import { sessionQuery } from './auth.api.ts';

/** The account's zone when it was last compared, and the clocks of this device then. */
const compared = 'time-zone';

/** How far the clocks of this device are from UTC in January and July. Finding out the name of their zone can take a phone 100 ms. */
function clocksHere(): string {
  const year = new Date().getFullYear();
  return [0, 6].map((month) => new Date(year, month, 1).getTimezoneOffset()).join(' ');
}

/**
 * Sends the browser's time zone if it isn't that of the account, unless its owner chose one. Zones are compared again once the clocks of
 * the device or the account have changed.
 */
export async function syncTimeZone(client: QueryClient): Promise<void> {
  const user = client.getQueryData(sessionQuery.queryKey)?.user;
  if (!user?.time_zone_automatic) return;
  const clocks = clocksHere();
  if (readLocal(compared) === `${user.time_zone} ${clocks}`) return;
  const time_zone = browserTimeZone();
  try {
    if (user.time_zone !== time_zone) {
      const updated = await getApiClient(client)('update_time_zone', { time_zone });
      client.setQueryData(sessionQuery.queryKey, (session) => session && { ...session, ...updated });
    }
    writeLocal(compared, `${time_zone} ${clocks}`);
  } catch {
    // The next page tries again. A server that doesn't know the zone keeps the one before.
  }
}
