import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Viewer } from '../access.ts';
import { type ClientAddress, networkOf } from '../http/client-address.ts';
import { checkRequestLine } from '../http/request-line.ts';
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
  /** Who is behind a handshake's `Cookie` header. */
  readViewer: (cookieHeader: string | undefined) => Promise<Viewer | null>;
  clientAddress: ClientAddress;
}

/** The open connections, and the way to end one that asks for too much. */
export interface Connections {
  /** Those of one person. */
  ofPerson(userId: string): LiveSocket[];
  /** Ends a connection; its client comes back after `retryAfter` seconds and a little more. */
  cut(conn: LiveSocket['conn'], reason: 'limited' | 'unavailable', retryAfter: number): void;
}

type Conn = LiveSocket['conn'];

/** How long a client that is cut has to read why, in milliseconds. */
const farewell = 1_000;
/** Cuts are logged at most this often, with how many there were, in milliseconds. */
const logEvery = 10_000;
/** Seconds after which a client comes back when it could not be checked. */
const unavailableWait = 5;
/** The same when a person has too many connections open. */
const crowdedWait = 60;

/** A refused handshake, with what the client needs to come back later: Socket.IO sends it on as `connect_error`. */
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
    log.warn({ cuts: Object.fromEntries(counts) }, 'live connections were ended or refused');
    counts.clear();
  };
  return (reason: string): void => {
    liveCuts.inc({ reason });
    if (counts.size === 0) setTimeout(write, logEvery).unref();
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  };
}

/** Answers a request or an upgrade on the live path that is not let through. */
function refuseRequest(response: ServerResponse, status: 400 | 429, retryAfter: number): void {
  // An upgrade has no response of its own: Socket.IO's stand-in ends the connection.
  response.writeHead(status, { 'retry-after': String(retryAfter) });
  response.end();
}

/** Checks who connects, counts what they send before it is parsed, and keeps them within their budgets. */
export function watchConnections(options: ConnectionOptions): Connections {
  const { io, limits, queue } = options;
  const note = createCutLog(options.log);
  const sourceOf = (request: IncomingMessage): LiveSource => ({
    network: networkOf(options.clientAddress(request)),
    userId: null,
  });
  const socketsByPerson = new Map<string, Set<LiveSocket>>();
  const socketsByConn = new Map<string, LiveSocket>();
  const known = new WeakSet<Conn>();

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
    note(reason);
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
      refuseRequest(response, 400, 1);
      return;
    }
    const source = sourceOf(request);
    const isHandshake = !new URL(request.url ?? '', 'http://live').searchParams.has('sid');
    const wait =
      limits.take('request', null, source) || (isHandshake ? limits.take('connect', null, source) : 0);
    if (wait === 0) return next();
    note('limited');
    refuseRequest(response, 429, wait);
  });

  io.engine.on('connection', (conn: Conn) => {
    const source = sourceOf(conn.request);
    if (!limits.open('network', source.network)) {
      note('limited');
      close(conn);
      return;
    }
    conn.once('close', () => limits.close('network', source.network));
    // Counted before Socket.IO parses it: what is cut costs nothing more.
    conn.on('packet', ({ data }: { data?: string | Buffer }) => {
      const wait = limits.take('message', idOf(conn), source, 1 + Math.floor((data?.length ?? 0) / 1024));
      if (wait > 0) cut(conn, 'limited', wait);
    });
  });

  const admit = async (socket: LiveSocket): Promise<void> => {
    const source = sourceOf(socket.request);
    const refuse = (wait: number) => {
      if (wait === 0) return;
      note('limited');
      throw new ConnectionRefused('rate_limited', wait);
    };
    // Whoever leaves and comes again over one connection needs no handshake for it.
    if (known.has(socket.conn)) refuse(limits.take('connect', null, source));
    known.add(socket.conn);
    const viewer = await queue.run(source.network, idOf(socket.conn), () =>
      options.readViewer(socket.handshake.headers.cookie),
    );
    source.userId = viewer?.user_id ?? null;
    refuse(limits.take('connectAs', null, source));
    if (socket.conn.readyState !== 'open') throw new ConnectionRefused('unavailable', unavailableWait);
    const { userId } = source;
    if (userId !== null) {
      if (!limits.open('person', userId)) refuse(crowdedWait);
      socket.conn.once('close', () => limits.close('person', userId));
    }
    socket.data = { viewer, source, rights: 0, topics: new Map() };
  };
  io.use((socket: LiveSocket, next) => {
    admit(socket).then(
      () => next(),
      (error: unknown) => {
        if (!(error instanceof ConnectionRefused)) note('unavailable');
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
    const own = socketsByPerson.get(userId) ?? new Set();
    socketsByPerson.set(userId, own.add(socket));
    socket.once('disconnect', () => {
      own.delete(socket);
      if (own.size === 0) socketsByPerson.delete(userId);
    });
  });

  return { ofPerson: (userId) => [...(socketsByPerson.get(userId) ?? [])], cut };
}
