import { useCallback, useEffect, useRef, useState } from 'react';
import { listLocal, readLocal, writeLocal } from './local-store.ts';

interface SavedDraft<T> {
  value: T;
  /** Milliseconds since 1970. */
  at: number;
}

/** Milliseconds between the last keystroke and the save; leaving the page saves immediately. */
export const draftDelay = 250;
const draftTtl = 30 * 24 * 3_600_000;
const nameOf = (userId: string, key: string) => `draft.${userId}.${key}`;

/** Deletes drafts that are older than 30 days or unreadable. */
export function deleteOldDrafts(now: number): void {
  for (const name of listLocal('draft.')) {
    const draft = readLocal<SavedDraft<unknown>>(name);
    if (!draft || now - draft.at > draftTtl) writeLocal(name, null);
  }
}

/** Returns the user's saved drafts whose key starts with a prefix. */
export function listDrafts(userId: string, prefix: string): { key: string; value: unknown }[] {
  const keyStart = nameOf(userId, '');
  return listLocal(nameOf(userId, prefix)).flatMap((name) => {
    const draft = readLocal<SavedDraft<unknown>>(name);
    return draft ? [{ key: name.slice(keyStart.length), value: draft.value }] : [];
  });
}

/** Stores one draft of a user in the browser. It survives reloads and crashes. */
export class DraftStore<T> {
  readonly #name: string;
  #pending: T | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(userId: string, key: string) {
    this.#name = nameOf(userId, key);
  }

  read(): T | null {
    return this.#pending ?? readLocal<SavedDraft<T>>(this.#name)?.value ?? null;
  }

  /** Saves a value after `draftDelay`. */
  write(value: T): void {
    this.#pending = value;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), draftDelay);
  }

  /** Saves a pending value immediately. */
  flush(): void {
    clearTimeout(this.#timer);
    if (this.#pending === undefined) return;
    writeLocal(this.#name, { value: this.#pending, at: Date.now() } satisfies SavedDraft<T>);
    this.#pending = undefined;
  }

  /** Deletes the draft, after its text was sent or discarded. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#pending = undefined;
    writeLocal(this.#name, null);
  }
}

/**
 * A draft in the browser under a key such as `post:{space_id}` or `comment:{post_id}`. `initial` is `empty` in the
 * first render, then the saved draft. `save` does not re-render; call `clear` after sending the text.
 */
export function useDraft<T>(
  userId: string | null,
  key: string,
  empty: T,
): { initial: T; restored: boolean; save: (value: T) => void; clear: () => void } {
  const store = useRef<DraftStore<T> | null>(null);
  const [saved, setSaved] = useState<{ value: T } | null>(null);
  useEffect(() => {
    if (!userId) return;
    const drafts = new DraftStore<T>(userId, key);
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
  }, [userId, key]);
  const save = useCallback((value: T) => store.current?.write(value), []);
  const clear = useCallback(() => {
    store.current?.clear();
    setSaved(null);
  }, []);
  return { initial: saved ? saved.value : empty, restored: saved !== null, save, clear };
}
