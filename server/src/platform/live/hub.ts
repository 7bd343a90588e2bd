import type { Server as HttpServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { Server, type Socket } from 'socket.io';
import {
  type LiveClientMessages,
  type LiveEvent,
  type LiveServerMessages,
  type SubscribeAnswer,
  subscribeRequest,
} from '#contract/live.ts';
import type { Viewer } from '../access.ts';
import type { Database } from '../db/database.ts';
import type { Logger } from '../log.ts';
import type { HeardTopic } from '../may-hear.ts';
import { type Dispatcher, startDispatcher } from './dispatcher.ts';
import { selectLiveState, selectTopicEventsAfter } from './live.queries.ts';

interface SocketData {
  viewer: Viewer | null;
  /** Rises when the viewer's rights may have changed, so that a check under way is made again. */
  rights: number;
  /** The space of each topic that the socket hears; null for topics of a person. */
  spaces: Map<string, string | null>;
}
type LiveSocket = Socket<LiveClientMessages, LiveServerMessages, Record<string, never>, SocketData>;

export interface LiveHubOptions {
  http: HttpServer;
  db: Database;
  databaseUrl: string;
  log: Logger;
  /** Who is behind a handshake's `Cookie` header. */
  readViewer: (cookieHeader: string | undefined) => Promise<Viewer | null>;
  /** May this viewer hear this topic, now? Answers its space, or null for a refusal. */
  mayHear: (viewer: Viewer | null, topic: string) => Promise<HeardTopic | null>;
  /** Origins that browsers may connect from. */
  isAllowedOrigin: (origin: string | undefined, host: string | undefined) => boolean;
}

export interface LiveHub {
  connections(): number;
  stop(): Promise<void>;
}

const maxTopics = 100;
const maxMissed = 500;
/** Events of one topic in one message. */
const maxTogether = 50;
const rightsEvents = new Set<LiveEvent['type']>(['membership.changed', 'space.changed', 'session.ended']);
/** Bytes waiting for one client beyond which it is cut off; it resumes from its last number. */
const maxBuffered = 4 * 1024 * 1024;
const slowCheckEvery = 2_000;
/** How long clients have to answer the end of the server, in milliseconds. */
const farewell = 1_000;

/** The network connection under a socket, where it is a WebSocket. */
interface Connection {
  bufferedAmount?: number;
  terminate?: () => void;
}
const connectionOf = (socket: LiveSocket) =>
  (socket.conn.transport as unknown as { socket?: Connection }).socket;
const terminate = (socket: LiveSocket) => connectionOf(socket)?.terminate?.();

/** Bytes that wait for a client: with the connection, and with Socket.IO, which sends on only once that is through. */
function bytesWaitingFor(socket: LiveSocket): number {
  const { writeBuffer } = socket.conn as unknown as { writeBuffer: { data?: { length?: number } }[] };
  const waiting = writeBuffer.reduce((sum, packet) => sum + (packet.data?.length ?? 0), 0);
  return waiting + (connectionOf(socket)?.bufferedAmount ?? 0);
}

/** The live channel of one process: sockets in front, the outbox behind. */
export async function startLiveHub(options: LiveHubOptions): Promise<LiveHub> {
  const { db, log } = options;
  const io = new Server<LiveClientMessages, LiveServerMessages, Record<string, never>, SocketData>(
    options.http,
    {
      path: '/live',
      transports: ['websocket', 'polling'],
      serveClient: false,
      maxHttpBufferSize: 16 * 1024,
      allowRequest: (request, decide) =>
        decide(null, options.isAllowedOrigin(request.headers.origin, request.headers.host)),
    },
  );

  io.use(async (socket: LiveSocket, next) => {
    try {
      socket.data.viewer = await options.readViewer(socket.handshake.headers.cookie);
      socket.data.rights = 0;
      socket.data.spaces = new Map();
      next();
    } catch (error) {
      log.warn({ err: error }, 'a live connection could not be checked');
      next(new Error('unavailable'));
    }
  });

  let dispatcher: Dispatcher;
  const subscribe = async (socket: LiveSocket, request: unknown): Promise<SubscribeAnswer> => {
    const parsed = subscribeRequest.safeParse(request);
    if (!parsed.success || socket.rooms.size > maxTopics) return { ok: false, reason: 'invalid' };
    const { topic, since } = parsed.data;
    for (;;) {
      const rights = socket.data.rights;
      const allowed = await options.mayHear(socket.data.viewer, topic);
      if (rights !== socket.data.rights) continue;
      if (!allowed) return { ok: false, reason: 'forbidden' };
      socket.data.spaces.set(topic, allowed.space_id);
      break;
    }
    if (!socket.connected) return { ok: false, reason: 'invalid' };
    // From here on the socket hears new events; those before are read below. One heard twice is harmless: seq tells.
    void socket.join(topic);
    const state = await selectLiveState(db);
    if (since === null || since === state.last_seq) return { ok: true, seq: state.last_seq, missed: [] };
    if (since < state.purged_through || since > state.last_seq)
      return { ok: true, seq: state.last_seq, refetch: true };
    const missed = await selectTopicEventsAfter(db, topic, since, maxMissed + 1);
    // The right may have gone since it was asked for, and what was missed may be of after that.
    if (missed.length > 0 && !(await options.mayHear(socket.data.viewer, topic))) {
      await socket.leave(topic);
      return { ok: false, reason: 'forbidden' };
    }
    if (missed.length > maxMissed) return { ok: true, seq: state.last_seq, refetch: true };
    return { ok: true, seq: Math.max(state.last_seq, missed.at(-1)?.seq ?? 0), missed };
  };

  io.on('connection', (socket: LiveSocket) => {
    socket.on('subscribe', (request, answer) => {
      if (typeof answer !== 'function') return;
      subscribe(socket, request).then(answer, (error) => {
        log.error({ err: error }, 'a subscription failed');
        socket.disconnect(true);
      });
    });
    socket.on('unsubscribe', (request) => {
      if (typeof request?.topic !== 'string' || request.topic === socket.id) return;
      socket.data.spaces.delete(request.topic);
      void socket.leave(request.topic);
    });
  });

  const socketsOf = (userId: string): LiveSocket[] =>
    [...io.of('/').sockets.values()].filter((socket) => socket.data.viewer?.user_id === userId);

  /**
   * Asks again for the topics that these sockets hear (those of one space only, when it is named), and closes those they
   * may no longer hear.
   */
  const recheckRights = async (sockets: LiveSocket[], spaceId?: string): Promise<void> => {
    for (const socket of sockets) socket.data.rights += 1;
    for (const socket of sockets) {
      for (const topic of socket.rooms) {
        if (topic === socket.id || (spaceId && socket.data.spaces.get(topic) !== spaceId)) continue;
        if (await options.mayHear(socket.data.viewer, topic)) continue;
        socket.data.spaces.delete(topic);
        await socket.leave(topic);
        socket.emit('closed', { topic, reason: 'forbidden' });
      }
    }
  };

  /** What an event means for connections and rights; it is done before anything later goes out. */
  const follow = async (event: LiveEvent): Promise<void> => {
    if (event.type === 'membership.changed') {
      await recheckRights(socketsOf(event.topic.slice('user:'.length)));
    } else if (event.type === 'space.changed') {
      if (event.payload.access_changed) {
        await recheckRights([...io.of('/').sockets.values()], event.payload.space.id);
      }
    } else if (event.type === 'session.ended') {
      const ended = new Set(event.payload.session_ids);
      for (const socket of socketsOf(event.topic.slice('user:'.length))) {
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
  dispatcher = await startDispatcher({ db, databaseUrl: options.databaseUrl, log, deliver });

  const slowCheck = setInterval(() => {
    for (const socket of io.of('/').sockets.values()) {
      if (bytesWaitingFor(socket) > maxBuffered) {
        log.warn({ socket: socket.id }, 'a slow live connection was cut off');
        // Closing would first wait for the client to read what it does not read, and keep all of it meanwhile.
        terminate(socket);
      }
    }
  }, slowCheckEvery);
  slowCheck.unref();

  return {
    connections: () => io.of('/').sockets.size,
    async stop() {
      clearInterval(slowCheck);
      await dispatcher.stop();
      const sockets = [...io.of('/').sockets.values()];
      const gone = Promise.all(
        sockets.map((socket) => new Promise((resolve) => socket.conn.transport.once('close', resolve))),
      );
      io.of('/').disconnectSockets(true);
      io.engine.close();
      // A client that sleeps never answers the farewell; the others get a moment for it.
      await Promise.race([gone, setTimeout(farewell, null, { ref: false })]);
      for (const socket of sockets) terminate(socket);
    },
  };
}
