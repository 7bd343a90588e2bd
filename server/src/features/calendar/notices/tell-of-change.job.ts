import { nowText } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/ids.ts';
import type { JobKind, Jobs } from '#server/platform/jobs/jobs.ts';
import type { LockedEvent, StoredEvent } from '../series/series.queries.ts';
import { insertActNotices, selectToldEvents } from './notices.queries.ts';
import { type Teller, tellPeople } from './tell-people.ts';

/** What was done to some events, and by whom. */
interface Act {
  act_id: string;
  kind: 'changed' | 'cancelled';
  event_ids: string[];
  actor_id: string;
}

const peopleAtOnce = 200;
/** What people who mean to come need to hear of. */
const toldFields = ['title', 'starts_at', 'ends_at', 'location_type', 'url', 'address'] as const;

/** Queues telling those who mean to come of what an act changed about events that lie ahead. */
export async function queueTelling(
  tx: Tx,
  jobs: Jobs,
  act: { actor_id: string; before: LockedEvent[]; after: StoredEvent[]; at: string },
): Promise<void> {
  const known = new Map(act.before.map((event) => [event.id, event]));
  const changed: string[] = [];
  const cancelled: string[] = [];
  for (const event of act.after) {
    const old = known.get(event.id);
    if (!old || old.deleted_at !== null || old.status === 'cancelled' || old.ends_at <= act.at) continue;
    if (event.deleted_at !== null || event.status === 'cancelled') cancelled.push(event.id);
    else if (toldFields.some((field) => event[field] !== old[field])) changed.push(event.id);
  }
  for (const [kind, event_ids] of [
    ['changed', changed],
    ['cancelled', cancelled],
  ] as const) {
    const job: Act = { act_id: newId(), kind, event_ids, actor_id: act.actor_id };
    if (event_ids.length > 0) await jobs.enqueue(tx, 'tell-of-event-change', job);
  }
}

/** Tells each of them once, of the first of their events that the act was about. */
export async function tellOfChange(teller: Teller, act: Act): Promise<void> {
  const events = new Map(
    (await selectToldEvents(teller.db, act.event_ids)).map((event) => [event.id, event]),
  );
  for (let more = true; more; ) {
    more = await teller.db.transaction().execute(async (tx) => {
      const noted = await insertActNotices(tx, { ...act, now: nowText(), limit: peopleAtOnce });
      const told = [...events.values()].map((event) => ({
        event,
        user_ids: noted.filter(({ event_id }) => event_id === event.id).map(({ user_id }) => user_id),
      }));
      await tellPeople(
        tx,
        teller,
        act.kind,
        told.filter(({ user_ids }) => user_ids.length > 0),
      );
      return noted.length > 0;
    });
  }
}

export function tellOfChangeJob(teller: Teller): JobKind<Act> {
  return { name: 'tell-of-event-change', run: (act) => tellOfChange(teller, act) };
}
