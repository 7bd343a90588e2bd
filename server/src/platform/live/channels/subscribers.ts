import type { ChannelScope } from '../../authorize-subscription.ts';
import type { LiveSocket } from '../live-socket.ts';

/** Which sockets of this process are subscribed to the channels of which space. */
export interface Subscribers {
  /** Reserves a channel for a socket that has requested it. */
  request(socket: LiveSocket, channel: string): void;
  /** Records that a socket is subscribed, with the space of the channel. */
  confirm(socket: LiveSocket, channel: string, scope: ChannelScope): void;
  remove(socket: LiveSocket, channel: string): void;
  /** Removes all channels of a socket. */
  clear(socket: LiveSocket): void;
  /** Returns the sockets that are subscribed to a channel of this space. */
  ofSpace(spaceId: string): LiveSocket[];
  /** Returns the space of a channel that a socket is subscribed to. */
  spaceOf(channel: string): string | null;
  /** Returns whether the right to read the space isn't enough for a channel that a socket is subscribed to. */
  isRestricted(channel: string): boolean;
}

export function createSubscribers(): Subscribers {
  /** By space: the number of channels of each socket. */
  const sockets = new Map<string, Map<LiveSocket, number>>();
  const channels = new Map<string, { spaceId: string; count: number }>();
  const restricted = new Set<string>();

  const count = (socket: LiveSocket, channel: string, spaceId: string, by: 1 | -1): void => {
    const ofSpace = sockets.get(spaceId) ?? new Map<LiveSocket, number>();
    const left = (ofSpace.get(socket) ?? 0) + by;
    if (left > 0) ofSpace.set(socket, left);
    else ofSpace.delete(socket);
    if (ofSpace.size > 0) sockets.set(spaceId, ofSpace);
    else sockets.delete(spaceId);
    const entry = channels.get(channel) ?? { spaceId, count: 0 };
    entry.count += by;
    if (entry.count > 0) channels.set(channel, entry);
    else {
      channels.delete(channel);
      restricted.delete(channel);
    }
  };
  const remove = (socket: LiveSocket, channel: string): void => {
    const spaceId = socket.data.channels.get(channel);
    if (spaceId) count(socket, channel, spaceId, -1);
    socket.data.channels.delete(channel);
  };

  return {
    request: (socket, channel) => void socket.data.channels.set(channel, undefined),
    confirm(socket, channel, { space_id: spaceId, is_member, is_restricted }) {
      if (is_restricted) restricted.add(channel);
      if (spaceId && is_member) socket.data.memberships.add(spaceId);
      else if (spaceId) socket.data.memberships.delete(spaceId);
      const known = socket.data.channels.get(channel);
      if (known === spaceId) return;
      if (known) count(socket, channel, known, -1);
      socket.data.channels.set(channel, spaceId);
      if (spaceId) count(socket, channel, spaceId, 1);
    },
    remove,
    clear(socket) {
      for (const channel of [...socket.data.channels.keys()]) remove(socket, channel);
    },
    ofSpace: (spaceId) => [...(sockets.get(spaceId)?.keys() ?? [])],
    spaceOf: (channel) => channels.get(channel)?.spaceId ?? null,
    isRestricted: (channel) => restricted.has(channel),
  };
}
