import { useEffect, useRef, useState } from 'react';
import { newClientId } from '../api/client-id.ts';
import { DraftStore, flushOnLeave } from '../cache/drafts.ts';
import type { DraftStorage } from './draft-storage.ts';

interface BrowserDraftOptions<Values extends object> {
  userId: string;
  /** Identifies the form, such as `comment:{post_id}`. */
  draftKey: string;
  /** What the form contains without a draft. The values follow it until something is typed. */
  initial: Values;
  /** Converts what was stored, which can be of an earlier release. */
  parse?: (saved: unknown) => Values;
  /** Whether two states of the form are the same; an unchanged form keeps no draft. Default: if they are equal as JSON. */
  isSame?: (a: Values, b: Values) => boolean;
}

export interface BrowserDraft<Values extends object> extends DraftStorage<Values> {
  values: Values;
  /** Deletes the draft and starts with other values; without them, with the initial ones. */
  restart: (values?: Values) => void;
}

/** A draft that is kept in this browser. It survives reloads, crashes and failures of the server. */
export function useBrowserDraft<Values extends object>({
  userId,
  draftKey,
  initial,
  parse = (saved) => saved as Values,
  isSame = (a, b) => JSON.stringify(a) === JSON.stringify(b),
}: BrowserDraftOptions<Values>): BrowserDraft<Values> {
  const [store] = useState(() => new DraftStore<unknown>(userId, draftKey));
  const [typed, setTyped] = useState<Values | null>(() => {
    const saved = store.read();
    return saved === null ? null : parse(saved);
  });
  const [isRestored, setRestored] = useState(typed !== null);
  /** What the form was restarted with, in place of `initial`. */
  const [restarted, setRestarted] = useState<Values | null>(null);
  const clientId = useRef<string | null>(null);
  useEffect(() => flushOnLeave(store), [store]);
  const base = restarted ?? initial;
  const values = typed ?? base;
  // Changes can come from an upload that ends long after it was started.
  const latest = useRef({ values, base });
  useEffect(() => {
    latest.current = { values, base };
  });

  const drop = () => {
    store.clear();
    clientId.current = null;
    setTyped(null);
    setRestored(false);
  };
  return {
    values,
    isRestored,
    change: (changes) => {
      const next = { ...latest.current.values, ...changes };
      latest.current.values = next;
      setTyped(next);
      if (isSame(next, latest.current.base)) store.clear();
      else store.write(next);
    },
    restart: (next = initial) => {
      latest.current = { values: next, base: next };
      drop();
      setRestarted(next);
    },
    discard: () => {
      latest.current.values = latest.current.base;
      drop();
    },
    startSending: (sent) => {
      clientId.current ??= newClientId();
      return {
        values: sent,
        clientId: clientId.current,
        finish: () => {
          const isChanged = !isSame(latest.current.values, sent);
          clientId.current = null;
          if (!isChanged) drop();
          return { isChanged };
        },
        continueAsNew: () => {
          clientId.current = null;
        },
        cancel: () => {},
      };
    },
  };
}
