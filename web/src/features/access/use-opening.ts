import { useEffect, useEffectEvent } from 'react';
import { useServerClock } from '#web/lib/server-clock.ts';

/** The longest time that a browser waits in one piece, in milliseconds. */
const longestWait = 12 * 60 * 60 * 1000;

/** Runs something when a lock opens by itself, such as refetching what is locked. Null while none does. */
export function useOpening(at: string | null, onOpen: () => void): void {
  const clock = useServerClock();
  const open = useEffectEvent(onOpen);
  useEffect(() => {
    if (at === null) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      const left = Math.max(Date.parse(at) - clock(), 0) + 1_000;
      timer = left > longestWait ? setTimeout(wait, longestWait) : setTimeout(() => open(), left);
    };
    wait();
    return () => clearTimeout(timer);
  }, [clock, at]);
}
