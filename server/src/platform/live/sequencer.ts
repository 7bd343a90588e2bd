import type { LiveEvent } from '#contract/live.ts';
import type { Database } from '../db/database.ts';
import { sequencedAtOnce, sequenceLiveEvents } from './live.queries.ts';

/** Gives the events that this process committed their numbers, as soon as they are there. */
export interface Sequencer {
  /** There may be events without a number. */
  wake(): void;
  /** Hears of the events numbered here, in the order of their numbers, and of failures, until the returned function runs. */
  follow(on: { numbered: (events: LiveEvent[]) => void; failed: (error: unknown) => void }): () => void;
}

/** Milliseconds after a failure until the next try. */
const retryAfter = 500;

const sequencers = new WeakMap<Database, Sequencer>();

/**
 * The sequencer of a database in this process. One run at a time: what is committed meanwhile is numbered together in the
 * next. A run that fails is repeated; what a process leaves behind that ends first, the sweep of any dispatcher numbers.
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
        // Fewer than it may take means that it took all.
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
