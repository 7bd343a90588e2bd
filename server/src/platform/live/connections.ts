import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Viewer } from '../access.ts';
import { type ClientAddress, networkOf } from '../http/requests/client-address.ts';
import { checkRequestLine } from '../http/requests/request-line.ts';
import type { FairQueue } from '../limits/fair-queue.ts';
import type { Logger } from '../log.ts';
import { costOfCut, type LiveLimits } from './live-limits.ts';
import { liveCuts } from './live-metrics.ts';
import {
  idOf,
  type LiveIo,
  type LiveSocket,
  type LiveSource,
  stopReading,
  terminate,
} from './live-socket.ts';

export interface ConnectionOptions {
  io: LiveIo;
  log: Logger;
  limits: LiveLimits;
  queue: FairQueue;
  /** Returns the viewer of a handshake's `Cookie` header. */
  readViewer: (cookieHeader: string | undefined) => Promise<Viewer | null>;
  clientAddress: ClientAddress;
}

/** The open connections, and a way to close one that exceeds its limits. */
export interface Connections {
  /** The connections of a user. */
  ofPerson(userId: string): LiveSocket[];
  /** Closes a connection. Its client reconnects a little later than after `retryAfter` seconds. */
  cut(conn: LiveSocket['conn'], reason: 'limited' | 'unavailable', retryAfter: number): void;
}

type Conn = LiveSocket['conn'];

/** How long a client has to receive the reason before its connection is closed, in milliseconds. */
const farewell = 1_000;
/** Closed connections are logged at most this often, with their number, in milliseconds. */
const logEvery = 10_000;
/** Seconds after which a client reconnects if it couldn't be checked. */
const unavailableWait = 5;
/** Seconds after which a client reconnects if its user has too many open connections. */
const crowdedWait = 60;

/** A rejected handshake with the time to wait. Socket.IO sends it to the client as `connect_error`. */
class ConnectionRefused extends Error {
  readonly data: { retry_after: number };
  constructor(message: 'rate_limited' | 'unavailable', retryAfter: number) {
    super(message);
    this.data = { retry_after: retryAfter };
  }
}

/** Logs how often something happened, not each time. */
export function createCutLog(log: Logger) {
  const counts = new Map<string, number>();
  const write = () => {
    log.warn({ cuts: Object.fromEntries(counts) }, 'live connections were closed or rejected');
    counts.clear();
  };
  return (reason: string): void => {
    liveCuts.inc({ reason });
    if (counts.size === 0) setTimeout(write, logEvery).unref();
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  };
}

/** Rejects a request or an upgrade on the live path. */
function rejectRequest(response: ServerResponse, status: 400 | 429, retryAfter: number): void {
  // An upgrade has no response; Socket.IO passes a substitute that closes the connection.
  response.writeHead(status, { 'retry-after': String(retryAfter) });
  response.end();
}

/** Authenticates connections, counts their messages before they are parsed, and enforces their budgets. */
export function watchConnections(options: ConnectionOptions): Connections {
  const { io, limits, queue } = options;
  const recordCut = createCutLog(options.log);
  const sourceOf = (request: IncomingMessage): LiveSource => ({
    network: networkOf(options.clientAddress(request)),
    userId: null,
  });
  const socketsByPerson = new Map<string, Set<LiveSocket>>();
  const socketsByConn = new Map<string, LiveSocket>();
  const known = new WeakSet<Conn>();
  /** Those that count for their person, until they close. */
  const countedForPerson = new WeakSet<Conn>();

  const close = (conn: Conn): void => {
    stopReading(conn);
    conn.close();
    setTimeout(() => {
      terminate(conn);
      conn.close(true);
    }, farewell).unref();
  };
  const cut: Connections['cut'] = (conn, reason, retryAfter) => {
    if (conn.readyState !== 'open') return;
    recordCut(reason);
    const socket = socketsByConn.get(idOf(conn));
    if (reason === 'limited') {
      const source = socket?.data.source ?? sourceOf(conn.request);
      limits.charge('connect', null, source, costOfCut);
      limits.charge('connectAs', null, source, costOfCut);
    }
    socket?.emit('limited', { retry_after: retryAfter });
    socket?.disconnect();
    close(conn);
  };

  io.engine.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
    try {
      checkRequestLine(request);
    } catch {
      rejectRequest(response, 400, 1);
      return;
    }
    const source = sourceOf(request);
    const isHandshake = !new URL(request.url ?? '', 'http://live').searchParams.has('sid');
    const wait =
      limits.take('request', null, source) || (isHandshake ? limits.take('connect', null, source) : 0);
    if (wait === 0) return next();
    recordCut('limited');
    rejectRequest(response, 429, wait);
  });

  io.engine.on('connection', (conn: Conn) => {
    const source = sourceOf(conn.request);
    if (!limits.open('network', source.network)) {
      recordCut('limited');
      close(conn);
      return;
    }
    conn.once('close', () => limits.close('network', source.network));
    // Counted before Socket.IO parses it, so that a closed connection costs nothing more.
    conn.on('packet', ({ data }: { data?: string | Buffer }) => {
      const wait = limits.take('message', idOf(conn), source, 1 + Math.floor((data?.length ?? 0) / 1024));
      if (wait > 0) cut(conn, 'limited', wait);
    });
  });

  const admit = async (socket: LiveSocket): Promise<void> => {
    const source = sourceOf(socket.request);
    const rejectAfter = (wait: number) => {
      if (wait === 0) return;
      recordCut('limited');
      throw new ConnectionRefused('rate_limited', wait);
    };
    // Leaving and joining again over the same connection needs no handshake, so it is counted here.
    if (known.has(socket.conn)) rejectAfter(limits.take('connect', null, source));
    known.add(socket.conn);
    const viewer = await queue.run(source.network, idOf(socket.conn), () =>
      options.readViewer(socket.handshake.headers.cookie),
    );
    source.userId = viewer?.user_id ?? null;
    rejectAfter(limits.take('connectAs', null, source));
    if (socket.conn.readyState !== 'open') throw new ConnectionRefused('unavailable', unavailableWait);
    const { userId } = source;
    // Once for a connection, however often a client leaves and comes again over it: its cookies stay the same.
    if (userId !== null && !countedForPerson.has(socket.conn)) {
      if (!limits.open('person', userId)) rejectAfter(crowdedWait);
      countedForPerson.add(socket.conn);
      socket.conn.once('close', () => limits.close('person', userId));
    }
    socket.data = { viewer, source, rights: 0, channels: new Map() };
  };
  io.use((socket: LiveSocket, next) => {
    admit(socket).then(
      () => next(),
      (error: unknown) => {
        if (!(error instanceof ConnectionRefused)) recordCut('unavailable');
        next(
          error instanceof ConnectionRefused ? error : new ConnectionRefused('unavailable', unavailableWait),
        );
        setTimeout(() => close(socket.conn), farewell).unref();
      },
    );
  });

  io.on('connection', (socket: LiveSocket) => {
    const { userId } = socket.data.source;
    socketsByConn.set(idOf(socket.conn), socket);
    socket.once('disconnect', () => socketsByConn.delete(idOf(socket.conn)));
    if (userId === null) return;
    const sockets = socketsByPerson.get(userId) ?? new Set();
    socketsByPerson.set(userId, sockets.add(socket));
    socket.once('disconnect', () => {
      sockets.delete(socket);
      if (sockets.size === 0) socketsByPerson.delete(userId);
    });
  });

  return { ofPerson: (userId) => [...(socketsByPerson.get(userId) ?? [])], cut };
}
