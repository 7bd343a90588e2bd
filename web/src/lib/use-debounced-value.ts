import { useEffect, useState } from 'react';

/** Debounce delay of a server search, in milliseconds. */
const settleDelay = 300;

/** Returns the trimmed input once typing has paused; used for searches on the server. */
export function useDebouncedValue(typed: string): string {
  const [settled, setSettled] = useState(() => typed.trim());
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed.trim()), settleDelay);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}
