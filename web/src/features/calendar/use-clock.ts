import { useEffect, useState, useSyncExternalStore } from 'react';
import { useStartOfToday } from '#web/lib/use-start-of-today.ts';
import { useMediaQuery } from '#web/ui/use-media-query.ts';
import { type Day, toLocalDay } from './views/calendar-days.ts';

const minute = 60_000;

/** The current time in milliseconds, updated every minute while the page is visible. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, minute);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, []);
  return now;
}

/**
 * Today in the viewer's time zone, or null during server rendering and hydration, because only the browser knows the
 * zone.
 */
export function useToday(): Day | null {
  const start = useStartOfToday();
  return start === null ? null : toLocalDay(start);
}

const phone = '(width <= 48rem)';
const roomy = '(width >= 80rem)';

/** Whether the page is as narrow as a phone's, 768 px or less. */
export const useNarrow = (): boolean => useMediaQuery(phone);

/** Whether a day of the week view is wide enough for three events side by side. */
export const useRoomy = (): boolean => useMediaQuery(roomy);

/** The height of the window in rem, so that larger text takes its room; 0 while the server renders. */
export const useWindowHeight = (): number =>
  useSyncExternalStore(
    (onChange) => {
      window.addEventListener('resize', onChange);
      return () => window.removeEventListener('resize', onChange);
    },
    () => window.innerHeight / (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16),
    () => 0,
  );
