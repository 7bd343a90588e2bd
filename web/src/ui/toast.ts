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
 * Shows a toast that has time: a destructive one that shows, or that takes its place, is read first. `make` is asked each time
 * that it is about to show. Returns a function that takes it back, also while it shows.
 */
export function showToastLater(make: () => ToastOptions): () => void {
  let id: number | undefined;
  let isShowing = false;
  const update = () => {
    if (isShowing) return;
    const isBusy = current?.open && current.variant === 'destructive';
    if (id !== undefined && current?.id === id) {
      if (!current.open) stop();
    } else if (isBusy) {
      id = undefined;
    } else if (id !== undefined) {
      stop();
    } else {
      isShowing = true;
      id = toast(make());
      isShowing = false;
    }
  };
  const stop = onToast(update);
  update();
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
