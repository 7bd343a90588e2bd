import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LiveViewer } from '../auth/viewer.ts';
import { type ClientAddress, networkOf } from '../http/requests/client-address.ts';
import { checkRequestLine } from '../http/requests/request-line.ts';
import type { FairQueue } from '../limits/fair-queue.ts';
import type { Logger } from '../log.ts';
import { ConnectionRefused, createAdmission, unavailableWait } from './admission.ts';
import { createHandshakeTurns } from './handshake-turns.ts';
import { costOfCut, type LiveLimits } from './live-limits.ts';
import { liveCuts } from './live-metrics.ts';
import {
  idOf,
  type LiveIo,
  type LiveSocket,
  type LiveSource,
  sessionOf,
  stopReading,
  terminate,
} from './live-socket.ts';

export interface ConnectionOptions {
  io: LiveIo;
  log: Logger;
  limits: LiveLimits;
  queue: FairQueue;
  /** Returns the viewer of a handshake's `Cookie` header. */
  readViewer: (cookieHeader: string | undefined) => Promise<LiveViewer | null>;
  clientAddress: ClientAddress;
  /** Listens to what is sent to a user, before the client is told that it is connected. */
  followUser: (userId: string) => Promise<void>;
}

/** The open connections, and a way to close one that exceeds its limits. */
export interface Connections {
  /** The connections of a user. */
  ofPerson(userId: string): LiveSocket[];
  isConnected(userId: string): boolean;
  /** Lets these users appear offline, on the connections that they have now. */
  conceal(userIds: readonly string[]): void;
  /** Closes a connection. Its client reconnects a little later than after `retryAfter` seconds. */
  cut(conn: LiveSocket['conn'], reason: 'limited' | 'unavailable', retryAfter: number): void;
}

type Conn = LiveSocket['conn'];

/** How long a client has to receive the reason before its connection is closed, in milliseconds. */
const farewell = 1_000;
/** Closed connections are logged at most this often, with their number, in milliseconds. */
const logEvery = 10_000;

/** Counts a closed or rejected connection. */
export type CutLog = (reason: string) => void;

/** Logs how often something happened, not each time. */
export function createCutLog(log: Logger): CutLog {
  const counts = new Map<string, number>();
  const write = () => {
    log.warn({ cuts: Object.fromEntries(counts) }, 'live connections were closed or rejected');
    counts.clear();
  };
  return (reason) => {
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

/** Rejects handshakes and polling requests of networks that have used up their budgets. */
function limitRequests(
  { io, limits }: ConnectionOptions,
  sourceOf: (request: IncomingMessage) => LiveSource,
  recordCut: CutLog,
): void {
  const takeTurn = createHandshakeTurns();
  io.engine.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
    try {
      checkRequestLine(request);
    } catch {
      rejectRequest(response, 400, 1);
      return;
    }
    const source = sourceOf(request);
    const isHandshake = sessionOf(request) === null;
    const wait =
      limits.take('request', null, source) || (isHandshake ? limits.take('connect', null, source) : 0);
    if (wait === 0) return isHandshake ? takeTurn(request, next) : next();
    recordCut('limited');
    rejectRequest(response, 429, wait);
  });
}

/** The connected sockets, by their connection and by their user. */
function indexSockets(io: LiveIo) {
  const byConnection = new Map<string, LiveSocket>();
  const byPerson = new Map<string, Set<LiveSocket>>();
  io.on('connection', (socket: LiveSocket) => {
    const { userId } = socket.data.source;
    byConnection.set(idOf(socket.conn), socket);
    socket.once('disconnect', () => byConnection.delete(idOf(socket.conn)));
    if (userId === null) return;
    const sockets = byPerson.get(userId) ?? new Set();
    byPerson.set(userId, sockets.add(socket));
    socket.once('disconnect', () => {
      sockets.delete(socket);
      if (sockets.size === 0) byPerson.delete(userId);
    });
  });

  return {
    ofConnection: (conn: Conn): LiveSocket | undefined => byConnection.get(idOf(conn)),
    ofPerson: (userId: string): LiveSocket[] => [...(byPerson.get(userId) ?? [])],
    isConnected: (userId: string): boolean => byPerson.has(userId),
  };
}

/** Authenticates connections, counts their messages before they are parsed, and enforces their budgets. */
export function watchConnections(options: ConnectionOptions): Connections {
  const { io, limits } = options;
  const recordCut = createCutLog(options.log);
  const sourceOf = (request: IncomingMessage): LiveSource => ({
    network: networkOf(options.clientAddress(request)),
    userId: null,
  });
  const sockets = indexSockets(io);
  const admit = createAdmission(options, sourceOf, recordCut);

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
    const socket = sockets.ofConnection(conn);
    if (reason === 'limited') {
      const source = socket?.data.source ?? sourceOf(conn.request);
      limits.charge('connect', null, source, costOfCut);
      limits.charge('connectAs', null, source, costOfCut);
    }
    socket?.emit('limited', { retry_after: retryAfter });
    socket?.disconnect();
    close(conn);
  };

  limitRequests(options, sourceOf, recordCut);
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

  return {
    ofPerson: sockets.ofPerson,
    isConnected: sockets.isConnected,
    conceal(userIds) {
      for (const socket of userIds.flatMap(sockets.ofPerson)) socket.data.appears_offline = true;
    },
    cut,
  };
}
