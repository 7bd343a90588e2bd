import type { Server, Socket } from 'socket.io';
import type { LiveClientMessages, LiveServerMessages } from '#contract/live.ts';
import type { Viewer } from '../access.ts';

/** What the server remembers of one live connection. */
export interface LiveSocketData {
  viewer: Viewer | null;
  /** Whom its budgets belong to besides itself. */
  source: LiveSource;
  /** Rises when the viewer's rights may have changed, so that a check under way is made again. */
  rights: number;
  /**
   * The topics that it hears or has asked for, with their space: null for topics of a person, undefined until the right
   * to hear it has been checked.
   */
  topics: Map<string, string | null | undefined>;
}

/** Whom a connection counts for: the network it came from, and the person who is signed in. */
export interface LiveSource {
  network: string;
  userId: string | null;
}

export type LiveIo = Server<LiveClientMessages, LiveServerMessages, Record<string, never>, LiveSocketData>;
export type LiveSocket = Socket<
  LiveClientMessages,
  LiveServerMessages,
  Record<string, never>,
  LiveSocketData
>;

/** The network connection under a socket, where it is a WebSocket. */
interface Connection {
  bufferedAmount?: number;
  pause?: () => void;
  terminate?: () => void;
}
type Transported = Pick<LiveSocket['conn'], 'transport'>;
const connectionOf = ({ transport }: Transported) => (transport as unknown as { socket?: Connection }).socket;

/** Names a connection, from before anyone is let in. */
export const idOf = (conn: LiveSocket['conn']): string => (conn as unknown as { id: string }).id;

/** Ends a connection without waiting for its client. */
export const terminate = (conn: Transported): void => connectionOf(conn)?.terminate?.();
/** Reads nothing more from a client. */
export const stopReading = (conn: Transported): void => connectionOf(conn)?.pause?.();

/** Bytes that wait for a client: with the connection, and with Socket.IO, which sends on only once that is through. */
export function bytesWaitingFor({ conn }: LiveSocket): number {
  const { writeBuffer } = conn as unknown as { writeBuffer: { data?: { length?: number } }[] };
  const waiting = writeBuffer.reduce((sum, packet) => sum + (packet.data?.length ?? 0), 0);
  return waiting + (connectionOf(conn)?.bufferedAmount ?? 0);
}
