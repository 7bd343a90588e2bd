import { useEffect, useState } from 'react';

/** How long to wait for more letters before the server is asked, in milliseconds. */
const settleDelay = 300;

/** What is typed, trimmed, once no more letters have come for a moment: what a search on the server is made of. */
export function useDebouncedValue(typed: string): string {
  const [settled, setSettled] = useState(() => typed.trim());
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed.trim()), settleDelay);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}
