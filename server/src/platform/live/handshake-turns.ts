import type { IncomingMessage } from 'node:http';

/**
 * Milliseconds of a turn of the event loop in which handshakes begin; what follows from them takes about as long again. After a
 * restart, thousands come at once, and requests would wait until all of them have begun.
 */
const share = 2;

/** A connection that fails while its handshake waits. Once begun, the handshake fails by itself. */
const ignoreFailure = () => {};

/** Returns a function that calls `begin` of a handshake in its turn: in the next turn of the event loop or a later one. */
export function createHandshakeTurns(): (
  request: Pick<IncomingMessage, 'socket'>,
  begin: () => void,
) => void {
  let waiting: (() => void)[] = [];
  const work = () => {
    const until = performance.now() + share;
    const turn = waiting;
    waiting = [];
    let begun = 0;
    do {
      turn[begun]?.();
      begun += 1;
    } while (begun < turn.length && performance.now() < until);
    waiting = [...turn.slice(begun), ...waiting];
    if (waiting.length > 0) setImmediate(work);
  };
  return ({ socket }, begin) => {
    // Nobody else listens to the socket of an upgrade in the meantime.
    socket.on('error', ignoreFailure);
    const isFirst = waiting.length === 0;
    waiting.push(() => {
      socket.off('error', ignoreFailure);
      begin();
    });
    if (isFirst) setImmediate(work);
  };
}
