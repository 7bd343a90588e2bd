import { useEffect, useState } from 'react';
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

/** Drafts that the browser couldn't store, as in some private windows, by name. They are lost when the page is left. */
const unstored = new Map<string, SavedDraft<unknown>>();

const readDraft = <T>(name: string) =>
  (unstored.get(name) as SavedDraft<T> | undefined) ?? readLocal<SavedDraft<T>>(name);

function writeDraft(name: string, draft: SavedDraft<unknown> | null): void {
  if (writeLocal(name, draft) || !draft) unstored.delete(name);
  else unstored.set(name, draft);
}

/** What was typed last on this page, by name, without what was sent or discarded. */
const typed = new Map<string, SavedDraft<unknown>>();

/** Where a tab keeps what was typed on a page whose session has ended. */
const keptName = 'hearth.kept-drafts';

/**
 * Keeps in this tab what was typed on this page and the server doesn't have, for when the same user logs in again in it: signing
 * out in another tab deletes the drafts of the browser.
 */
export function keepDrafts(): void {
  const kept = [...typed].filter(([, { value }]) => (value as { synced?: boolean } | null)?.synced !== true);
  if (kept.length === 0) return;
  try {
    sessionStorage.setItem(keptName, JSON.stringify(kept));
  } catch {
    // Without storage, they are lost, as with any reload.
  }
}

/**
 * Restores what `keepDrafts` has kept of this user, and deletes that of others. Call it before anything reads drafts; a page
 * without a user changes nothing.
 */
export function restoreDrafts(userId: string | undefined): void {
  if (userId === undefined) return;
  try {
    const text = sessionStorage.getItem(keptName);
    if (text === null) return;
    sessionStorage.removeItem(keptName);
    for (const [name, draft] of JSON.parse(text) as [string, SavedDraft<unknown>][])
      if (name.startsWith(nameOf(userId, '')) && !readDraft(name)) writeDraft(name, draft);
  } catch {
    // Unreadable, or no storage.
  }
}

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
  const start = nameOf(userId, prefix);
  const names = new Set([
    ...listLocal(start),
    ...[...unstored.keys()].filter((name) => name.startsWith(start)),
  ]);
  return [...names].flatMap((name) => {
    const draft = readDraft<unknown>(name);
    return draft ? [{ key: name.slice(keyStart.length), value: draft.value }] : [];
  });
}

/** Stores one draft of a user in the browser. It survives reloads and crashes, unless the browser has no storage. */
export class DraftStore<T> {
  readonly #name: string;
  #pending: T | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(userId: string, key: string) {
    this.#name = nameOf(userId, key);
  }

  read(): T | null {
    return this.#pending ?? readDraft<T>(this.#name)?.value ?? null;
  }

  /** Saves a value after `draftDelay`. */
  write(value: T): void {
    this.#pending = value;
    typed.set(this.#name, { value, at: Date.now() });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), draftDelay);
  }

  /** Saves a pending value immediately. */
  flush(): void {
    clearTimeout(this.#timer);
    if (this.#pending === undefined) return;
    writeDraft(this.#name, { value: this.#pending, at: Date.now() } satisfies SavedDraft<T>);
    this.#pending = undefined;
  }

  /** Deletes the draft, after its text was sent or discarded. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#pending = undefined;
    typed.delete(this.#name);
    writeDraft(this.#name, null);
  }
}

/** Saves a pending draft when the page is hidden or left. Returns a function that saves it and stops. */
export function flushOnLeave(store: Pick<DraftStore<unknown>, 'flush'>): () => void {
  const flush = () => store.flush();
  window.addEventListener('pagehide', flush);
  document.addEventListener('visibilitychange', flush);
  return () => {
    flush();
    window.removeEventListener('pagehide', flush);
    document.removeEventListener('visibilitychange', flush);
  };
}

/** Returns a draft as saved in this browser, to show that there is one; null if there is none, and in the first render. */
export function useSavedDraft(userId: string, key: string): unknown {
  const [saved, setSaved] = useState<unknown>(null);
  useEffect(() => setSaved(new DraftStore(userId, key).read()), [userId, key]);
  return saved;
}
