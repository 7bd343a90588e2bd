import { useEffect, useState } from 'react';
import { useQueryData } from '#web/lib/cache/use-query-data.ts';
import { useLiveState } from '#web/lib/live/use-live.ts';
import { unreadQuery } from '../unread.api.ts';

/** How long the count waits for the live connection, in milliseconds. */
const patience = 5_000;

/**
 * The number of unread messages, kept current. It's requested once the live connection is open: what arrived before would
 * have to be counted again.
 */
export function useUnreadMessages(): number {
  const live = useLiveState();
  const [isPatient, setPatient] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setPatient(false), patience);
    return () => clearTimeout(timer);
  }, []);
  const data = useQueryData({
    ...unreadQuery,
    enabled: live === 'connected' || live === 'lost' || !isPatient,
  });
  return data?.unread_count ?? 0;
}
