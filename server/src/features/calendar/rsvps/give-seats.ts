import type { Rsvp } from '#contract/features/calendar/calendar.ts';
import type { LivePayload } from '#contract/live.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { publish, spaceChannel, userChannel } from '#server/platform/live/publish.ts';
import { promoteWaiting, waitlistPortion } from './promote-waiting.ts';
import {
  deleteRsvps,
  findRsvps,
  type RsvpCounts,
  type RsvpTarget,
  updateRsvpCounts,
  upsertRsvps,
} from './rsvps.queries.ts';

type PublishedChange = LivePayload<'event.rsvps_changed'>['events'][number];
/** The result of an RSVP: the event's totals, whose RSVP changed, and whether the event has rules. */
export type RsvpChange = PublishedChange & Pick<RsvpCounts, 'has_rules'>;

const countOf = (rsvp: Rsvp | null, of: Rsvp) => (rsvp === of ? 1 : 0);

/**
 * Writes a user's RSVP to events that this transaction has locked; null deletes it. Going to a full event joins the
 * waitlist. A user who is going or waiting keeps their seat or position. A freed seat goes to the first user on the
 * waitlist who can open the event, and so do seats that were left because nobody could. Of a longer waitlist than a portion, the rest
 * gets its turn in the job, and newcomers wait behind it. The number of statements doesn't depend on the number of events.
 * @returns the events that changed
 */
export async function applyRsvps(
  tx: Tx,
  events: RsvpTarget[],
  userId: string,
  response: 'going' | 'maybe' | 'no' | null,
): Promise<RsvpChange[]> {
  const filled = await fillSeats(
    tx,
    events.filter(({ status }) => status === 'scheduled'),
  );
  const changes = await writeRsvps(tx, afterFilling(events, filled), userId, response);
  return mergeChanges([...filled, ...changes]);
}

/** An event whose free seats were given. Behind a long waitlist, newcomers wait: not all of it was looked at. */
type FilledEvent = RsvpTarget & { has_long_waitlist: boolean };

/** Returns events as they are after their free seats were given. */
function afterFilling(events: RsvpTarget[], changes: RsvpChange[]): FilledEvent[] {
  const changed = new Map(changes.map((change) => [change.event_id, change]));
  return events.map((event) => {
    const { going_count, waitlist_count } = changed.get(event.id) ?? event;
    const has_long_waitlist = event.waitlist_count > waitlistPortion;
    return { ...event, going_count, waitlist_count, has_long_waitlist };
  });
}

/** Returns changes of events as one for each event: its last totals, and the last RSVP of each user. */
function mergeChanges(changes: RsvpChange[]): RsvpChange[] {
  const merged = new Map<string, RsvpChange>();
  for (const change of changes) {
    const earlier = merged.get(change.event_id)?.rsvps ?? [];
    const rsvps = new Map([...earlier, ...change.rsvps].map((rsvp) => [rsvp.user_id, rsvp]));
    merged.set(change.event_id, { ...change, rsvps: [...rsvps.values()] });
  }
  return [...merged.values()];
}

