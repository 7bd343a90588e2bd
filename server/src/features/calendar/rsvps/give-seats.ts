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

/** What an answer changed: the event's totals, and whose answer is another now. */
export type RsvpChange = LivePayload<'event.rsvps_changed'>['events'][number];

const share = (rsvp: Rsvp | null, of: Rsvp) => (rsvp === of ? 1 : 0);

/**
 * Writes a person's answer to an event that this transaction holds; null takes it back. Going to a full event is waiting;
 * whoever goes or waits already keeps their seat or place. A seat that this frees goes to the first waiting.
 * @returns what changed, null when nothing did
 */
export async function applyRsvp(
  tx: Tx,
  event: RsvpTarget,
  userId: string,
  response: 'going' | 'maybe' | 'no' | null,
): Promise<RsvpChange | null> {
  const before = await findRsvp(tx, event.id, userId);
  const isFull = event.capacity !== null && event.going_count >= event.capacity;
  const stays = response === 'going' && (before === 'going' || before === 'waiting');
  const after: Rsvp | null = response === 'going' && isFull ? 'waiting' : response;
  if (stays || before === after) return null;

  const frees = before === 'going' && event.waitlist_count > 0;
  const promoted = frees ? await promoteFirstWaiting(tx, event.id, 1) : [];
  const difference = (of: Rsvp) => share(after, of) - share(before, of);
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

/** Gives the seats that an event has left, by its capacity now, to the first waiting. */
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
/** So many changed answers are not told one by one. */
const notifiedIndividually = 500;

/** Tells the space of changed answers. */
export async function publishRsvps(tx: Tx, spaceId: string, changes: RsvpChange[]): Promise<void> {
  const rsvps = changes.reduce((sum, change) => sum + change.rsvps.length, 0);
  if (rsvps === 0) return;
  if (rsvps > notifiedIndividually)
    await publish(tx, spaceTopic(spaceId), 'calendar.changed', { space_id: spaceId });
  else await publish(tx, spaceTopic(spaceId), 'event.rsvps_changed', { events: changes });
}
