import { useSyncExternalStore } from 'react';

/** Which posts are being edited on this page: the menu of a post begins it, and the form stands in the post's place. */
const editing = new Set<string>();
const listeners = new Set<() => void>();

const notify = () => {
  for (const listener of listeners) listener();
};

export function startEditing(postId: string): void {
  editing.add(postId);
  notify();
}

export function stopEditing(postId: string): void {
  editing.delete(postId);
  notify();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function useIsEditing(postId: string): boolean {
  return useSyncExternalStore(
    subscribe,
    () => editing.has(postId),
    () => false,
  );
}
