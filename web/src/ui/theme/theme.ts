import { useCallback, useSyncExternalStore } from 'react';
import type { Scheme } from './accent.ts';

/** The selected appearance; `system` follows the operating system. */
export type ThemeChoice = Scheme | 'system';

/** Local storage key of the choice, and the cookie that sends it to the server. */
export const THEME_KEY = 'hearth.theme';
export const THEME_COOKIE = 'theme';
const YEAR_SECONDS = 31_536_000;

const listeners = new Set<() => void>();
const darkQuery = () => window.matchMedia?.('(prefers-color-scheme: dark)');

function toChoice(value: string | null | undefined): ThemeChoice {
  return value === 'light' || value === 'dark' ? value : 'system';
}

/** Returns the choice of a Cookie header. The server sets `data-theme` on <html> unless it is `system`. */
export function themeFromCookie(header: string | null | undefined): ThemeChoice {
  return toChoice(header?.match(/(?:^|;\s*)theme=(\w+)/)?.[1]);
}

/** Returns the choice stored in this browser. If storage is unavailable, the attribute of the page applies. */
export function readTheme(): ThemeChoice {
  try {
    const stored = window.localStorage.getItem(THEME_KEY);
    if (stored) return toChoice(stored);
  } catch {
    // Storage is unavailable: the attribute still contains the choice of the cookie.
  }
  return toChoice(document.documentElement.dataset.theme);
}

function apply(choice: ThemeChoice): void {
  if (choice === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = choice;
}

/** Saves a choice (storage and cookie, for a year) and applies it right away. */
export function setTheme(choice: ThemeChoice): void {
  try {
    window.localStorage.setItem(THEME_KEY, choice);
  } catch {
    // The cookie still stores it.
  }
  const age = choice === 'system' ? 0 : YEAR_SECONDS;
  // biome-ignore lint/suspicious/noDocumentCookie: not every supported browser has the Cookie Store API.
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

/** Returns the choice, the current scheme and a setter. On the server: `system`, `light`. */
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
