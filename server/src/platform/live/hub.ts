import type { Server as HttpServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { Server } from 'socket.io';
import type { LiveEvent } from '#contract/live.ts';
import type { Viewer } from '../access.ts';
import type { Database } from '../db/database.ts';
import type { ClientAddress } from '../http/client-address.ts';
import { createFairQueue } from '../limits/fair-queue.ts';
import type { Logger } from '../log.ts';
import { watchConnections } from './connections.ts';
import { startDispatcher } from './dispatcher.ts';
import { limitFrames } from './frame-limit.ts';
import { createLiveLimits, maxMessageBytes } from './live-limits.ts';
import { liveCuts } from './live-metrics.ts';
import { bytesWaitingFor, type LiveIo, type LiveSocket, terminate } from './live-socket.ts';
import { createLiveRights } from './rights.ts';
import { type MayReceive, serveSubscriptions } from './subscriptions.ts';

export interface LiveHubOptions {
  http: HttpServer;
  db: Database;
  databaseUrl: string;
  log: Logger;
  /** Who is behind a handshake's `Cookie` header. */
  readViewer: (cookieHeader: string | undefined) => Promise<Viewer | null>;
  canSubscribe: MayReceive;
  /** Origins that browsers may connect from. */
  isAllowedOrigin: (origin: string | undefined, host: string | undefined) => boolean;
  clientAddress: ClientAddress;
  /** Whether clients have budgets; off for load tests. */
  isLimited: boolean;
  /** Checks that run at the same time: the share of the database connections that the live channel may take. */
  concurrency: number;
}

export interface LiveHub {
  connections(): number;
  stop(): Promise<void>;
}

const rightsEvents = new Set<LiveEvent['type']>(['membership.changed', 'space.changed', 'session.ended']);
/** Events of one topic in one message. */
const maxTogether = 50;
/** Bytes waiting for one client beyond which it is cut off; it resumes from its last number. */
const maxBuffered = 4 * 1024 * 1024;
const slowCheckEvery = 2_000;
/** How long clients have to answer the end of the server, in milliseconds. */
const farewell = 1_000;

/** Ends connections whose clients do not read what is sent to them. Returns how to stop looking. */
function watchSlowClients(io: LiveIo, log: Logger): () => void {
  const check = setInterval(() => {
    for (const socket of io.of('/').sockets.values()) {
      if (bytesWaitingFor(socket) > maxBuffered) {
        liveCuts.inc({ reason: 'slow' });
        log.warn({ socket: socket.id }, 'a slow live connection was cut off');
        // Closing would first wait for the client to read what it does not read, and keep all of it meanwhile.
        terminate(socket.conn);
      }
    }
  }, slowCheckEvery);
  check.unref();
  return () => clearInterval(check);
}

/** The live channel of one process: sockets in front, the outbox behind. */
export async function startLiveHub(options: LiveHubOptions): Promise<LiveHub> {
  const { db, log } = options;
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
  const connections = watchConnections({ ...options, io, limits, queue });
  const rights = createLiveRights(options.canSubscribe);
  io.on('connection', (socket: LiveSocket) =>
    serveSubscriptions(socket, { db, log, limits, queue, connections, canSubscribe: rights.canSubscribe }),
  );

  /** What an event means for connections and rights; it is done before anything later goes out. */
  const follow = async (event: LiveEvent): Promise<void> => {
    if (event.type === 'membership.changed') {
      const userId = event.topic.slice('user:'.length);
      await rights.recheck(connections.ofPerson(userId), event.payload.space_id);
    } else if (event.type === 'space.changed') {
      if (event.payload.access_changed) {
        await rights.recheck([...io.of('/').sockets.values()], event.payload.space.id);
      }
    } else if (event.type === 'session.ended') {
      const ended = new Set(event.payload.session_ids);
      for (const socket of connections.ofPerson(event.topic.slice('user:'.length))) {
        if (socket.data.viewer && ended.has(socket.data.viewer.session_id)) socket.disconnect(true);
      }
    }
  };
  /** What came together goes out together: one message for each topic, however many events a burst has. */
  const deliver = async (events: LiveEvent[]): Promise<void> => {
    let waiting = new Map<string, LiveEvent[]>();
    const send = () => {
      for (const [topic, together] of waiting) io.to(topic).emit('events', together);
      waiting = new Map();
    };
    for (const event of events) {
      const together = waiting.get(event.topic);
      if (together) together.push(event);
      else waiting.set(event.topic, [event]);
      const changesRights = rightsEvents.has(event.type);
      if (changesRights || together?.length === maxTogether) send();
      if (changesRights) await follow(event);
    }
    send();
  };
  const dispatcher = await startDispatcher({ db, databaseUrl: options.databaseUrl, log, deliver });
  const stopWatching = watchSlowClients(io, log);

  return {
    connections: () => io.of('/').sockets.size,
    async stop() {
      stopWatching();
      await dispatcher.stop();
      const sockets = [...io.of('/').sockets.values()];
      const gone = Promise.all(
        sockets.map((socket) => new Promise((resolve) => socket.conn.transport.once('close', resolve))),
      );
      io.of('/').disconnectSockets(true);
      io.engine.close();
      // A client that sleeps never answers the farewell; the others get a moment for it.
      await Promise.race([gone, setTimeout(farewell, null, { ref: false })]);
      for (const socket of sockets) terminate(socket.conn);
    },
  };
}
