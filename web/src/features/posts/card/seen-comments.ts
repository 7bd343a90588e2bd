import { useEffect, useSyncExternalStore } from 'react';
import { readLocal, writeLocal } from '#web/lib/cache/local-store.ts';

const name = 'seen-comments';
const maxPosts = 200;
/** When the latest comment of a post was written that the viewer has seen on its page, by post. */
type SeenComments = Record<string, string>;
const nothing: SeenComments = {};
let seen: SeenComments | null = null;
const listeners = new Set<() => void>();
const read = () => {
  seen ??= readLocal<SeenComments>(name) ?? nothing;
  return seen;
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
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
    const others = Object.entries(read()).filter(([id]) => id !== postId);
    // Without comments, every later one is new.
    seen = Object.fromEntries([...others.slice(1 - maxPosts), [postId, lastCommentAt ?? '']]);
    writeLocal(name, seen);
    for (const listener of listeners) listener();
  }, [postId, lastCommentAt]);
}
