import type { LiveSocket } from '../live-socket.ts';
import type { UserPresence } from './online-users.ts';

export type PresentSocket = {
  data: Pick<LiveSocket['data'], 'viewer' | 'channels' | 'memberships' | 'appears_offline' | 'is_hidden'>;
};

/** How long users are online whose pages are all in hidden tabs, in milliseconds. */
const onlineWhileHidden = 5 * 60_000;
/** How long users stay online without a connection, so that reloading a page isn't leaving, in milliseconds. */
const reloadTime = 4_000;

/**
 * Returns a function that says which users are online on this process, and in which of their spaces: those of which they have
 * a page open. Users who appear offline aren't.
 */
export function createLocalPresence(listSockets: () => Iterable<PresentSocket>) {
  /** When each one was last here, by user and space, in milliseconds since 1970. Null is any page. */
  const seen = new Map<string, Map<string | null, number>>();
  const visibleAt = new WeakMap<PresentSocket['data'], number>();

  /** Whether the page of a connection makes its user online. One that was never visible doesn't. */
  const isOpen = (data: PresentSocket['data'], now: number): boolean => {
    if (!data.is_hidden) visibleAt.set(data, now);
    return now - (visibleAt.get(data) ?? Number.NEGATIVE_INFINITY) < onlineWhileHidden;
  };

  return (now: number): UserPresence => {
    const concealed = new Set<string>();
    for (const { data } of listSockets()) {
      if (!data.viewer) continue;
      const { user_id } = data.viewer;
      if (data.appears_offline) concealed.add(user_id);
      if (!isOpen(data, now)) continue;
      const here = seen.get(user_id) ?? new Map<string | null, number>();
      seen.set(user_id, here.set(null, now));
      for (const space of data.channels.values())
        if (space && data.memberships.has(space)) here.set(space, now);
    }
    const online = new Map<string, Set<string>>();
    for (const [userId, here] of seen) {
      for (const [space, at] of here) if (now - at >= reloadTime) here.delete(space);
      if (here.size === 0 || concealed.has(userId)) seen.delete(userId);
      else online.set(userId, new Set([...here.keys()].filter((space) => space !== null)));
    }
    return online;
  };
}
