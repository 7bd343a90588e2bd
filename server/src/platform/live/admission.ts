import type { IncomingMessage } from 'node:http';
import type { LiveViewer } from '../auth/viewer.ts';
import type { FairQueue } from '../limits/fair-queue.ts';
import type { LiveLimits } from './live-limits.ts';
import { idOf, type LiveSocket, type LiveSource } from './live-socket.ts';

/** Seconds after which a client reconnects if it couldn't be checked. */
export const unavailableWait = 5;
/** Seconds after which a client reconnects if its user has too many open connections. */
const crowdedWait = 60;

/** A rejected handshake with the time to wait. Socket.IO sends it to the client as `connect_error`. */
export class ConnectionRefused extends Error {
  readonly data: { retry_after: number };
  constructor(message: 'rate_limited' | 'unavailable', retryAfter: number) {
    super(message);
    this.data = { retry_after: retryAfter };
  }
}

/**
 * Returns a function that authenticates a socket and sets its data. It throws `ConnectionRefused` if the network or the
 * user of the socket has used up a budget.
 */
export function createAdmission(
  options: {
    limits: LiveLimits;
    queue: FairQueue;
    /** Returns the viewer of a handshake's `Cookie` header. */
    readViewer: (cookieHeader: string | undefined) => Promise<LiveViewer | null>;
    /** Listens to what is sent to a user, before the client is told that it is connected. */
    followUser: (userId: string) => Promise<void>;
  },
  sourceOf: (request: IncomingMessage) => LiveSource,
  recordCut: (reason: string) => void,
): (socket: LiveSocket) => Promise<void> {
  const { limits, queue } = options;
  const known = new WeakSet<LiveSocket['conn']>();
  /** Those that count for their person, until they close. */
  const countedForPerson = new WeakSet<LiveSocket['conn']>();

  return async (socket) => {
    const source = sourceOf(socket.request);
    const rejectAfter = (wait: number) => {
      if (wait === 0) return;
      recordCut('limited');
      throw new ConnectionRefused('rate_limited', wait);
    };
    // Leaving and joining again over the same connection needs no handshake, so it is counted here.
    if (known.has(socket.conn)) rejectAfter(limits.take('connect', null, source));
    known.add(socket.conn);
    const found = await queue.run(source.network, idOf(socket.conn), () =>
      options.readViewer(socket.handshake.headers.cookie),
    );
    const viewer = found?.viewer ?? null;
    source.userId = viewer?.user_id ?? null;
    rejectAfter(limits.take('connectAs', null, source));
    if (viewer) await options.followUser(viewer.user_id);
    if (socket.conn.readyState !== 'open') throw new ConnectionRefused('unavailable', unavailableWait);
    const { userId } = source;
    // Once for a connection, however often a client leaves and comes again over it: its cookies stay the same.
    if (userId !== null && !countedForPerson.has(socket.conn)) {
      if (!limits.open('person', userId)) rejectAfter(crowdedWait);
      countedForPerson.add(socket.conn);
      socket.conn.once('close', () => limits.close('person', userId));
    }
    socket.data = {
      viewer,
      source,
      channels: new Map(),
      memberships: new Set(),
      is_hidden: false,
      appears_offline: found?.appears_offline ?? false,
      is_return: socket.handshake.auth.is_return === true,
    };
  };
}
