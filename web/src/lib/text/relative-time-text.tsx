import { useEffect, useState } from 'react';
import { useServerClock } from '../server-clock.ts';
import { useBrowserValue } from '../use-browser-value.ts';
import { isSameInUtc, nextChange, toRelativeTime, toSpokenTime } from './relative-time.ts';

interface RelativeTimeProps {
  at: string;
  /** `34 minutes ago` instead of `34m`, for sentences such as "joined 34 minutes ago". Dates stay the same. */
  long?: boolean;
  className?: string;
}

/** A `<time>` that updates its text while it is shown. Dates are UTC on the server, then those of the reader. */
export function RelativeTime({ at, long, className }: RelativeTimeProps) {
  const clock = useServerClock();
  const [now, setNow] = useState(clock);
  // The server doesn't know the reader's time zone, and the browser starts with the same text. Most of them stay as they are.
  const zone = useBrowserValue(() => (isSameInUtc(at, now) ? 'UTC' : undefined), 'UTC');
  useEffect(() => {
    // The page may have been rendered some time before hydration, or was hidden behind another one and is shown again.
    const current = clock();
    if (toRelativeTime(at, current, zone) !== toRelativeTime(at, now, zone)) setNow(current);
    const wait = nextChange(at, current);
    if (wait === null) return;
    const timer = setTimeout(() => setNow(clock()), Math.min(wait, 3_600_000));
    return () => clearTimeout(timer);
  });
  return (
    // Server and browser clocks may differ, so both texts are acceptable.
    <time dateTime={at} title={toSpokenTime(at, now, zone)} className={className} suppressHydrationWarning>
      {long && nextChange(at, now) !== null ? toSpokenTime(at, now, zone) : toRelativeTime(at, now, zone)}
    </time>
  );
}
