import type { ChannelScope } from '../authorize-subscription.ts';
import type { LiveSocket } from './live-socket.ts';
import type { CanSubscribe } from './subscriptions.ts';

/** Returns those of these users who may receive the events of a space; null is a visitor. */
export type ListSubscribers = (userIds: (string | null)[], spaceId: string) => Promise<Set<string | null>>;

/** Checks access to channels, and closes subscriptions that lost it. */
export interface LiveRights {
  canSubscribe: CanSubscribe;
  /**
   * Checks the subscriptions of these sockets again (only those of one space, if given), and closes those that are no
   * longer allowed.
   */
  recheck(sockets: LiveSocket[], spaceId?: string): Promise<void>;
  /** Checks those subscriptions of these sockets again that match, each by itself, and closes those no longer allowed. */
  recheckChannels(sockets: LiveSocket[], matches: (channel: string) => boolean): Promise<void>;
}

/** Creates the access checks. Identical checks at the same time run once. */
export function createLiveRights(canSubscribe: CanSubscribe, listSubscribers: ListSubscribers): LiveRights {
  let pending = new Map<string, Promise<ChannelScope | null>>();

  const check: CanSubscribe = (viewer, channel) => {
    const key = `${viewer?.user_id ?? ''} ${channel}`;
    const running = pending.get(key);
    if (running) return running;
    const current = pending;
    const result = canSubscribe(viewer, channel).finally(() => current.delete(key));
    current.set(key, result);
    return result;
  };

  /** Returns the spaces of a socket's subscriptions. */
  const spacesOf = (socket: LiveSocket, only: string | undefined): Set<string> => {
    const spaces = new Set<string>();
    for (const space of socket.data.channels.values()) {
      if (space && (only === undefined || space === only)) spaces.add(space);
    }
    return spaces;
  };
  const close = async (socket: LiveSocket, channel: string): Promise<void> => {
    socket.data.channels.delete(channel);
    await socket.leave(channel);
    socket.emit('closed', { channel, reason: 'forbidden' });
  };
  const closeSpace = async (socket: LiveSocket, spaceId: string): Promise<void> => {
    for (const [channel, space] of [...socket.data.channels]) {
      if (space === spaceId) await close(socket, channel);
    }
  };
  /** Checks that started before a change of rights may return an outdated result: makes them run again. */
  const invalidateChecks = (sockets: LiveSocket[]): void => {
    for (const socket of sockets) socket.data.rights += 1;
    pending = new Map();
  };

  return {
    canSubscribe: check,
    async recheck(sockets, spaceId) {
      invalidateChecks(sockets);
      // One statement per space: the same right covers every channel of a space.
      const socketsOfSpaces = new Map<string, LiveSocket[]>();
      for (const socket of sockets) {
        for (const space of spacesOf(socket, spaceId)) {
          const listening = socketsOfSpaces.get(space) ?? [];
          listening.push(socket);
          socketsOfSpaces.set(space, listening);
        }
      }
      for (const [space, listening] of socketsOfSpaces) {
        const userIds = new Set(listening.map(({ data }) => data.viewer?.user_id ?? null));
        const allowed = await listSubscribers([...userIds], space);
        for (const socket of listening) {
          if (!allowed.has(socket.data.viewer?.user_id ?? null)) await closeSpace(socket, space);
        }
      }
    },
    async recheckChannels(sockets, matches) {
      invalidateChecks(sockets);
      await Promise.all(
        sockets.map(async (socket) => {
          for (const channel of [...socket.data.channels.keys()]) {
            if (matches(channel) && !(await check(socket.data.viewer, channel))) await close(socket, channel);
          }
        }),
      );
    },
  };
}
