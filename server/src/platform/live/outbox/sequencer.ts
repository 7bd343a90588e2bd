import type { LiveEvent } from '#contract/live.ts';
import type { Database } from '../../db/database.ts';
import { type SequencedEvent, sequencedAtOnce, sequenceLiveEvents } from '../live.queries.ts';
import type { Announced } from './announcer.ts';

/** Numbers the events that this process committed, right after the commit. */
export interface Sequencer {
  /** Starts a run for channels that may have events without a number. */
  wake(channels: readonly string[], changesAccess: boolean): void;
  /** Reports the events numbered here, by channel and in order, and failures. Returns a function that ends this. */
  follow(on: { numbered: (batches: Announced[]) => void; failed: (error: unknown) => void }): () => void;
}

/** Milliseconds from a failure until the next attempt. */
const retryAfter = 500;
/** Maximum number of channels in one run, which locks them all. */
const maxChannels = 200;

const sequencers = new WeakMap<Database, Sequencer>();

/** Groups events by channel, in the order of the first event of each. */
function toBatches(sequenced: readonly SequencedEvent[]): Announced[] {
  const batches = new Map<string, Announced & { events: LiveEvent[] }>();
  for (const { changes_access, previous, access_seq, announcement, ...event } of sequenced) {
    const { channel, seq: last } = event;
    const known = batches.get(channel);
    if (known) {
      known.events.push(event);
      known.last = last;
      known.changes_access ||= changes_access;
    } else {
      batches.set(channel, {
        channel,
        previous,
        last,
        access_seq,
        announcement,
        changes_access,
        events: [event],
      });
    }
  }
  return [...batches.values()];
}

/**
 * Returns the sequencer of a database in this process. There is one run at a time; events that are committed in the
 * meantime are numbered together in the next run. A failed run is repeated. If the process ends before, the sweep of any
 * live process numbers its events.
 */
export function sequencerOf(db: Database): Sequencer {
  const known = sequencers.get(db);
  if (known) return known;
  const waiting = new Set<string>();
  let accessWaits = false;
  let running = false;
  let isRetrying = false;
  let followers: Parameters<Sequencer['follow']>[0][] = [];

  const number = async (channels: string[], withAccess: boolean): Promise<void> => {
    const sequenced =
      (await sequenceLiveEvents(db, channels, withAccess)) ??
      (await sequenceLiveEvents(db, channels, true)) ??
      [];
    // Fewer than the maximum means that it numbered all.
    if (sequenced.length >= sequencedAtOnce) for (const channel of channels) waiting.add(channel);
    const batches = toBatches(sequenced);
    if (batches.length > 0) for (const { numbered } of followers) numbered(batches);
  };
  const run = async (): Promise<void> => {
    running = true;
    while (waiting.size > 0) {
      const channels = [...waiting].slice(0, maxChannels);
      const withAccess = accessWaits;
      accessWaits = false;
      for (const channel of channels) waiting.delete(channel);
      try {
        await number(channels, withAccess);
      } catch (error) {
        for (const channel of channels) waiting.add(channel);
        accessWaits ||= withAccess;
        for (const { failed } of followers) failed(error);
        if (followers.length > 0) tryAgainLater();
        break;
      }
    }
    running = false;
  };
  const tryAgainLater = () => {
    if (isRetrying) return;
    isRetrying = true;
    setTimeout(() => {
      isRetrying = false;
      sequencer.wake([], false);
    }, retryAfter).unref();
  };
  const sequencer: Sequencer = {
    wake(channels, changesAccess) {
      for (const channel of channels) waiting.add(channel);
      accessWaits ||= changesAccess;
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
