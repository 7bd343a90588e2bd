import type { ReactNode } from 'react';

/** How long a toast shows, in milliseconds (document 1 section 9). */
export const TOAST_DURATION_MS = 5_000;
/** How far a toast is swiped to be dismissed, in pixels. */
export const TOAST_SWIPE_PX = 50;
/** How long a dismissed toast is kept before it is forgotten, in milliseconds. */
export const TOAST_REMOVE_MS = 1_000_000;

export interface ToastOptions {
  title: ReactNode;
  description?: ReactNode;
  /** `destructive` is announced at once, interrupting; `default` politely. */
  variant?: 'default' | 'destructive';
  /** Milliseconds until it goes by itself; `Infinity` stays. Default 5,000. */
  duration?: number;
  /** One thing to do about it; pressing it dismisses the toast. */
  action?: { label: string; onPress: () => void };
}

export interface ToastEntry extends ToastOptions {
  id: number;
  open: boolean;
}

let current: ToastEntry | undefined;
let lastId = 0;
let removal: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function show(next: ToastEntry | undefined): void {
  clearTimeout(removal);
  current = next;
  if (next && !next.open) removal = setTimeout(() => show(undefined), TOAST_REMOVE_MS);
  for (const listener of listeners) listener();
}

/** Shows a toast, in place of the one that shows now. Callable from anywhere. Returns its id. */
export function toast(options: ToastOptions): number {
  lastId += 1;
  show({ ...options, id: lastId, open: true });
  return lastId;
}

/**
 * Shows a toast that has time: one that says what failed is read first. Returns the way to think better of it, also once it
 * shows.
 */
export function toastLater(options: ToastOptions): () => void {
  let id: number | undefined;
  let stop = () => {};
  const showIfFree = () => {
    if (current?.open && current.variant === 'destructive') return;
    stop();
    id = toast(options);
  };
  stop = onToast(showIfFree);
  showIfFree();
  return () => {
    stop();
    if (id !== undefined) dismissToast(id);
  };
}

/** Dismisses the toast with this id, or whichever shows now. */
export function dismissToast(id?: number): void {
  if (current?.open && (id === undefined || id === current.id)) show({ ...current, open: false });
}

/** For the Toaster: the toast there is, open or dismissed. */
export function readToast(): ToastEntry | undefined {
  return current;
}

/** For the Toaster: calls back on each change; returns the way to stop. */
export function onToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
