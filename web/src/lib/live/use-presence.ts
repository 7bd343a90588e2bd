import { type RefObject, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { LiveClient } from './live-client.ts';
import { type KnownPresence, PresenceStore } from './presence-store.ts';
import { useLiveClient } from './use-live.ts';

const stores = new WeakMap<LiveClient, PresenceStore>();

function usePresenceStore(): PresenceStore {
  const live = useLiveClient();
  const store = stores.get(live) ?? new PresenceStore(live);
  stores.set(live, store);
  return store;
}

/**
 * Watches whether a user has a page of a space open, or any page if `spaceId` is null, while `isShown`. Returns undefined until
 * the server has said it: show what the last response said until then.
 */
export function usePresence(
  spaceId: string | null,
  userId: string | undefined,
  isShown = true,
): KnownPresence | undefined {
  const store = usePresenceStore();
  useEffect(() => {
    if (isShown && userId !== undefined) return store.watch(spaceId, userId);
  }, [store, spaceId, userId, isShown]);
  const read = () => (userId === undefined ? undefined : store.read(spaceId, userId));
  return useSyncExternalStore(store.subscribe, read, () => undefined);
}

/** Watches members of a space. Returns the IDs of those who aren't online, as far as the server has said it. */
export function useOffline(spaceId: string, members: readonly { id: string }[]): ReadonlySet<string> {
  const store = usePresenceStore();
  useEffect(() => {
    const ends = members.map(({ id }) => store.watch(spaceId, id));
    return () => {
      for (const end of ends) end();
    };
  }, [store, spaceId, members]);
  const read = () =>
    members
      .filter(({ id }) => store.read(spaceId, id)?.is_online === false)
      .map(({ id }) => id)
      .join(' ');
  const ids = useSyncExternalStore(store.subscribe, read, () => '');
  return useMemo(() => new Set(ids.split(' ')), [ids]);
}

/** Watches how many members of a space are online. Returns undefined until the server has said it. */
export function useOnlineCount(spaceId: string): number | undefined {
  const store = usePresenceStore();
  useEffect(() => store.watchCount(spaceId), [store, spaceId]);
  return useSyncExternalStore(
    store.subscribe,
    () => store.readCount(spaceId),
    () => undefined,
  );
}

/** Returns whether an element is on screen. */
export function useIsOnScreen(ref: RefObject<Element | null>): boolean {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new IntersectionObserver(([entry]) => setShown(entry?.isIntersecting ?? false));
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return isShown;
}
