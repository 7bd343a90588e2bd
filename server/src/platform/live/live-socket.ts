import type { IncomingMessage } from 'node:http';
import type { Server, Socket } from 'socket.io';
import type { LiveClientMessages, LiveServerMessages } from '#contract/live.ts';
import type { Viewer } from '../access.ts';

/** The state of one live connection. */
export interface LiveSocketData {
  viewer: Viewer | null;
  /** The network and the user whose budgets it shares. */
  source: LiveSource;
  /**
   * The channels that it is subscribed to or has requested, with their space: null for channels of no space, undefined until
   * access has been checked.
   */
  channels: Map<string, string | null | undefined>;
  /** The spaces of its channels in which the viewer is a member, as of the last check of access. */
  memberships: Set<string>;
  /** Whether the client says that its page is in a hidden tab. */
  is_hidden: boolean;
  /** Whether nobody may see that its user is online. */
  appears_offline: boolean;
  /** Whether the page was connected before. */
  is_return: boolean;
}

/** The network and the signed-in user that a connection counts for. */
export interface LiveSource {
  network: string;
  userId: string | null;
}

/** The room of all connections of a user, whatever they are subscribed to. Clients can't subscribe to it. */
export const userRoom = (userId: string) => `connections:${userId}`;

export type LiveIo = Server<LiveClientMessages, LiveServerMessages, Record<string, never>, LiveSocketData>;
export type LiveSocket = Socket<
  LiveClientMessages,
  LiveServerMessages,
  Record<string, never>,
  LiveSocketData
>;

/** The network connection of a socket, if it is a WebSocket. */
interface Connection {
  bufferedAmount?: number;
  pause?: () => void;
  terminate?: () => void;
}
type Transported = Pick<LiveSocket['conn'], 'transport'>;
const connectionOf = ({ transport }: Transported) => (transport as unknown as { socket?: Connection }).socket;

/** Returns the id of a connection, which exists before authentication. */
export const idOf = (conn: LiveSocket['conn']): string => (conn as unknown as { id: string }).id;

/** Closes a connection without waiting for its client. */
export const terminate = (conn: Transported): void => connectionOf(conn)?.terminate?.();
/** Stops reading from a client. */
export const stopReading = (conn: Transported): void => connectionOf(conn)?.pause?.();

/** Returns the bytes that wait for a client: in the buffer of the connection, and in the queue of Socket.IO behind it. */
export function bytesWaitingFor({ conn }: LiveSocket): number {
  const { writeBuffer } = conn as unknown as { writeBuffer: { data?: { length?: number } }[] };
  const waiting = writeBuffer.reduce((sum, packet) => sum + (packet.data?.length ?? 0), 0);
  return waiting + (connectionOf(conn)?.bufferedAmount ?? 0);
}

/** The Engine.IO session that a request belongs to, as Engine.IO reads it: the last one named; null if the request starts one. */
export const sessionOf = ({ url }: Pick<IncomingMessage, 'url'>): string | null =>
  new URL(url ?? '', 'http://live').searchParams.getAll('sid').at(-1) || null;
