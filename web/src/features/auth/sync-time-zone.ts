import type { QueryClient } from '@tanstack/react-query';
import { readLocal, writeLocal } from '#web/lib/cache/local-store.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { browserTimeZone } from '#web/lib/text/time-zones.ts';
import { sessionQuery } from './auth.api.ts';

/** Where the account's zone and the clocks of this device are stored when they were compared. */
const storageKey = 'time-zone';

/**
 * How far the clocks of this device are from UTC twice in each month of this year, and the month, because zones with the same clocks have
 * several names. The name of the zone can take a phone 100 ms to find out.
 */
function clocksHere(): string {
  const today = new Date();
  const days = Array.from({ length: 24 }, (_, half) => [half >> 1, half % 2 === 0 ? 1 : 15] as const);
  const clocks = days.map(([month, day]) => new Date(today.getFullYear(), month, day).getTimezoneOffset());
  return [today.getFullYear(), today.getMonth(), ...clocks].join(' ');
}

/**
 * Sends the browser's time zone if it isn't that of the account, unless its owner chose one. Zones are compared once a month, and when the
 * clocks of the device or the account have changed.
 */
export async function syncTimeZone(client: QueryClient): Promise<void> {
  const user = client.getQueryData(sessionQuery.queryKey)?.user;
  if (!user?.time_zone_automatic) return;
  const clocks = clocksHere();
  if (readLocal(storageKey) === `${user.time_zone} ${clocks}`) return;
  const time_zone = browserTimeZone();
  try {
    if (user.time_zone !== time_zone) {
      const updated = await getApiClient(client)('update_time_zone', { time_zone });
      client.setQueryData(sessionQuery.queryKey, (session) => session && { ...session, ...updated });
    }
    writeLocal(storageKey, `${time_zone} ${clocks}`);
  } catch {
    // The next page tries again. A server that doesn't know the zone keeps the one before.
  }
}
