import type { StartedServer } from './postgres-run.ts';
import { stopServer } from './postgres-run.ts';

/** Restarts within `restartWindow` milliseconds before the database counts as broken for good. */
const maxRestarts = 3;
const restartWindow = 10 * 60 * 1000;
/** Milliseconds between two attempts to start on a full disk. */
const diskFullPause = 2_000;
const isDiskFull = (text: string) => /No space left on device/.test(text);

export interface Supervised {
  /** Resolves with the end of the log when the server has stopped for good, intentionally or not. */
  ended: Promise<string>;
  /** Shuts the server down cleanly, even during a restart. */
  stop(): Promise<void>;
  /** Tells the server to stop, without waiting. */
  signalStop(): void;
}

/**
 * Supervises a running server. With `restart`, a server that ends by itself is restarted, at most three times in ten
 * minutes, and `log` gets one sentence each time. If the disk is full, it tries again every two seconds without counting,
 * for as long as it takes.
 */
export function superviseServer(
  first: StartedServer,
  { restart, log }: { restart: (() => Promise<StartedServer>) | null; log: (sentence: string) => void },
): Supervised {
  let current = first;
  let stopping = false;
  let restarting: Promise<unknown> = Promise.resolve();
  let restarts: number[] = [];

  /** Starts the server again. Returns null, or the reason why it didn't start. */
  const startAgain = async (start: () => Promise<StartedServer>): Promise<string | null> => {
    const began = performance.now();
    for (let isReported = false; !stopping; ) {
      try {
        current = await start();
        const seconds = ((performance.now() - began) / 1000).toFixed(1);
        log(
          `The database ended by itself and is running again after ${seconds} s (restart ${restarts.length} of at most ${maxRestarts} in ten minutes).`,
        );
        return null;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        if (!isDiskFull(reason)) return reason;
        if (!isReported)
          log("The database can't start because the disk is full; it starts once there is space again.");
        isReported = true;
        await new Promise((resolve) => setTimeout(resolve, diskFullPause));
      }
    }
    return 'stopped';
  };

  const watch = async (): Promise<string> => {
    for (;;) {
      let reason = await current.ended;
      for (let isRunning = false; !isRunning; ) {
        if (stopping || !restart) return reason;
        restarts = restarts.filter((at) => performance.now() - at < restartWindow);
        if (restarts.length === maxRestarts) return reason;
        restarts.push(performance.now());
        const starting = startAgain(restart);
        restarting = starting;
        const failure = await starting;
        reason = failure ?? reason;
        isRunning = failure === null;
      }
    }
  };

  return {
    ended: watch(),
    async stop() {
      stopping = true;
      await restarting;
      await stopServer(current.child, current.ended);
    },
    signalStop: () => current.child.kill('SIGINT'),
  };
}
