import { useCallback, useSyncExternalStore } from 'react';
import type { Scheme } from './accent.ts';

/** What a person chose: one of the two, or whatever their system says. */
export type ThemeChoice = Scheme | 'system';

/** Where the choice is kept in the browser, and the cookie that tells it to the server. */
export const THEME_KEY = 'hearth.theme';
export const THEME_COOKIE = 'theme';
const YEAR_SECONDS = 31_536_000;

const listeners = new Set<() => void>();
const darkQuery = () => window.matchMedia?.('(prefers-color-scheme: dark)');

function toChoice(value: string | null | undefined): ThemeChoice {
  return value === 'light' || value === 'dark' ? value : 'system';
}

/** The choice that a Cookie header carries; for the server, which sets `data-theme` on <html> unless `system`. */
export function themeFromCookie(header: string | null | undefined): ThemeChoice {
  return toChoice(header?.match(/(?:^|;\s*)theme=(\w+)/)?.[1]);
}

/** The choice kept in this browser. Storage that may not be used counts as no choice; the page's attribute then rules. */
export function readTheme(): ThemeChoice {
  try {
    const kept = window.localStorage.getItem(THEME_KEY);
    if (kept) return toChoice(kept);
  } catch {
    // Storage is forbidden: the attribute below still holds what the cookie said.
  }
  return toChoice(document.documentElement.dataset.theme);
}

function apply(choice: ThemeChoice): void {
  if (choice === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = choice;
}

/** Keeps a choice (storage and cookie, for a year) and shows it at once. */
export function setTheme(choice: ThemeChoice): void {
  try {
    window.localStorage.setItem(THEME_KEY, choice);
  } catch {
    // The cookie keeps it.
  }
  const age = choice === 'system' ? 0 : YEAR_SECONDS;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve.
  document.cookie = `${THEME_COOKIE}=${choice}; path=/; max-age=${age}; samesite=lax`;
  apply(choice);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key !== THEME_KEY) return;
    apply(readTheme());
    listener();
  };
  const query = darkQuery();
  listeners.add(listener);
  window.addEventListener('storage', fromOtherTab);
  query?.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', fromOtherTab);
    query?.removeEventListener('change', listener);
  };
}

/** The choice, the scheme that shows now, and the way to choose. On the server: `system`, `light`. */
export function useTheme(): { choice: ThemeChoice; scheme: Scheme; setTheme: (choice: ThemeChoice) => void } {
  const choice = useSyncExternalStore(subscribe, readTheme, () => 'system' as const);
  const dark = useSyncExternalStore(
    subscribe,
    () => darkQuery()?.matches ?? false,
    () => false,
  );
  const set = useCallback(setTheme, []);
  return { choice, scheme: choice === 'system' ? (dark ? 'dark' : 'light') : choice, setTheme: set };
}
