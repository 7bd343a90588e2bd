import type { Database } from '../../db/database.ts';
import { listLastSeqs } from '../live.queries.ts';
import { type LiveIo, userRoom } from '../live-socket.ts';
import { type TopicListener, userTopic } from '../outbox/carrier.ts';
import type { Lanes } from './lanes.ts';

/** What this process listens to: the channels of its sockets, and the users who are connected to it. */
export interface Interest {
  /** Follows a channel. Once it resolves, every event that is numbered from then on is delivered on this process. */
  follow(channel: string): Promise<void>;
  /** Listens to what is sent to the audiences of a user. */
  followUser(userId: string): Promise<void>;
  /** Whether a socket here is, or was just now, subscribed to a channel. */
  isFollowed(channel: string): boolean;
  stop(): void;
}

/** Milliseconds from the end of the last connection of a channel until the process stops to listen to it. */
const keepFor = 15_000;
/** Milliseconds for which channels are collected before their positions are read together. */
const collectFor = 2;

/** Creates a function that returns the last number of a channel. What is asked for in the same moment is read together. */
function createPositionReader(db: Database): (channel: string) => Promise<number> {
  let collected: { channels: string[]; positions: Promise<Map<string, number>> } | null = null;
  return async (channel) => {
    if (!collected) {
      const channels: string[] = [];
      const { promise, resolve, reject } = Promise.withResolvers<Map<string, number>>();
      collected = { channels, positions: promise };
      setTimeout(() => {
        collected = null;
        listLastSeqs(db, channels).then(resolve, reject);
      }, collectFor);
    }
    collected.channels.push(channel);
    return (await collected.positions).get(channel) ?? 0;
  };
}

export function createInterest({
  io,
  db,
  listener,
  lanes,
}: {
  io: LiveIo;
  db: Database;
  listener: TopicListener;
  lanes: Lanes;
}): Interest {
  const { adapter } = io.of('/');
  /** By room: resolves when its topic is listened to. */
  const followed = new Map<string, { ready: Promise<void>; end: () => void; check: NodeJS.Timeout }>();
  const readPosition = createPositionReader(db);
  const endIfUnused = (room: string): void => {
    if (adapter.rooms.has(room)) return;
    const entry = followed.get(room);
    followed.delete(room);
    entry?.end();
  };
  const checkLater = (room: string) => setTimeout(() => endIfUnused(room), keepFor).unref();
  const follow = (room: string, begin: () => Promise<void>, end: () => void): Promise<void> => {
    const known = followed.get(room);
    if (known) {
      // The room may be empty until its socket joins.
      clearTimeout(known.check);
      known.check = checkLater(room);
      return known.ready;
    }
    const entry = { ready: begin(), end, check: checkLater(room) };
    followed.set(room, entry);
    entry.ready.catch(() => {
      if (followed.get(room) === entry) followed.delete(room);
      clearTimeout(entry.check);
    });
    return entry.ready;
  };
  const leave = (room: string): void => {
    const entry = followed.get(room);
    if (!entry) return;
    clearTimeout(entry.check);
    entry.check = checkLater(room);
  };
  adapter.on('delete-room', leave);

  return {
    follow: (channel) =>
      follow(
        channel,
        async () => {
          await listener.add(channel);
          // After that, so that no event is between the position and what is listened to.
          lanes.open(channel, await readPosition(channel));
        },
        () => {
          listener.remove(channel);
          lanes.close(channel);
        },
      ),
    followUser: (userId) =>
      follow(
        userRoom(userId),
        () => listener.add(userTopic(userId)),
        () => listener.remove(userTopic(userId)),
      ),
    isFollowed: (channel) => followed.has(channel),
    stop() {
      adapter.off('delete-room', leave);
      for (const { check } of followed.values()) clearTimeout(check);
    },
  };
}
