import { nowMs } from '../../clock.ts';
import type { Logger } from '../../log.ts';
import { reportUnavailable } from '../../unavailable.ts';
import type { PresentSocket } from './local-presence.ts';

/**
 * A signed-in user who was looking at a page: at one of a space if a live connection is subscribed to one of its channels, or
 * at any other one.
 */
export interface Presence {
  user_id: string;
  /** Null on a page of no space. */
  space_id: string | null;
  /** When they were, in milliseconds since 1970. */
  at: number;
}

/** How often a process records presence at most, in milliseconds: one statement for all users. */
export const recordEvery = 60_000;
/** How often the same user is recorded for the same space, in milliseconds. */
export const renewEvery = 120_000;
/** Those who leave are recorded again if their record is older than this, in milliseconds. */
const departureAfter = 30_000;

/** The milliseconds between two times. A clock that was set back counts as a long time, so that nothing waits for it. */
const elapsed = (since: number, now: number) => (since > now ? Number.POSITIVE_INFINITY : now - since);

interface Recorded {
  presence: Presence;
  /** When they were recorded, in milliseconds since 1970. */
  recordedAt: number;
}

/**
 * Returns a function that looks at the connections of this process and records when their users were active: those who came
 * since it last recorded, even if they have left again, those whose record is too old, and those who left.
 *
 * @param record Stores presences. Returns those of the users who appear offline.
 * @param concealed Called with these.
 */
export function createPresenceRecorder(
  listSockets: () => Iterable<PresentSocket>,
  record: (present: readonly Presence[]) => Promise<string[]>,
  concealed: (userIds: readonly string[]) => void,
  log: Logger,
): () => Promise<void> {
  let known = new Map<string, Recorded>();
  const due = new Map<string, Recorded>();
  let lastRecord = Number.NEGATIVE_INFINITY;

  const look = (now: number): void => {
    const present = new Map<string, Recorded>();
    for (const { data } of listSockets()) {
      if (!data.viewer || data.is_hidden) continue;
      const { user_id } = data.viewer;
      const spaces = [...data.channels.values()].filter((space) => typeof space === 'string');
      for (const space_id of spaces.length > 0 ? spaces : [null]) {
        const key = `${space_id} ${user_id}`;
        if (present.has(key)) continue;
        const entry = known.get(key) ??
          due.get(key) ?? {
            presence: { user_id, space_id, at: now },
            recordedAt: Number.NEGATIVE_INFINITY,
          };
        entry.presence.at = now;
        present.set(key, entry);
        if (elapsed(entry.recordedAt, now) >= renewEvery) due.set(key, entry);
      }
    }
    for (const [key, entry] of known) {
      if (!present.has(key) && entry.presence.at - entry.recordedAt > departureAfter) due.set(key, entry);
    }
    known = present;
  };

  return async () => {
    const now = nowMs();
    look(now);
    if (due.size === 0 || elapsed(lastRecord, now) < recordEvery) return;
    lastRecord = now;
    const entries = [...due];
    try {
      concealed(await record(entries.map(([, { presence }]) => ({ ...presence }))));
      for (const [key, entry] of entries) {
        due.delete(key);
        entry.recordedAt = now;
      }
    } catch (error) {
      // Those who are due are recorded the next time.
      if (!reportUnavailable(log, error)) log.error({ err: error }, 'presence could not be recorded');
    }
  };
}
