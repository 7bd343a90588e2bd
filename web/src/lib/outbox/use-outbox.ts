import { useEffect, useState, useSyncExternalStore } from 'react';
import { useReconnect } from '../live/reconnect.ts';
import { useLiveState } from '../live/use-live.ts';
import type { Outbox, Pending } from './outbox.ts';

const noItems: never[] = [];
const readNone = () => noItems;
const ignore = () => () => {};

/**
 * Returns an outbox and its pending items, and sends them when the server can be reached again; null and an empty list for
 * someone who may not write, and until it is open. `open` returns the outbox; it must keep its identity while its result is the
 * same. If it fails, it is called again when the server can be reached again.
 */
export function useOutbox<Content extends object>(
  open: (() => Outbox<Content> | Promise<Outbox<Content>>) | null,
): [Outbox<Content> | null, Pending<Content>[]] {
  const live = useLiveState();
  const [outbox, setOutbox] = useState<Outbox<Content> | null>(null);
  // The server that renders the page does not know what is stored in the browser.
  const [attempt, setAttempt] = useState(0);
  useReconnect(() => {
    if (open && !outbox) setAttempt((count) => count + 1);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens it again.
  useEffect(() => {
    const opened = open?.() ?? null;
    if (!(opened instanceof Promise)) {
      setOutbox(opened);
      return;
    }
    let isCurrent = true;
    setOutbox(null);
    opened.then(
      (loaded) => isCurrent && setOutbox(loaded),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [open, attempt]);
  const items = useSyncExternalStore(outbox?.onChange ?? ignore, outbox?.read ?? readNone, readNone);
  useEffect(() => {
    if (live !== 'idle') outbox?.setConnected(live === 'connected');
  }, [live, outbox]);
  return [outbox, items];
}
