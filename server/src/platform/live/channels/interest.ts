import type { Database } from '../../db/database.ts';
import type { Audiences } from '../audiences.ts';
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
  /**
   * Returns the number up to which nobody here needs the events of a channel: the last one when the process began to follow it,
   * or the first of its audience. Infinity if nobody here gets its events.
   */
  neededAfter(channel: string): Promise<number>;
  stop(): void;
}

/** Milliseconds from the end of the last connection of a channel until the process stops to listen to it. */
const keepFor = 15_000;
/** Milliseconds for which channels are collected before their positions are read together. */
const collectFor = 2;

/** Creates a function that reads last numbers. What is asked for in the same moment is read together. */
function createPositionReader(db: Database) {
  let collected: { channels: string[]; positions: ReturnType<typeof listLastSeqs> } | null = null;
  /** Returns the last number of a channel, or of all events. */
  return async (channel: string | null): Promise<number> => {
    if (!collected) {
      const channels: string[] = [];
      const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof listLastSeqs>>>();
      collected = { channels, positions: promise };
      setTimeout(() => {
        collected = null;
        listLastSeqs(db, channels).then(resolve, reject);
      }, collectFor);
    }
    if (channel !== null) collected.channels.push(channel);
    const { all, channels } = await collected.positions;
    return channel === null ? all : (channels.get(channel) ?? 0);
  };
}

/** A room whose topic is listened to. */
interface Followed {
  /** Resolves when it is. */
  ready: Promise<void>;
  /** The last number at that time; Infinity before. */
  after: number;
  end: () => void;
  check: NodeJS.Timeout;
}

export function createInterest({
  io,
  db,
  listener,
  lanes,
  audiences,
  keepsLane,
}: {
  io: LiveIo;
  db: Database;
  listener: TopicListener;
  lanes: Lanes;
  audiences: Audiences;
  /** Whether the lane of a channel stays open when its subscriptions have ended. */
  keepsLane: (channel: string) => boolean;
}): Interest {
  const { adapter } = io.of('/');
  const followed = new Map<string, Followed>();
  const readPosition = createPositionReader(db);
  const endIfUnused = (room: string): void => {
    if (adapter.rooms.has(room)) return;
    const entry = followed.get(room);
    followed.delete(room);
    entry?.end();
  };
  const checkLater = (room: string) => setTimeout(() => endIfUnused(room), keepFor).unref();
  const follow = (room: string, begin: () => Promise<number>, end: () => void): Promise<void> => {
    const known = followed.get(room);
    if (known) {
      // The room may be empty until its socket joins.
      clearTimeout(known.check);
      known.check = checkLater(room);
      return known.ready;
    }
    const beginning = begin();
    const entry: Followed = {
      ready: beginning.then((after) => {
        entry.after = after;
      }),
      after: Number.POSITIVE_INFINITY,
      end,
      check: checkLater(room),
    };
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
          const position = await readPosition(channel);
          lanes.open(channel, position);
          return position;
        },
        () => {
          listener.remove(channel);
          if (!keepsLane(channel)) lanes.close(channel);
        },
      ),
    followUser: (userId) =>
      follow(
        userRoom(userId),
        async () => {
          await listener.add(userTopic(userId));
          // Whoever connects fetches what is older.
          return await readPosition(null);
        },
        () => listener.remove(userTopic(userId)),
      ),
    isFollowed: (channel) => followed.has(channel),
    async neededAfter(channel) {
      const audience = await audiences.of(channel);
      const rooms = [channel, ...audience.map(userRoom)];
      return Math.min(...rooms.map((room) => followed.get(room)?.after ?? Number.POSITIVE_INFINITY));
    },
    stop() {
      adapter.off('delete-room', leave);
      for (const { check } of followed.values()) clearTimeout(check);
    },
  };
}
