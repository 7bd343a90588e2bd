import { useCallback, useRef, useState } from 'react';
import { useReconnect } from '../live/reconnect.ts';
import { isConnectionError } from './api-client.ts';

/**
 * Why the last attempt failed, as a form shows it, and a function that sets it together with the error it's about.
 * A failure of the connection disappears when the server can be reached again.
 */
export function useFailure<Shown = string>(): [
  failure: Shown | null,
  setFailure: (failure: Shown | null, error?: unknown) => void,
] {
  const [failure, setFailure] = useState<Shown | null>(null);
  const isTemporary = useRef(false);
  useReconnect(() => {
    if (isTemporary.current) setFailure(null);
  });
  const set = useCallback((next: Shown | null, error?: unknown) => {
    isTemporary.current = isConnectionError(error);
    setFailure(next);
  }, []);
  return [failure, set];
}
