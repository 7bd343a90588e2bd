import { parseChannel, personalKinds } from '#contract/values/channels.ts';
import type { Database } from '../../db/database.ts';
import type { Audiences } from '../audiences.ts';
import { listLastSeqs } from '../live.queries.ts';
import { type LiveIo, userRoom } from '../live-socket.ts';
import { type TopicListener, userTopic } from '../outbox/carrier.ts';
import { readTogether } from '../read-together.ts';
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

/** A room whose topic is listened to. */
interface Followed {
  /** Resolves when it is. */
  ready: Promise<void>;
  /** The last number at that time; Infinity before. */
  after: number;
  end: () => void;
  check: NodeJS.Timeout;
}

/** The rooms of sockets whose topics this process listens to, and for a moment after their last socket has left. */
function createRooms(adapter: ReturnType<LiveIo['of']>['adapter']) {
  const followed = new Map<string, Followed>();
  const endIfUnused = (room: string): void => {
    if (adapter.rooms.has(room)) return;
    const entry = followed.get(room);
    followed.delete(room);
    entry?.end();
  };
  const checkLater = (room: string) => setTimeout(() => endIfUnused(room), keepFor).unref();
  const leave = (room: string): void => {
    const entry = followed.get(room);
    if (!entry) return;
    clearTimeout(entry.check);
    entry.check = checkLater(room);
  };
  adapter.on('delete-room', leave);

  return {
    /** Begins to follow a room, if it isn't followed. `begin` returns the last number before that. */
    follow(room: string, begin: () => Promise<number>, end: () => void): Promise<void> {
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
        if (followed.get(room) === entry) {
          followed.delete(room);
          end();
        }
        clearTimeout(entry.check);
      });
      return entry.ready;
    },
    has: (room: string) => followed.has(room),
    /** Returns the number after which a room is followed; Infinity if it isn't. */
    followedAfter: (room: string) => followed.get(room)?.after ?? Number.POSITIVE_INFINITY,
    stop() {
      adapter.off('delete-room', leave);
      for (const { check } of followed.values()) clearTimeout(check);
    },
  };
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
  const rooms = createRooms(io.of('/').adapter);
  /** Returns the last number of a channel, or of all events for null. */
  const readPosition = readTogether((channels: readonly (string | null)[]) => listLastSeqs(db, channels));

  return {
    follow: (channel) =>
      rooms.follow(
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
      rooms.follow(
        userRoom(userId),
        async () => {
          await listener.add(userTopic(userId));
          // Whoever connects fetches what is older.
          return await readPosition(null);
        },
        () => listener.remove(userTopic(userId)),
      ),
    isFollowed: rooms.has,
    async neededAfter(channel) {
      // Every process delivers these. Who gets one twice sees no difference.
      if (personalKinds.has(parseChannel(channel).kind)) return 0;
      const audience = await audiences.of(channel);
      return Math.min(...[channel, ...audience.map(userRoom)].map(rooms.followedAfter));
    },
    stop: rooms.stop,
  };
}
