import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLiveState } from '../live/use-live.ts';
import type { Outbox, Pending } from './outbox.ts';

const noItems: never[] = [];
const readNone = () => noItems;
const ignore = () => () => {};

/**
 * Returns an outbox and its pending items, and sends them when the server can be reached again; null and an empty list for
 * someone who may not write. `open` returns the outbox; it must keep its identity while its result is the same.
 */
export function useOutbox<Content extends object>(
  open: (() => Outbox<Content>) | null,
): [Outbox<Content> | null, Pending<Content>[]] {
  const live = useLiveState();
  const [outbox, setOutbox] = useState<Outbox<Content> | null>(null);
  // The server that renders the page does not know what is stored in the browser.
  useEffect(() => setOutbox(open?.() ?? null), [open]);
  const items = useSyncExternalStore(outbox?.onChange ?? ignore, outbox?.read ?? readNone, readNone);
  useEffect(() => {
    if (live !== 'idle') outbox?.setConnected(live === 'connected');
  }, [live, outbox]);
  return [outbox, items];
}
