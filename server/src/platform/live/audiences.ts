import { parseChannel } from '#contract/values/channels.ts';
import { BoundedMap } from '../bounded-map.ts';
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

/** Users in all cached audiences together. */
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
  const cache = new BoundedMap<string, Cached>({ limit, sizeOf: ({ users }) => users?.size ?? 0 });

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
          cache.set(channel, cached);
          return found;
        },
        (error: unknown) => {
          if (cache.get(channel) === cached) cache.take(channel);
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
      cache.set(channel, cached);
      return cached.reading;
    },
    forget: (channel) => void cache.take(channel),
    forgetUsers(kind, userIds) {
      for (const [channel, { users }] of cache.entries()) {
        if (!channel.startsWith(`${kind}:`)) continue;
        if (!users || userIds.some((userId) => users.has(userId))) cache.take(channel);
      }
    },
  };
}
