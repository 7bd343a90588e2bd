import type { LiveEvent } from '#contract/live.ts';
import type { Database } from '../db/database.ts';
import { listen } from '../db/notifications.ts';
import type { Logger } from '../log.ts';
import { selectEventsAfter, selectLiveState, sequencedAtOnce, sequenceLiveEvents } from './live.queries.ts';

/** Hands every committed event to `deliver`, in order of its number, once for each process. */
export interface Dispatcher {
  /** The number of the last event handed over. */
  position(): number;
  stop(): Promise<void>;
}

const pageSize = 500;
/** A safety net under NOTIFY: how often, in milliseconds, the outbox is looked at anyway. */
const sweepEvery = 5_000;

export async function startDispatcher(input: {
  db: Database;
  databaseUrl: string;
  log: Logger;
  deliver: (event: LiveEvent) => void | Promise<void>;
}): Promise<Dispatcher> {
  const { db, log, deliver } = input;
  let position = (await selectLiveState(db)).last_seq;
  let stopped = false;
  let running: Promise<void> | null = null;
  let again = { sequence: false, read: false };

  const work = async (): Promise<void> => {
    while (!stopped && (again.sequence || again.read)) {
      const todo = again;
      again = { sequence: false, read: false };
      // Fewer than it may take means that it took all; what commits later brings its own notification.
      if (todo.sequence) while ((await sequenceLiveEvents(db)) === sequencedAtOnce) {}
      for (;;) {
        const events = await selectEventsAfter(db, position, pageSize);
        for (const event of events) {
          await deliver(event);
          position = event.seq;
        }
        if (events.length < pageSize) break;
      }
    }
  };
  const wake = (sequence: boolean): void => {
    again.read = true;
    again.sequence ||= sequence;
    running ??= work()
      .catch((error) => log.error({ err: error }, 'live events could not be handed over; trying again'))
      .finally(() => {
        running = null;
      });
  };

  const notifications = await listen(
    input.databaseUrl,
    ['live_pending', 'live_sequenced'],
    {
      notify: (channel, payload) => {
        if (channel === 'live_pending') wake(true);
        // This process's own sequencing comes back as a notification; it has read that far by then.
        else if (Number(payload) > position) wake(false);
      },
      connect: () => wake(true),
    },
    log,
  );
  const sweep = setInterval(() => wake(true), sweepEvery);
  sweep.unref();
  return {
    position: () => position,
    async stop() {
      stopped = true;
      clearInterval(sweep);
      await notifications.stop();
      await running;
    },
  };
}
