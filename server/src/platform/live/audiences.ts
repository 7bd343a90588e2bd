import { parseChannel } from '#contract/values/channels.ts';
import type { Db } from '../db/database.ts';
import type { LiveChannelMap } from './live-channels.ts';

/** The users who get the events of channels without subscribing, cached in this process. */
export interface Audiences {
  /** Returns the users of a channel; none if its kind has no audience. */
  of(channel: string): Promise<readonly string[]>;
  /** Forgets the users of a channel, because they may have changed. */
  forget(channel: string): void;
  /** Forgets every audience of a kind that contains one of these users. */
  forgetUsers(kind: string, userIds: readonly string[]): void;
}

interface Cached {
  reading: Promise<readonly string[]>;
  /** Null while they are read. */
  users: ReadonlySet<string> | null;
}

/** Users in all cached audiences together. The audience that wasn't used for longest is dropped first. */
const maxUsers = 200_000;

/**
 * @param findChanges Called after users were read: finds the changes of access that they include, so that these are known
 *   before an event is sent to the users.
 */
export function createAudiences(
  db: Db,
  channels: LiveChannelMap,
  findChanges: () => Promise<void>,
  limit = maxUsers,
): Audiences {
  // The audience used last is at the end.
  const cache = new Map<string, Cached>();
  let cachedUsers = 0;

  const forget = (channel: string): void => {
    cachedUsers -= cache.get(channel)?.users?.size ?? 0;
    cache.delete(channel);
  };
  const makeRoom = (): void => {
    for (const channel of cache.keys()) {
      if (cachedUsers <= limit) return;
      forget(channel);
    }
  };
  const list = async (audience: () => Promise<string[]>): Promise<string[]> => {
    const found = await audience();
    await findChanges();
    return found;
  };
  const read = (channel: string, audience: () => Promise<string[]>): Cached => {
    const cached: Cached = {
      users: null,
      reading: list(audience).then(
        (found) => {
          // Forgotten while it was read: this caller gets the users of then, the next one reads again.
          if (cache.get(channel) !== cached) return found;
          cached.users = new Set(found);
          cachedUsers += cached.users.size;
          makeRoom();
          return found;
        },
        (error: unknown) => {
          if (cache.get(channel) === cached) cache.delete(channel);
          throw error;
        },
      ),
    };
    return cached;
  };

  return {
    of(channel) {
      const { kind, id } = parseChannel(channel);
      const audience = channels.get(kind)?.audience;
      if (!audience) return Promise.resolve([]);
      const cached = cache.get(channel) ?? read(channel, () => audience(db, id));
      cache.delete(channel);
      cache.set(channel, cached);
      return cached.reading;
    },
    forget,
    forgetUsers(kind, userIds) {
      for (const [channel, { users }] of cache) {
        if (!channel.startsWith(`${kind}:`)) continue;
        if (!users || userIds.some((userId) => users.has(userId))) forget(channel);
      }
    },
  };
}
