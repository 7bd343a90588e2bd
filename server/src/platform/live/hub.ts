import type { Server as HttpServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { Server } from 'socket.io';
import type { LiveViewer } from '../auth/viewer.ts';
import type { Database } from '../db/database.ts';
import type { ClientAddress } from '../http/requests/client-address.ts';
import { createFairQueue } from '../limits/fair-queue.ts';
import type { Logger } from '../log.ts';
import { createAudiences } from './audiences.ts';
import { createMissedReader, type MayReadMissed } from './catch-up.ts';
import { createSubscribers } from './channels/subscribers.ts';
import { watchConnections } from './connections.ts';
import { startDispatcher } from './dispatcher.ts';
import { limitFrames } from './frame-limit.ts';
import type { LiveChannelMap } from './live-channels.ts';
import { createLiveLimits, maxMessageBytes } from './live-limits.ts';
import { liveCuts } from './live-metrics.ts';
import { bytesWaitingFor, type LiveIo, type LiveSocket, terminate, userRoom } from './live-socket.ts';
import type { Announcer, ListAudience } from './outbox/announcer.ts';
import type { Carrier } from './outbox/carrier.ts';
import type { OnlineUsers } from './presence/online-users.ts';
import { createPresenceRecorder, type Presence } from './presence/record-presence.ts';
import { startPresence } from './presence/start-presence.ts';
import { serveVisibility } from './presence/visibility.ts';
import { createWatches, type ListUncounted, type ListWatchable } from './presence/watches.ts';
import {
  type CanSubscribe,
  createLiveRights,
  type ListChannelScopes,
  type ListSubscribers,
} from './rights.ts';
import { createSignals } from './signals.ts';
import { serveSubscriptions } from './subscriptions.ts';

export interface LiveHubOptions {
  http: HttpServer;
  db: Database;
  carrier: Carrier;
  announcer: Announcer;
  log: Logger;
  /** Returns the viewer of a handshake's `Cookie` header. */
  readViewer: (cookieHeader: string | undefined) => Promise<LiveViewer | null>;
  canSubscribe: CanSubscribe;
  listSubscribers: ListSubscribers;
  listChannelScopes: ListChannelScopes;
  mayReadMissed: MayReadMissed;
  /** The kinds of channels that features own. */
  channels: LiveChannelMap;
  /** Origins that browsers may connect from. */
  isAllowedOrigin: (origin: string | undefined, host: string | undefined) => boolean;
  clientAddress: ClientAddress;
  /** Whether clients have budgets; false for load tests. */
  isLimited: boolean;
  /** Who is online on any process. The hub keeps it current. */
  users: OnlineUsers;
  listWatchable: ListWatchable;
  listUncounted: ListUncounted;
  /**
   * Called at most once a minute, with users who look at pages: when they come, every two minutes, and when they leave. Returns
   * those who appear offline.
   */
  recordPresence: (present: readonly Presence[]) => Promise<string[]>;
  /** The number of concurrent checks: the most database connections that live subscriptions use. */
  concurrency: number;
}

export interface LiveHub {
  connections(): number;
  /** Returns the users who get a batch without subscribing to its channel. */
  audienceOf: ListAudience;
  stop(): Promise<void>;
}

/** If more bytes than this wait for a client, it is disconnected. It resumes from its last number. */
const maxBuffered = 4 * 1024 * 1024;
const slowCheckEvery = 2_000;
/** How long clients have to close their connections when the server stops, in milliseconds. */
const farewell = 1_000;

/** Disconnects clients that don't read what is sent to them. Returns a function that stops this. */
function watchSlowClients(io: LiveIo, log: Logger): () => void {
  const check = setInterval(() => {
    for (const socket of io.of('/').sockets.values()) {
      if (bytesWaitingFor(socket) > maxBuffered) {
        liveCuts.inc({ reason: 'slow' });
        log.warn({ socket: socket.id }, 'a slow live connection was closed');
        // A normal close would wait for the client to read all data and keep it in memory in the meantime.
        terminate(socket.conn);
      }
    }
  }, slowCheckEvery);
  check.unref();
  return () => clearInterval(check);
}

/** Connections that come back in a second after the server has stopped, and the most seconds that they take. */
const reconnectsPerSecond = 500;
const maxReconnectTime = 20;

/** Starts the live server of one process: sends the events of the outbox to its sockets. */
export async function startLiveHub(options: LiveHubOptions): Promise<LiveHub> {
  const { db, log, channels } = options;
  const limits = createLiveLimits(options.isLimited);
  const io: LiveIo = new Server(options.http, {
    path: '/live',
    wsEngine: limitFrames({ ...options, limits }),
    transports: ['websocket', 'polling'],
    serveClient: false,
    maxHttpBufferSize: maxMessageBytes,
    allowRequest: (request, decide) =>
      decide(null, options.isAllowedOrigin(request.headers.origin, request.headers.host)),
  });
  const queue = createFairQueue(options.concurrency);
  const subscribers = createSubscribers();
  const missed = createMissedReader(db);
  const rights = createLiveRights(options, subscribers);
  const audiences = createAudiences(db, channels, async () => await (await starting).findChanges());
  const signals = createSignals({ ...options, io, limits, queue, audiences });
  const hasAudiences = [...channels.values()].some(({ audience }) => audience !== undefined);
  const connections = watchConnections({
    ...options,
    io,
    limits,
    queue,
    followUser: async (userId) => {
      if (hasAudiences) await (await starting).followUser(userId);
    },
  });
  const listSockets = () => io.of('/').sockets.values();
  const watches = createWatches({ ...options, limits, queue, canRead: rights.canRead });
  const record = createPresenceRecorder(listSockets, options.recordPresence, connections.conceal, log);
  const presence = startPresence(options, listSockets, record);
  const starting = startDispatcher({
    ...options,
    io,
    connections,
    subscribers,
    rights,
    audiences,
    watches,
    presence,
    receiveSignal: signals.receive,
  });
  const dispatcher = await starting;
  const parts = { limits, queue, connections, rights, subscribers };
  io.on('connection', (socket: LiveSocket) => {
    const { viewer } = socket.data;
    if (viewer) void socket.join(userRoom(viewer.user_id));
    const { follow } = dispatcher;
    serveSubscriptions(socket, { ...options, ...parts, missed, follow });
    signals.serve(socket);
    serveVisibility(socket);
    watches.serve(socket);
  });
  const stopWatching = watchSlowClients(io, log);

  return {
    connections: () => io.of('/').sockets.size,
    audienceOf: dispatcher.audienceOf,
    async stop() {
      stopWatching();
      await presence.stop();
      await dispatcher.stop();
      const sockets = [...io.of('/').sockets.values()];
      const gone = Promise.all(
        sockets.map((socket) => new Promise((resolve) => socket.conn.transport.once('close', resolve))),
      );
      io.emit('stopping', {
        reconnect_within: Math.min(sockets.length / reconnectsPerSecond, maxReconnectTime),
      });
      io.of('/').disconnectSockets(true);
      io.engine.close();
      // A suspended client never responds; the others get a moment to close.
      await Promise.race([gone, setTimeout(farewell, null, { ref: false })]);
      for (const socket of sockets) terminate(socket.conn);
    },
  };
}
