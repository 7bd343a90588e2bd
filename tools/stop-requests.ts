/** One press of Ctrl-C reaches us from the terminal, from npm and from the start script within this time. */
const samePressMs = 400;

/**
 * Calls `first` for the first wish to stop (a signal, a message of the start script, or its death) and `again` for
 * a second one.
 */
export function onStopRequest(first: () => void, again: () => void): void {
  let asked: number | null = null;
  const ask = () => {
    const now = performance.now();
    if (asked === null) {
      asked = now;
      first();
    } else if (now - asked > samePressMs) {
      again();
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask);
  process.on('message', (message) => {
    if (typeof message === 'object' && message !== null && 'stop' in message) ask();
  });
  process.on('disconnect', () => {
    if (asked === null) ask();
  });
}
