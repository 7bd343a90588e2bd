import { sql } from 'kysely';
import type { Rsvp } from '#contract/calendar.ts';
import { type Db, pageLimit } from '#server/platform/db/database.ts';
import { personJson } from '../calendar.queries.ts';
import type { LockedEvent } from '../series/series.queries.ts';

export async function findRsvp(db: Db, eventId: string, userId: string): Promise<Rsvp | null> {
  const row = await db
    .selectFrom('event_rsvps')
    .select('rsvp')
    .where('event_id', '=', eventId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return (row?.rsvp as Rsvp | undefined) ?? null;
}

/** Inserts or updates an RSVP. `queue_position` orders attendees and the waitlist. */
export async function upsertRsvp(
  db: Db,
  response: {
    event_id: string;
    user_id: string;
    space_id: string;
    rsvp: Rsvp;
    queue_position: number;
    responded_at: string;
  },
): Promise<void> {
  const { rsvp, queue_position, responded_at } = response;
  await db
    .insertInto('event_rsvps')
    .values(response)
    .onConflict((conflict) =>
      conflict.columns(['event_id', 'user_id']).doUpdateSet({ rsvp, queue_position, responded_at }),
    )
    .execute();
}

export async function deleteRsvp(db: Db, eventId: string, userId: string): Promise<void> {
  await db.deleteFrom('event_rsvps').where('event_id', '=', eventId).where('user_id', '=', userId).execute();
}

/** Gives seats to the first `seats` people on a waitlist. Returns their user ids. */
export async function promoteFirstWaiting(db: Db, eventId: string, seats: number): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    update event_rsvps set rsvp = 'going'
    where event_id = ${eventId}::uuid and user_id in (
      select user_id from event_rsvps where event_id = ${eventId}::uuid and rsvp = 'waiting'
      order by queue_position, user_id limit ${seats})
    returning user_id`.execute(db);
  return rows.map((row) => row.user_id);
}

export interface RsvpCounts {
  going_count: number;
  maybe_count: number;
  waitlist_count: number;
  version: number;
}

/** Changes an event's totals by these amounts. */
export async function updateRsvpCounts(
  db: Db,
  eventId: string,
  change: { going: number; maybe: number; waiting: number },
): Promise<RsvpCounts> {
  return await db
    .updateTable('events')
    .set((eb) => ({
      going_count: eb('going_count', '+', change.going),
      maybe_count: eb('maybe_count', '+', change.maybe),
      waitlist_count: eb('waitlist_count', '+', change.waiting),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', eventId)
    .returning(['going_count', 'maybe_count', 'waitlist_count', 'version'])
    .executeTakeFirstOrThrow();
}

const lockedColumns = sql`e.id, e.space_id, e.series_id, e.capacity, e.status, e.ends_at, e.going_count, e.waitlist_count`;
/** The columns of an event that RSVPs need. */
export type RsvpTarget = Pick<
  LockedEvent,
  'id' | 'space_id' | 'series_id' | 'capacity' | 'status' | 'ends_at' | 'going_count' | 'waitlist_count'
>;

/**
 * Returns an event that isn't deleted, locked until the transaction ends, so that RSVPs to one event run one after
 * another.
 */
export async function findRsvpTarget(db: Db, eventId: string): Promise<RsvpTarget | null> {
  const { rows } = await sql<RsvpTarget>`
    select ${lockedColumns} from events e where e.id = ${eventId}::uuid and e.deleted_at is null
    for no key update`.execute(db);
  return rows[0] ?? null;
}

/** Returns the scheduled events of a series that aren't over, by id, locked until the transaction ends. */
export async function listRsvpTargets(db: Db, seriesId: string, now: string): Promise<RsvpTarget[]> {
  const { rows } = await sql<RsvpTarget>`
    select ${lockedColumns} from events e
    where e.series_id = ${seriesId}::uuid and e.deleted_at is null and e.status = 'scheduled'
      and e.ends_at > ${now}::timestamptz
    order by e.id for no key update`.execute(db);
  return rows;
}

/** Returns the upcoming events of a space that the user has an RSVP for, by id, locked likewise. */
export async function listRsvpTargetsOfUser(
  db: Db,
  spaceId: string,
  userId: string,
  now: string,
): Promise<RsvpTarget[]> {
  const { rows } = await sql<RsvpTarget>`
    select ${lockedColumns} from events e
    where e.id in (select event_id from event_rsvps r
        where r.user_id = ${userId}::uuid and r.space_id = ${spaceId}::uuid)
      and e.deleted_at is null and e.ends_at > ${now}::timestamptz
    order by e.id for no key update`.execute(db);
  return rows;
}

/** Removes a user from the hosts of upcoming events. Returns these events. */
export async function removeHost(
  db: Db,
  spaceId: string,
  userId: string,
  now: string,
): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    update events set host_ids = array_remove(host_ids, ${userId}::uuid), version = version + 1
    where space_id = ${spaceId}::uuid and deleted_at is null and starts_at > ${now}::timestamptz
      and host_ids @> array[${userId}::uuid] returning id`.execute(db);
  return rows;
}

export interface AttendeeRow {
  user: { id: string; full_name: string; username: string; avatar_url: string | null; profile_url: string };
  user_id: string;
  queue_position: number;
  responded_at: string;
}

/** Returns people with an RSVP to an event, in order of response. */
export async function listAttendees(
  db: Db,
  input: {
    event_id: string;
    rsvp: Rsvp;
    after: { queue_position: number; user_id: string } | null;
    limit: number;
  },
): Promise<AttendeeRow[]> {
  const after = input.after
    ? sql`and (r.queue_position, r.user_id) > (${input.after.queue_position}::integer, ${input.after.user_id}::uuid)`
    : sql``;
  const { rows } = await sql<AttendeeRow>`
    select ${personJson('u')} as user, r.user_id, r.queue_position, r.responded_at
    from event_rsvps r join users u on u.id = r.user_id
    where r.event_id = ${input.event_id}::uuid and r.rsvp = ${input.rsvp} ${after}
    order by r.queue_position, r.user_id limit ${pageLimit(input.limit)}`.execute(db);
  return rows;
}
