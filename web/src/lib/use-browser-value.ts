import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * Returns what `read` returns in the browser: a value that only the browser knows and that never changes. While the server
 * renders and its page is hydrated, it's `onServer`. `read` must return the same value each time.
 */
export const useBrowserValue = <Value>(read: () => Value, onServer: Value): Value =>
  useSyncExternalStore(never, read, () => onServer);
