import type { IncomingMessage } from 'node:http';

/**
 * Milliseconds of a turn of the event loop in which handshakes begin; what follows from them takes about as long again. After a
 * restart, thousands come at once, and requests would wait until all of them have begun.
 */
const share = 2;

interface Handshake {
  socket: IncomingMessage['socket'];
  begin: () => void;
}

/** A connection that fails while its handshake waits. Once begun, the handshake fails by itself. */
const ignoreFailure = () => {};

/** Begins a handshake, unless its client has given up. */
function beginUnlessEnded({ socket, begin }: Handshake): void {
  socket.off('error', ignoreFailure);
  if (socket.readableEnded) socket.destroy();
  else if (!socket.destroyed) begin();
}

/**
 * Returns a function that calls `begin` of a handshake in its turn: not before the second turn of the event loop after it arrives,
 * because in the first, the event loop reads that a client has ended its connection. Those handshakes are dropped: when more come
 * than can begin, connections wait longer than clients do, and nothing but handshakes without a client would begin.
 */
export function createHandshakeTurns(): (
  request: Pick<IncomingMessage, 'socket'>,
  begin: () => void,
) => void {
  let arrived: Handshake[] = [];
  let waiting: Handshake[] = [];
  let isScheduled = false;

  const schedule = (): void => {
    isScheduled = true;
    setImmediate(work);
  };
  const work = (): void => {
    const until = performance.now() + share;
    let count = 0;
    for (const handshake of waiting) {
      count += 1;
      beginUnlessEnded(handshake);
      if (performance.now() >= until) break;
    }
    waiting = [...waiting.slice(count), ...arrived];
    arrived = [];
    isScheduled = false;
    if (waiting.length > 0) schedule();
  };
  return ({ socket }, begin) => {
    // Nobody else listens to the socket of an upgrade in the meantime.
    socket.on('error', ignoreFailure);
    arrived.push({ socket, begin });
    if (!isScheduled) schedule();
  };
}
