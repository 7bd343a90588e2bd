import { nowMs, nowText } from '#server/platform/clock.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import { deleteOldNotices, insertReminders, selectEventsToRemind } from './notices.queries.ts';
import { type Teller, tellPeople } from './tell-people.ts';

const reminderKinds = ['day', 'soon', 'start'] as const;
const eventsAtOnce = 50;
const peopleAtOnce = 200;
const keptFor = 60 * 24 * 60 * 60 * 1000;

/**
 * Reminds people of events: the day before, and 15 minutes before, or at the start for those who answered later than that. Who was told of which start is noted in the same
 * transaction, so that running twice, or twice at once, tells nobody twice; an event that was moved is another start.
 */
export async function remindOfEvents(teller: Teller): Promise<void> {
  for (const kind of reminderKinds) {
    for (let more = true; more; ) {
      const events = await selectEventsToRemind(teller.db, kind, nowText(), eventsAtOnce);
      let told = 0;
      for (const event of events) {
        told += await teller.db.transaction().execute(async (tx) => {
          const user_ids = await insertReminders(tx, kind, event, nowText(), peopleAtOnce);
          if (user_ids.length > 0) await tellPeople(tx, teller, kind, [{ event, user_ids }]);
          return user_ids.length;
        });
      }
      // Whoever was told is not found again; another process may have told the rest meanwhile.
      more = told > 0;
    }
  }
}

export function remindOfEventsJob(teller: Teller): JobKind {
  return { name: 'remind-of-events', schedule: '* * * * *', run: () => remindOfEvents(teller) };
}

/** Forgets who was told of events long past. */
export function sweepEventNoticesJob({ db }: Pick<Teller, 'db'>): JobKind {
  return {
    name: 'sweep-event-notices',
    schedule: '43 4 * * *',
    run: () => deleteOldNotices(db, new Date(nowMs() - keptFor).toISOString()),
  };
}
