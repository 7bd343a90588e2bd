import { useCallback, useEffect, useRef, useState } from 'react';
import { listLocal, readLocal, writeLocal } from './local-store.ts';

interface SavedDraft<T> {
  value: T;
  /** Milliseconds since 1970. */
  at: number;
}

/** How long after the last keystroke a draft is written, in milliseconds; leaving the page writes it at once. */
export const draftDelay = 250;
const draftTtl = 30 * 24 * 3_600_000;
const nameOf = (userId: string, place: string) => `draft.${userId}.${place}`;

/** Drafts of other days that nobody came back for. */
export function forgetOldDrafts(now: number): void {
  for (const name of listLocal('draft.')) {
    const draft = readLocal<SavedDraft<unknown>>(name);
    if (!draft || now - draft.at > draftTtl) writeLocal(name, null);
  }
}

/** What a person has typed in the places that begin so, as it was last kept. */
export function listDrafts(userId: string, beginning: string): { place: string; value: unknown }[] {
  const before = nameOf(userId, '');
  return listLocal(nameOf(userId, beginning)).flatMap((name) => {
    const draft = readLocal<SavedDraft<unknown>>(name);
    return draft ? [{ place: name.slice(before.length), value: draft.value }] : [];
  });
}

/** One place where a person types, and what they have typed there. It survives reloads and crashes. */
export class DraftStore<T> {
  readonly #name: string;
  #pending: T | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(userId: string, place: string) {
    this.#name = nameOf(userId, place);
  }

  read(): T | null {
    return this.#pending ?? readLocal<SavedDraft<T>>(this.#name)?.value ?? null;
  }

  /** Keeps a value soon. */
  write(value: T): void {
    this.#pending = value;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), draftDelay);
  }

  /** Keeps what is waiting, now. */
  flush(): void {
    clearTimeout(this.#timer);
    if (this.#pending === undefined) return;
    writeLocal(this.#name, { value: this.#pending, at: Date.now() } satisfies SavedDraft<T>);
    this.#pending = undefined;
  }

  /** Forgets the draft: what was typed has been sent, or thrown away. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#pending = undefined;
    writeLocal(this.#name, null);
  }
}

/**
 * What a person has typed in one place (`post:{space_id}`, `comment:{post_id}`), kept as they type. Starts as `empty` in
 * the first render, then shows the kept draft. `save` never renders; `clear` after the text has been sent.
 */
export function useDraft<T>(
  userId: string | null,
  place: string,
  empty: T,
): { initial: T; restored: boolean; save: (value: T) => void; clear: () => void } {
  const store = useRef<DraftStore<T> | null>(null);
  const [kept, setSaved] = useState<{ value: T } | null>(null);
  useEffect(() => {
    if (!userId) return;
    const drafts = new DraftStore<T>(userId, place);
    store.current = drafts;
    const value = drafts.read();
    setSaved(value === null ? null : { value });
    const flush = () => drafts.flush();
    window.addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', flush);
    return () => {
      flush();
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flush);
      store.current = null;
    };
  }, [userId, place]);
  const save = useCallback((value: T) => store.current?.write(value), []);
  const clear = useCallback(() => {
    store.current?.clear();
    setSaved(null);
  }, []);
  return { initial: kept ? kept.value : empty, restored: kept !== null, save, clear };
}
