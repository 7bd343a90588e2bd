import type { Viewer } from '../access.ts';
import type { ChannelScope } from '../authorize-subscription.ts';
import type { Subscribers } from './channels/subscribers.ts';
import type { LiveSocket } from './live-socket.ts';

/** Checks whether a viewer may subscribe to a channel now. Returns its space, or null if not. */
export type CanSubscribe = (viewer: Viewer | null, channel: string) => Promise<ChannelScope | null>;

/** Returns those of these users who may receive the events of a space, and whether they are members; null is a visitor. */
export type ListSubscribers = (
  userIds: (string | null)[],
  spaceId: string,
) => Promise<Map<string | null, { is_member: boolean }>>;

/** Checks whether these viewers, each of whom is another user, may subscribe to a channel now. The result is by user id. */
export type ListChannelScopes = (
  viewers: readonly (Viewer | null)[],
  channel: string,
) => Promise<Map<string | null, ChannelScope | null>>;

interface AccessChecks {
  canSubscribe: CanSubscribe;
  listSubscribers: ListSubscribers;
  listChannelScopes: ListChannelScopes;
}

interface Subscription {
  socket: LiveSocket;
  channel: string;
}

/** Checks access to channels, and closes subscriptions that lost it. */
export interface LiveRights {
  canSubscribe: CanSubscribe;
  /** Checks whether a viewer may read a space now. */
  canRead: (viewer: Viewer | null, spaceId: string) => Promise<boolean>;
  /** Increases when rights may have changed, so that a check in progress is repeated. */
  version(): number;
  /** Checks the subscriptions of these sockets to channels of a space again, and closes those that are no longer allowed. */
  recheck(sockets: LiveSocket[], spaceId: string): Promise<void>;
  /** Checks those subscriptions of these sockets again that match, those of a channel together, and closes those no longer allowed. */
  recheckChannels(sockets: LiveSocket[], matches: (channel: string) => boolean): Promise<void>;
}

/** How many channels are checked again at the same time: the rest of the connections of the database is for others. */
const checksAtOnce = 4;

const userOf = ({ data }: LiveSocket): string | null => data.viewer?.user_id ?? null;

/** Creates the functions that close a subscription, and that check many again and close those no longer allowed. */
function createRechecks(listChannelScopes: ListChannelScopes, subscribers: Subscribers) {
  const close = async (socket: LiveSocket, channel: string): Promise<void> => {
    subscribers.remove(socket, channel);
    await socket.leave(channel);
    socket.emit('closed', { channel, reason: 'forbidden' });
  };
  /** Checks the subscriptions to a channel again, and closes those no longer allowed. What was open to all may be restricted by now. */
  const recheckChannel = async (channel: string, sockets: readonly LiveSocket[]): Promise<void> => {
    const viewers = new Map(sockets.map((socket) => [userOf(socket), socket.data.viewer]));
    const scopes = await listChannelScopes([...viewers.values()], channel);
    for (const socket of sockets) {
      const scope = scopes.get(userOf(socket));
      if (!scope) await close(socket, channel);
      else if (socket.data.channels.get(channel) !== undefined) subscribers.confirm(socket, channel, scope);
    }
  };
  const recheckAll = async (subscriptions: readonly Subscription[]): Promise<void> => {
    const left = [...Map.groupBy(subscriptions, ({ channel }) => channel)];
    const checkNext = async (): Promise<void> => {
      for (let next = left.pop(); next; next = left.pop()) {
        const [channel, ofChannel] = next;
        await recheckChannel(
          channel,
          ofChannel.map(({ socket }) => socket),
        );
      }
    };
    await Promise.all(Array.from({ length: checksAtOnce }, checkNext));
  };
  return { close, recheckAll };
}

/** Creates the access checks. Identical checks at the same time run once. */
export function createLiveRights(
  { canSubscribe, listSubscribers, listChannelScopes }: AccessChecks,
  subscribers: Subscribers,
): LiveRights {
  let pending = new Map<string, Promise<ChannelScope | null>>();
  let version = 0;
  const { close, recheckAll } = createRechecks(listChannelScopes, subscribers);

  const check: CanSubscribe = (viewer, channel) => {
    const key = `${viewer?.user_id ?? ''} ${channel}`;
    const running = pending.get(key);
    if (running) return running;
    const current = pending;
    const result = canSubscribe(viewer, channel).finally(() => current.delete(key));
    current.set(key, result);
    return result;
  };

  /** Checks that started before a change of rights may return an outdated result: makes them run again. */
  const invalidateChecks = (): void => {
    version += 1;
    pending = new Map();
  };

  return {
    canSubscribe: check,
    canRead: async (viewer, spaceId) => (await check(viewer, `space:${spaceId}`)) !== null,
    version: () => version,
    async recheck(sockets, spaceId) {
      invalidateChecks();
      const listening = sockets.filter(({ data }) => [...data.channels.values()].includes(spaceId));
      if (listening.length === 0) return;
      // One statement: the same right covers every channel of a space, except for restricted ones.
      const allowed = await listSubscribers([...new Set(listening.map(userOf))], spaceId);
      const restricted: Subscription[] = [];
      for (const socket of listening) {
        const { memberships } = socket.data;
        const subscriber = allowed.get(userOf(socket));
        if (subscriber?.is_member) memberships.add(spaceId);
        else memberships.delete(spaceId);
        for (const [channel, space] of [...socket.data.channels]) {
          if (space !== spaceId) continue;
          if (!subscriber) await close(socket, channel);
          else if (subscribers.isRestricted(channel)) restricted.push({ socket, channel });
        }
      }
      await recheckAll(restricted);
    },
    async recheckChannels(sockets, matches) {
      invalidateChecks();
      await recheckAll(
        sockets.flatMap((socket) =>
          [...socket.data.channels.keys()].filter(matches).map((channel) => ({ socket, channel })),
        ),
      );
    },
  };
}
