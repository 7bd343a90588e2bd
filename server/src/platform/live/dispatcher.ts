import type { LiveEvent } from '#contract/live.ts';
import type { Database } from '../db/database.ts';
import { listen } from '../db/notifications.ts';
import type { Logger } from '../log.ts';
import { reportUnavailable } from '../unavailable.ts';
import { getLiveState, listEventsAfter, signalChannel } from './live.queries.ts';
import { sequencerOf } from './sequencer.ts';

/** Passes every committed event to `deliver`, in the order of their numbers, and again after a failure. */
export interface Dispatcher {
  /** The number of the last delivered event. */
  position(): number;
  stop(): Promise<void>;
}

const pageSize = 500;
/** How often the outbox is read without a notification, for events of a process that ended too early. Milliseconds. */
const sweepEvery = 5_000;
/** Milliseconds from a failure until the outbox is read again. */
const retryAfter = 500;

interface DeliveryOptions {
  db: Database;
  log: Logger;
  deliver: (events: LiveEvent[]) => Promise<void>;
}

/** Delivers the events after `from`: those that this process numbered, and all others from the outbox. */
function createOutboxReader({ db, log, deliver }: DeliveryOptions, from: number) {
  let position = from;
  let stopped = false;
  let running: Promise<void> | null = null;
  let unread = false;
  let numberedHere: LiveEvent[] = [];
  let retry: NodeJS.Timeout | null = null;

  const handOver = async (events: LiveEvent[]): Promise<void> => {
    await deliver(events);
    position = events.at(-1)?.seq ?? position;
  };
  const readOn = async (): Promise<void> => {
    for (;;) {
      const events = await listEventsAfter(db, position, pageSize);
      if (events.length > 0) await handOver(events);
      if (events.length < pageSize) return;
    }
  };
  const work = async (): Promise<void> => {
    while (!stopped && (unread || numberedHere.length > 0)) {
      const mine = numberedHere.filter(({ seq }) => seq > position);
      numberedHere = [];
      // If there is a gap before them, another process numbered events that this one hasn't read.
      const nextIsMine = mine[0]?.seq === position + 1;
      if (nextIsMine) await handOver(mine);
      if (unread || (mine.length > 0 && !nextIsMine)) {
        unread = false;
        await readOn();
      }
    }
  };
  const start = (): void => {
    running ??= work()
      .catch((error) => {
        if (!reportUnavailable(log, error))
          log.error({ err: error }, "Couldn't deliver live events; trying again");
        retry ??= setTimeout(() => {
          retry = null;
          read();
        }, retryAfter).unref();
      })
      .finally(() => {
        running = null;
      });
  };
  const read = (): void => {
    unread = true;
    start();
  };

  return {
    /** The number of the last delivered event. */
    position: () => position,
    /** Delivers events that this process has numbered, without reading them. */
    deliverNumbered(events: LiveEvent[]): void {
      numberedHere = numberedHere.length === 0 ? events : [...numberedHere, ...events];
      start();
    },
    /** Reads the outbox until there is nothing new. */
    read,
    /** Starts nothing more. */
    stop(): void {
      stopped = true;
      if (retry) clearTimeout(retry);
    },
    /** Resolves when no events are being delivered. */
    finished: async (): Promise<void> => {
      await running;
    },
  };
}

export async function startDispatcher(
  input: DeliveryOptions & {
    databaseUrl: string;
    /** Called with each signal that any process sent, as text. */
    receiveSignal: (signal: string) => void;
  },
): Promise<Dispatcher> {
  const { db, log } = input;
  const sequencer = sequencerOf(db);
  const outbox = createOutboxReader(input, (await getLiveState(db)).last_seq);
  const unfollow = sequencer.follow({
    numbered: outbox.deliverNumbered,
    failed: (error) => {
      if (!reportUnavailable(log, error))
        log.warn({ err: error }, "Couldn't number live events; trying again");
    },
  });

  const notifications = await listen(
    input.databaseUrl,
    ['live_sequenced', signalChannel],
    {
      // This process also receives notifications of its own events, which it already has.
      notify: (channel, payload) => {
        if (channel === signalChannel) input.receiveSignal(payload);
        else if (Number(payload) > outbox.position()) outbox.read();
      },
      connect: () => {
        sequencer.wake();
        outbox.read();
      },
    },
    log,
  );
  const sweep = setInterval(() => {
    sequencer.wake();
    outbox.read();
  }, sweepEvery);
  sweep.unref();
  return {
    position: outbox.position,
    async stop() {
      outbox.stop();
      unfollow();
      clearInterval(sweep);
      await notifications.stop();
      await outbox.finished();
    },
  };
}