async function writeRsvps(
  tx: Tx,
  events: FilledEvent[],
  userId: string,
  response: 'going' | 'maybe' | 'no' | null,
): Promise<RsvpChange[]> {
  if (events.length === 0) return [];
  const existing = await findRsvps(
    tx,
    events.map(({ id }) => id),
    userId,
  );
  const planned = events.flatMap((event) => {
    const before = existing.get(event.id) ?? null;
    const isFull =
      event.capacity !== null && (event.going_count >= event.capacity || event.has_long_waitlist);
    const stays = response === 'going' && (before === 'going' || before === 'waiting');
    const after: Rsvp | null = response === 'going' && isFull ? 'waiting' : response;
    return stays || before === after ? [] : [{ event, before, after }];
  });
  const freed = planned.filter(
    ({ event, before }) => before === 'going' && event.waitlist_count > 0 && event.status === 'scheduled',
  );
  const promoted = await promoteWaiting(
    tx,
    freed.map(({ event }) => ({ event_id: event.id, seats: 1 })),
  );
  const totals = await updateRsvpCounts(
    tx,
    planned.map(({ event, before, after }) => {
      const difference = (of: Rsvp) => countOf(after, of) - countOf(before, of);
      const moved = promoted.get(event.id)?.length ?? 0;
      return {
        event_id: event.id,
        going: difference('going') + moved,
        maybe: difference('maybe'),
        waiting: difference('waiting') - moved,
      };
    }),
  );
  const at = nowIso();
  await upsertRsvps(
    tx,
    planned.flatMap(({ event, after }) => {
      if (after === null) return [];
      const { version } = totalsOf(totals, event.id);
      const { id: event_id, space_id } = event;
      return [
        { event_id, user_id: userId, space_id, rsvp: after, queue_position: version, responded_at: at },
      ];
    }),
  );
  const deleted = planned.filter(({ after }) => after === null);
  await deleteRsvps(
    tx,
    deleted.map(({ event }) => event.id),
    userId,
  );
  return planned.map(({ event, after }) => ({
    event_id: event.id,
    ...totalsOf(totals, event.id),
    rsvps: [{ user_id: userId, rsvp: after }, ...(promoted.get(event.id) ?? []).map(toGoing)],
  }));
}

/**
 * Gives the seats that events have left, by their capacity now, to the first waiting who can open them. Returns the events that
 * changed.
 * @param passed how many of the waitlists were looked at before
 */
export async function fillSeats(
  tx: Tx,
  events: Pick<RsvpTarget, 'id' | 'capacity' | 'going_count' | 'waitlist_count'>[],
  passed = 0,
): Promise<RsvpChange[]> {
  const free = events.flatMap(({ id, capacity, going_count, waitlist_count }) => {
    const seats = capacity === null ? waitlist_count : capacity - going_count;
    return seats > 0 && waitlist_count > 0 ? [{ event_id: id, seats }] : [];
  });
  const promoted = [...(await promoteWaiting(tx, free, passed))];
  const totals = await updateRsvpCounts(
    tx,
    promoted.map(([event_id, { length }]) => ({ event_id, going: length, maybe: 0, waiting: -length })),
  );
  return promoted.map(([event_id, userIds]) => ({
    event_id,
    ...totalsOf(totals, event_id),
    rsvps: userIds.map(toGoing),
  }));
}

function totalsOf(totals: Map<string, RsvpCounts>, eventId: string): RsvpCounts {
  const found = totals.get(eventId);
  if (!found) throw new Error('A locked event is gone');
  return found;
}

const toGoing = (userId: string) => ({ user_id: userId, rsvp: 'going' as const });
/** Above this number, changed RSVPs aren't published individually. */
const maxPublishedRsvps = 500;

/**
 * Publishes changed RSVPs to the space. Of events with rules it isn't published whose RSVP changed, because the list of attendees
 * isn't open to everyone: these users' own pages refetch the calendar.
 */
export async function publishRsvps(tx: Tx, spaceId: string, changes: RsvpChange[]): Promise<void> {
  const rsvps = changes.reduce((sum, change) => sum + change.rsvps.length, 0);
  if (rsvps === 0) return;
  if (rsvps > maxPublishedRsvps) {
    await publish(tx, spaceChannel(spaceId), 'calendar.changed', { space_id: spaceId });
    return;
  }
  const own = new Set<string>();
  const events = changes.map(({ has_rules, ...change }): PublishedChange => {
    if (!has_rules) return change;
    for (const { user_id } of change.rsvps) own.add(user_id);
    return { ...change, rsvps: [] };
  });
  await publish(tx, spaceChannel(spaceId), 'event.rsvps_changed', { events });
  for (const userId of own) await publish(tx, userChannel(userId), 'calendar.changed', { space_id: spaceId });
}
