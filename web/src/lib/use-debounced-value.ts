import { useEffect, useState } from 'react';

/** Debounce delay of a server search, in milliseconds. */
const debounceDelay = 300;

/** Returns the trimmed input once typing has paused; used for searches on the server. */
export function useDebouncedValue(typed: string): string {
  const [debounced, setDebounced] = useState(() => typed.trim());
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(typed.trim()), debounceDelay);
    return () => clearTimeout(timer);
  }, [typed]);
  return debounced;
}
