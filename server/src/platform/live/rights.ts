import type { ChannelScope } from '../authorize-subscription.ts';
import type { LiveSocket } from './live-socket.ts';
import type { MayReceive } from './subscriptions.ts';

/** Checks access to channels, and closes subscriptions that are no longer allowed. */
export interface LiveRights {
  canSubscribe: MayReceive;
  /**
   * Checks the subscriptions of these sockets again (only those of one space, if given), and closes those that are no
   * longer allowed.
   */
  recheck(sockets: LiveSocket[], spaceId?: string): Promise<void>;
}

/** Identical checks at the same time share one query. */
export function createLiveRights(canSubscribe: MayReceive): LiveRights {
  let pending = new Map<string, Promise<ChannelScope | null>>();

  const check: MayReceive = (viewer, topic) => {
    const key = `${viewer?.user_id ?? ''} ${topic}`;
    const running = pending.get(key);
    if (running) return running;
    const current = pending;
    const result = canSubscribe(viewer, topic).finally(() => current.delete(key));
    current.set(key, result);
    return result;
  };

  /** Returns the spaces of a socket's subscriptions. */
  const spacesOf = (socket: LiveSocket, only: string | undefined): Set<string> => {
    const spaces = new Set<string>();
    for (const space of socket.data.topics.values()) {
      if (space && (only === undefined || space === only)) spaces.add(space);
    }
    return spaces;
  };
  const closeSpace = async (socket: LiveSocket, spaceId: string): Promise<void> => {
    for (const [topic, space] of [...socket.data.topics]) {
      if (space !== spaceId) continue;
      socket.data.topics.delete(topic);
      await socket.leave(topic);
      socket.emit('closed', { topic, reason: 'forbidden' });
    }
  };

  return {
    canSubscribe: check,
    async recheck(sockets, spaceId) {
      for (const socket of sockets) socket.data.rights += 1;
      // Checks that started before the change may have an old result.
      pending = new Map();
      // One check per user and space: all channels of a space need the same access.
      const results = new Map<string, Promise<ChannelScope | null>>();
      for (const socket of sockets) {
        const { viewer } = socket.data;
        for (const space of spacesOf(socket, spaceId)) {
          const key = `${viewer?.user_id ?? ''} ${space}`;
          const result = results.get(key) ?? canSubscribe(viewer, `space:${space}`);
          results.set(key, result);
          if (!(await result)) await closeSpace(socket, space);
        }
      }
    },
  };
}
