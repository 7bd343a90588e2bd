import type { Rsvp } from '#contract/calendar.ts';
import type { LivePayload } from '#contract/live.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { publish, spaceTopic } from '#server/platform/live/publish.ts';
import {
  deleteRsvp,
  findRsvp,
  promoteFirstWaiting,
  type RsvpTarget,
  updateRsvpCounts,
  upsertRsvp,
} from './rsvps.queries.ts';

/** The result of an RSVP: the event's totals, and whose RSVP changed. */
export type RsvpChange = LivePayload<'event.rsvps_changed'>['events'][number];

const countOf = (rsvp: Rsvp | null, of: Rsvp) => (rsvp === of ? 1 : 0);

/**
 * Sets a user's RSVP to an event that this transaction has locked; null withdraws it. Going to a full event joins the
 * waitlist; someone who is already going or waiting keeps their seat or position. A freed seat goes to the first
 * person on the waitlist.
 * @returns what changed, or null
 */
export async function applyRsvp(
  tx: Tx,
  event: RsvpTarget,
  userId: string,
  response: 'going' | 'maybe' | 'no' | null,
): Promise<RsvpChange | null> {
  const before = await findRsvp(tx, event.id, userId);
  const isFull = event.capacity !== null && event.going_count >= event.capacity;
  const isUnchanged = response === 'going' && (before === 'going' || before === 'waiting');
  const after: Rsvp | null = response === 'going' && isFull ? 'waiting' : response;
  if (isUnchanged || before === after) return null;

  const freesSeat = before === 'going' && event.waitlist_count > 0;
  const promoted = freesSeat ? await promoteFirstWaiting(tx, event.id, 1) : [];
  const difference = (of: Rsvp) => countOf(after, of) - countOf(before, of);
  const totals = await updateRsvpCounts(tx, event.id, {
    going: difference('going') + promoted.length,
    maybe: difference('maybe'),
    waiting: difference('waiting') - promoted.length,
  });
  if (after === null) await deleteRsvp(tx, event.id, userId);
  else {
    await upsertRsvp(tx, {
      event_id: event.id,
      user_id: userId,
      space_id: event.space_id,
      rsvp: after,
      queue_position: totals.version,
      responded_at: nowIso(),
    });
  }
  return {
    event_id: event.id,
    ...totals,
    rsvps: [{ user_id: userId, rsvp: after }, ...promoted.map(toGoing)],
  };
}

/** Gives an event's free seats, by its current capacity, to the first people on the waitlist. */
export async function fillSeats(
  tx: Tx,
  event: Pick<RsvpTarget, 'id' | 'capacity' | 'going_count' | 'waitlist_count'>,
): Promise<RsvpChange | null> {
  const free = event.capacity === null ? event.waitlist_count : event.capacity - event.going_count;
  if (free <= 0 || event.waitlist_count === 0) return null;
  const promoted = await promoteFirstWaiting(tx, event.id, free);
  const change = { going: promoted.length, maybe: 0, waiting: -promoted.length };
  const totals = await updateRsvpCounts(tx, event.id, change);
  return { event_id: event.id, ...totals, rsvps: promoted.map(toGoing) };
}

const toGoing = (userId: string) => ({ user_id: userId, rsvp: 'going' as const });
/** Above this number, changed RSVPs aren't published individually. */
const maxPublishedRsvps = 500;

/** Publishes changed RSVPs to the space. */
export async function publishRsvps(tx: Tx, spaceId: string, changes: RsvpChange[]): Promise<void> {
  const rsvps = changes.reduce((sum, change) => sum + change.rsvps.length, 0);
  if (rsvps === 0) return;
  if (rsvps > maxPublishedRsvps)
    await publish(tx, spaceTopic(spaceId), 'calendar.changed', { space_id: spaceId });
  else await publish(tx, spaceTopic(spaceId), 'event.rsvps_changed', { events: changes });
}
