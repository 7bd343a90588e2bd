import type { IncomingMessage } from 'node:http';

/**
 * Milliseconds of a turn of the event loop in which handshakes begin. After a restart, thousands come at once, and requests would
 * wait until all of them have begun.
 */
const share = 5;

/** Returns a function that calls `begin` of a handshake in its turn: right after this turn of the event loop or later. */
export function createHandshakeTurns(): (
  request: Pick<IncomingMessage, 'socket'>,
  begin: () => void,
) => void {
  let waiting: (() => void)[] = [];
  const work = () => {
    const until = performance.now() + share;
    let begun = 0;
    for (const begin of waiting) {
      begin();
      begun += 1;
      if (performance.now() >= until) break;
    }
    waiting = waiting.slice(begun);
    if (waiting.length > 0) setImmediate(work);
  };
  return ({ socket }, begin) => {
    // Nobody else listens to the socket of an upgrade in the meantime. Once begun, the handshake fails by itself.
    socket.on('error', () => {});
    if (waiting.push(begin) === 1) setImmediate(work);
  };
}
