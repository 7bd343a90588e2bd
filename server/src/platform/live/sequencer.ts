import type { LiveEvent } from '#contract/live.ts';
import type { Database } from '../db/database.ts';
import { sequencedAtOnce, sequenceLiveEvents } from './live.queries.ts';

/** Numbers the events that this process committed, right after the commit. */
export interface Sequencer {
  /** Starts a run, because there may be events without a number. */
  wake(): void;
  /** Reports the events numbered here, in order, and failures. Returns a function that ends this. */
  follow(on: { numbered: (events: LiveEvent[]) => void; failed: (error: unknown) => void }): () => void;
}

/** Milliseconds from a failure until the next attempt. */
const retryAfter = 500;

const sequencers = new WeakMap<Database, Sequencer>();

/**
 * Returns the sequencer of a database in this process. There is one run at a time; events that are committed in the
 * meantime are numbered together in the next run. A failed run is repeated. If the process ends before, the sweep of any
 * dispatcher numbers its events.
 */
export function sequencerOf(db: Database): Sequencer {
  const known = sequencers.get(db);
  if (known) return known;
  let running = false;
  let again = false;
  let isRetrying = false;
  let followers: Parameters<Sequencer['follow']>[0][] = [];
  const run = async (): Promise<void> => {
    running = true;
    try {
      while (again) {
        again = false;
        const events = await sequenceLiveEvents(db);
        // Fewer than the maximum means that it numbered all.
        again ||= events.length === sequencedAtOnce;
        if (events.length > 0) for (const { numbered } of followers) numbered(events);
      }
    } catch (error) {
      again = false;
      for (const { failed } of followers) failed(error);
      if (followers.length > 0) tryAgainLater();
    } finally {
      running = false;
    }
  };
  const tryAgainLater = () => {
    if (isRetrying) return;
    isRetrying = true;
    setTimeout(() => {
      isRetrying = false;
      sequencer.wake();
    }, retryAfter).unref();
  };
  const sequencer: Sequencer = {
    wake() {
      again = true;
      if (!running) void run();
    },
    follow(on) {
      followers = [...followers, on];
      return () => {
        followers = followers.filter((follower) => follower !== on);
      };
    },
  };
  sequencers.set(db, sequencer);
  return sequencer;
}
