import { useEffect, useSyncExternalStore } from 'react';
import { readLocal, writeLocal } from '#web/lib/cache/local-store.ts';

const name = 'seen-comments';
const maxPosts = 200;
/** When the latest comment of a post was written that the viewer has seen on its page, by post. */
type SeenComments = Record<string, string>;
const nothing: SeenComments = {};
let seen: SeenComments | null = null;
const listeners = new Set<() => void>();
const load = (): SeenComments => {
  seen = readLocal<SeenComments>(name) ?? nothing;
  return seen;
};
const read = () => seen ?? load();
const notify = () => {
  for (const listener of listeners) listener();
};
/** Reads again what another window has stored. */
const followStorage = ({ key }: StorageEvent) => {
  // Without a key, everything was deleted.
  if (key !== null && !key.endsWith(name)) return;
  load();
  notify();
};
const subscribe = (listener: () => void) => {
  if (listeners.size === 0) window.addEventListener('storage', followStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    // Changes of other windows are missed from here on.
    if (listeners.size > 0) return;
    seen = null;
    window.removeEventListener('storage', followStorage);
  };
};

/** Returns whether comments were written since the viewer last opened this post in this browser. False if never opened. */
export function useHasNewComments(postId: string, lastCommentAt: string | null): boolean {
  const last = useSyncExternalStore(
    subscribe,
    () => read()[postId],
    () => undefined,
  );
  return last !== undefined && lastCommentAt !== null && lastCommentAt > last;
}

/** Remembers that the viewer sees the comments of a post, as long as its page is open. */
export function useSeeComments(postId: string, lastCommentAt: string | null): void {
  useEffect(() => {
    // Other windows may have stored more since.
    const others = Object.entries(load()).filter(([id]) => id !== postId);
    // Without comments, every later one is new.
    seen = Object.fromEntries([...others.slice(1 - maxPosts), [postId, lastCommentAt ?? '']]);
    writeLocal(name, seen);
    notify();
  }, [postId, lastCommentAt]);
}
