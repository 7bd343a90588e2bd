/** One Ctrl+C arrives from the terminal, from npm and from the start script within this time. Milliseconds. */
const samePressMs = 400;

/**
 * Calls `first` for the first stop request (a signal, a message of the start script, or its end) and `again` for the
 * second one.
 */
export function onStopRequest(first: () => void, again: () => void): void {
  let requested: number | null = null;
  const ask = () => {
    const now = performance.now();
    if (requested === null) {
      requested = now;
      first();
    } else if (now - requested > samePressMs) {
      again();
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask);
  process.on('message', (message) => {
    if (typeof message === 'object' && message !== null && 'stop' in message) ask();
  });
  process.on('disconnect', () => {
    if (requested === null) ask();
  });
}
