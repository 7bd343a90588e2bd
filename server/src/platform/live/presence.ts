import { nowMs } from '../clock.ts';
import type { Logger } from '../log.ts';
import { reportUnavailable } from '../unavailable.ts';
import type { LiveIo } from './live-socket.ts';

/** A signed-in user who has a page of a space open: a live connection is subscribed to one of its channels. */
export interface Presence {
  user_id: string;
  space_id: string;
}

/** How often new ones are looked for, in milliseconds. */
const checkEvery = 5_000;
/** How often the same one is recorded, in milliseconds. */
const recordEvery = 120_000;

/** Records who has pages open on this process. Returns a function that stops this. */
export function watchPresence(
  io: LiveIo,
  record: (present: readonly Presence[]) => Promise<void>,
  log: Logger,
): () => void {
  /** When each one was recorded, in milliseconds. */
  let recorded = new Map<string, number>();

  const check = async (): Promise<void> => {
    const now = nowMs();
    const present = new Map<string, number>();
    const due: Presence[] = [];
    for (const { data } of io.of('/').sockets.values()) {
      if (!data.viewer) continue;
      for (const space_id of data.channels.values()) {
        const key = `${space_id} ${data.viewer.user_id}`;
        if (!space_id || present.has(key)) continue;
        const last = recorded.get(key) ?? Number.NEGATIVE_INFINITY;
        if (now - last < recordEvery) present.set(key, last);
        else {
          present.set(key, now);
          due.push({ user_id: data.viewer.user_id, space_id });
        }
      }
    }
    recorded = present;
    if (due.length === 0) return;
    try {
      await record(due);
    } catch (error) {
      if (!reportUnavailable(log, error)) log.error({ err: error }, 'presence could not be recorded');
      // The next check records them.
      for (const { space_id, user_id } of due) recorded.delete(`${space_id} ${user_id}`);
    }
  };

  let isChecking = false;
  const timer = setInterval(async () => {
    if (isChecking) return;
    isChecking = true;
    await check();
    isChecking = false;
  }, checkEvery);
  timer.unref();
  return () => clearInterval(timer);
}
