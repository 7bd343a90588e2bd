import { sql } from 'kysely';
import type { Rsvp } from '#contract/features/calendar/calendar.ts';
import type { Person } from '#contract/users.ts';
import { type Db, pageLimit } from '#server/platform/db/database.ts';
import { personJson } from '#server/platform/people/person.queries.ts';
import { type EventAccessColumns, eventAccessColumns } from '../event-access/event-access.queries.ts';
import type { LockedEvent } from '../series/series.queries.ts';

/** A user's RSVPs to these events, by event. */
export async function findRsvps(db: Db, eventIds: string[], userId: string): Promise<Map<string, Rsvp>> {
  const { rows } = await sql<{ event_id: string; rsvp: Rsvp }>`
    select event_id, rsvp from event_rsvps
    where user_id = ${userId}::uuid and event_id = any(${eventIds}::uuid[])`.execute(db);
  return new Map(rows.map(({ event_id, rsvp }) => [event_id, rsvp]));
}

/** Writes a user's RSVPs. `queue_position` is the position in the waitlist. */
export async function upsertRsvps(
  db: Db,
  rsvps: {
    event_id: string;
    user_id: string;
    space_id: string;
    rsvp: Rsvp;
    queue_position: number;
    responded_at: string;
  }[],
): Promise<void> {
  if (rsvps.length === 0) return;
  await db
    .insertInto('event_rsvps')
    .values(rsvps)
    .onConflict((conflict) =>
      conflict.columns(['event_id', 'user_id']).doUpdateSet((eb) => ({
        rsvp: eb.ref('excluded.rsvp'),
        queue_position: eb.ref('excluded.queue_position'),
        responded_at: eb.ref('excluded.responded_at'),
      })),
    )
    .execute();
}

export async function deleteRsvps(db: Db, eventIds: string[], userId: string): Promise<void> {
  if (eventIds.length === 0) return;
  await sql`delete from event_rsvps
    where user_id = ${userId}::uuid and event_id = any(${eventIds}::uuid[])`.execute(db);
}

/** A portion of the waitlist of an event with rules, first in line first. */
export interface RuledWaitlist extends EventAccessColumns {
  id: string;
  space_id: string;
  host_ids: string[];
  user_ids: string[];
}

/** Returns who waits for those of the events that have rules, up to a limit, after the first `passed`. */
export async function listRuledWaitlists(
  db: Db,
  eventIds: string[],
  { passed, limit }: { passed: number; limit: number },
): Promise<RuledWaitlist[]> {
  const { rows } = await sql<RuledWaitlist>`
    select e.id, e.space_id, e.host_ids, ${eventAccessColumns},
      array(select w.user_id from event_rsvps w where w.event_id = e.id and w.rsvp = 'waiting'
        order by w.queue_position, w.user_id offset ${passed}::int limit ${pageLimit(limit)}) as user_ids
    from events e where e.id = any(${eventIds}::uuid[])
      and exists (select from access_rules a where a.item_id = coalesce(e.series_id, e.id))`.execute(db);
  return rows;
}

/**
 * Gives seats of events to the first of each waitlist, and to `chosen`, who wait for other events. Returns who they are, by event.
 */
export async function giveSeatsToWaiting(
  db: Db,
  free: { event_id: string; seats: number }[],
  chosen: { event_id: string; user_id: string }[],
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ event_id: string; user_id: string }>`
    update event_rsvps r set rsvp = 'going'
    from (
      select free.event_id, first.user_id
      from unnest(${free.map(({ event_id }) => event_id)}::uuid[], ${free.map(({ seats }) => seats)}::int[])
          as free (event_id, seats)
        cross join lateral (
          select w.user_id from event_rsvps w where w.event_id = free.event_id and w.rsvp = 'waiting'
          order by w.queue_position, w.user_id limit free.seats) first
      union all
      select * from unnest(${chosen.map(({ event_id }) => event_id)}::uuid[],
        ${chosen.map(({ user_id }) => user_id)}::uuid[])
    ) as taken (event_id, user_id)
    where r.event_id = taken.event_id and r.user_id = taken.user_id
    returning r.event_id, r.user_id`.execute(db);
  const promoted = new Map<string, string[]>();
  for (const { event_id, user_id } of rows) {
    promoted.set(event_id, [...(promoted.get(event_id) ?? []), user_id]);
  }
  return promoted;
}

/** Returns upcoming events with free seats although members wait, by their ids: those whose rules lock them for the waiting. */
export async function listEventsWithFreeSeats(
  db: Db,
  now: string,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select e.id from events e join spaces s on s.id = e.space_id
    where e.waitlist_count > 0 and e.deleted_at is null and e.status = 'scheduled' and s.feature_calendar_enabled
      and e.ends_at > ${now}::timestamptz and (e.capacity is null or e.going_count < e.capacity)
      ${after === null ? sql`` : sql`and e.id > ${after}::uuid`}
    order by e.id limit ${pageLimit(limit)}`.execute(db);
  return rows.map(({ id }) => id);
}

export interface RsvpCounts {
  going_count: number;
  maybe_count: number;
  waitlist_count: number;
  version: number;
  /** Whether not everyone in the space may know who comes. */
  has_rules: boolean;
}

/** Changes the totals of events by these amounts. Returns the new ones, by event. */
export async function updateRsvpCounts(
  db: Db,
  changes: { event_id: string; going: number; maybe: number; waiting: number }[],
): Promise<Map<string, RsvpCounts>> {
  if (changes.length === 0) return new Map();
  const column = (name: keyof (typeof changes)[number]) => changes.map((change) => change[name]);
  const { rows } = await sql<RsvpCounts & { id: string }>`
    update events e set going_count = e.going_count + c.going, maybe_count = e.maybe_count + c.maybe,
      waitlist_count = e.waitlist_count + c.waiting, version = e.version + 1
    from unnest(${column('event_id')}::uuid[], ${column('going')}::int[], ${column('maybe')}::int[],
      ${column('waiting')}::int[]) as c (event_id, going, maybe, waiting)
    where e.id = c.event_id
    returning e.id, e.going_count, e.maybe_count, e.waitlist_count, e.version,
      exists (select from access_rules a where a.item_id = coalesce(e.series_id, e.id)) as has_rules`.execute(
    db,
  );
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
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

/** Returns the same, or null if another transaction has locked the event. */
export async function findFreeRsvpTarget(db: Db, eventId: string): Promise<RsvpTarget | null> {
  const { rows } = await sql<RsvpTarget>`
    select ${lockedColumns} from events e where e.id = ${eventId}::uuid and e.deleted_at is null
    for no key update skip locked`.execute(db);
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
  user: Person;
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
