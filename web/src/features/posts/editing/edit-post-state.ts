import { useSyncExternalStore } from 'react';

/** IDs of the posts being edited on this page. The post menu starts an edit; the form replaces the post. */
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
