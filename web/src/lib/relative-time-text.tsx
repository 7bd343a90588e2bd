import { useEffect, useState } from 'react';
import { nextChange, toRelativeTime, toSpokenTime } from './relative-time.ts';

/** A `<time>` that keeps its text true while it is on screen. */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    // The page may have been rendered a while before it came to life.
    const wait = nextChange(at, Date.now());
    if (wait === null) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.min(wait, 3_600_000));
    return () => clearTimeout(timer);
  });
  return (
    // The server's clock and the browser's may differ by a minute: neither text is wrong.
    <time dateTime={at} title={toSpokenTime(at, now)} className={className} suppressHydrationWarning>
      {toRelativeTime(at, now)}
    </time>
  );
}
