import { nowMs } from '../clock.ts';
import type { Logger } from '../log.ts';
import { reportUnavailable } from '../unavailable.ts';
import type { LiveSocket } from './live-socket.ts';

/**
 * A signed-in user who is looking at a page: at one of a space if a live connection is subscribed to one of its channels, or at
 * any other one.
 */
export interface Presence {
  user_id: string;
  /** Null on a page of no space. */
  space_id: string | null;
}

/** How often connections are looked at, in milliseconds. */
const checkEvery = 5_000;
/** How often a process records presence at most, in milliseconds: one statement for all users. */
export const recordEvery = 30_000;
/** How often the same user is recorded for the same space, in milliseconds. */
export const renewEvery = 120_000;

type PresentSocket = { data: Pick<LiveSocket['data'], 'viewer' | 'channels' | 'is_hidden'> };

/**
 * Returns a function that looks at the connections of this process and records who is present: those who came since it
 * last recorded, even if they have left again, and those whose record is too old.
 */
export function createPresenceCheck(
  listSockets: () => Iterable<PresentSocket>,
  record: (present: readonly Presence[]) => Promise<void>,
  log: Logger,
): () => Promise<void> {
  /** When each one who is present was recorded, in milliseconds. */
  let recorded = new Map<string, number>();
  const due = new Map<string, Presence>();
  let lastRecord = Number.NEGATIVE_INFINITY;

  return async () => {
    const now = nowMs();
    const present = new Map<string, number>();
    for (const { data } of listSockets()) {
      if (!data.viewer || data.is_hidden) continue;
      const { user_id } = data.viewer;
      const spaces = [...data.channels.values()].filter((space) => typeof space === 'string');
      for (const space_id of spaces.length > 0 ? spaces : [null]) {
        const key = `${space_id} ${user_id}`;
        const last = recorded.get(key) ?? Number.NEGATIVE_INFINITY;
        present.set(key, last);
        if (now - last >= renewEvery) due.set(key, { user_id, space_id });
      }
    }
    recorded = present;
    if (due.size === 0 || now - lastRecord < recordEvery) return;
    lastRecord = now;
    const entries = [...due];
    try {
      await record(entries.map(([, presence]) => presence));
      for (const [key] of entries) {
        due.delete(key);
        if (recorded.has(key)) recorded.set(key, now);
      }
    } catch (error) {
      // Those who are due are recorded the next time.
      if (!reportUnavailable(log, error)) log.error({ err: error }, 'presence could not be recorded');
    }
  };
}

/** Records who is present on this process. Returns a function that stops this. */
export function watchPresence(...args: Parameters<typeof createPresenceCheck>): () => void {
  const check = createPresenceCheck(...args);
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

/** Handles what a client says about its page: a page in a hidden tab is nobody's presence. */
export function serveVisibility(socket: LiveSocket): void {
  socket.on('visibility', (request) => {
    if (typeof request?.is_hidden === 'boolean') socket.data.is_hidden = request.is_hidden;
  });
}
