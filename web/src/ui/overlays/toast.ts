import type { ReactNode } from 'react';

/** How long a toast is shown, in milliseconds. */
export const TOAST_DURATION_MS = 5_000;
/** How long a toast is shown at least before a touch elsewhere on the page dismisses it, in milliseconds. */
export const TOAST_READ_MS = 1_000;
/** How far a toast must be swiped to be dismissed, in pixels. */
export const TOAST_SWIPE_PX = 50;
/** How long a dismissed toast is kept before it is removed, in milliseconds. */
export const TOAST_REMOVE_MS = 1_000_000;

export interface ToastOptions {
  title: ReactNode;
  /** False for a title with an emoji, which replaces the icon. Default true. */
  icon?: boolean;
  description?: ReactNode;
  /** `destructive` is announced assertively; `default` politely. */
  variant?: 'default' | 'destructive';
  /** Milliseconds until it closes; `Infinity` keeps it open. Default 5,000. */
  duration?: number;
  /** An action; pressing it dismisses the toast. */
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

/** Shows a toast and replaces the current one. Can be called from anywhere. Returns its ID. */
export function toast(options: ToastOptions): number {
  lastId += 1;
  show({ ...options, id: lastId, open: true });
  return lastId;
}

/**
 * Shows a toast that can wait: a destructive toast that is open, or that replaces it, is shown first, and so is what replaces that
 * one. `make` is called each time it is about to be shown. Returns a function that cancels or dismisses it.
 */
export function showToastLater(make: () => ToastOptions): () => void {
  let id: number | undefined;
  let isShowing = false;
  let isWaiting = false;
  const update = () => {
    if (isShowing) return;
    const isBusy = current?.open && (isWaiting || current.variant === 'destructive');
    if (id !== undefined && current?.id === id) {
      if (!current.open) stop();
    } else if (isBusy) {
      id = undefined;
      isWaiting = true;
    } else if (id !== undefined) {
      stop();
    } else {
      isWaiting = false;
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

/** Dismisses the toast with this ID, or the current one. */
export function dismissToast(id?: number): void {
  if (current?.open && (id === undefined || id === current.id)) show({ ...current, open: false });
}

/** For the Toaster: returns the current toast, open or dismissed. */
export function readToast(): ToastEntry | undefined {
  return current;
}

let toasters = 0;

/** For the Toaster: subscribes to changes for as long as it is mounted; returns a function that unsubscribes. */
export function connectToaster(listener: () => void): () => void {
  const stop = onToast(listener);
  toasters += 1;
  return () => {
    stop();
    toasters -= 1;
  };
}

/** Returns whether a Toaster is mounted; without one, no toast is visible. */
export const hasToaster = (): boolean => toasters > 0;

/** Subscribes to changes of the current toast; returns a function that unsubscribes. */
function onToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
