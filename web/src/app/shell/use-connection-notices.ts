import { useEffect, useRef } from 'react';
import { useLiveState } from '#web/lib/use-live.ts';
import { toastLater } from '#web/ui/toast.ts';

/** How long the live channel may be away before people are told, in milliseconds: a restart takes less. */
const patience = 4_000;
/** How long 'Back online' shows, in milliseconds (document 2, section 9). */
const backOnlineShows = 3_000;

/** Says that the connection was lost, and that it is back (document 2, section 8). */
export function useConnectionNotices(): void {
  const live = useLiveState();
  /** Takes the notice back; null while nobody was told. */
  const told = useRef<(() => void) | null>(null);
  useEffect(() => {
    const tell = () => {
      if (told.current) return;
      // What the lost connection has made fail says so first.
      told.current = toastLater({
        title: "🔌 You're offline",
        description: "Changes will sync when you're back.",
        variant: 'destructive',
        duration: Number.POSITIVE_INFINITY,
      });
    };
    if (live === 'connected' && told.current) {
      told.current();
      told.current = null;
      toastLater({ title: '✅ Back online', description: 'Syncing data…', duration: backOnlineShows });
    }
    window.addEventListener('offline', tell);
    const timer = live === 'lost' ? setTimeout(tell, patience) : undefined;
    return () => {
      window.removeEventListener('offline', tell);
      clearTimeout(timer);
    };
  }, [live]);
}
