import { type RawBuilder, sql } from 'kysely';
import type { Rsvp } from '#contract/features/calendar/calendar.ts';
import type { Person } from '#contract/users.ts';
import type { RepeatRule } from '#contract/values/events/event-times.ts';
import type { Viewer } from '#server/platform/access.ts';
import { type Db, pageLimit } from '#server/platform/db/database.ts';
import { personJson } from '#server/platform/people/person.queries.ts';
import { attachedColumns, type UploadRow } from '../uploads/index.ts';
import { type EventAccessColumns, eventAccessColumns } from './event-access/event-access.queries.ts';

/** An event as lists show it. */
export interface EventPageRow extends EventAccessColumns {
  id: string;
  space_id: string;
  series_id: string | null;
  user_id: string;
  title: string;
  starts_at: string;
  ends_at: string;
  time_zone: string;
  starts_local: string;
  ends_local: string;
  all_day: boolean;
  location_type: 'link' | 'in_person' | 'none';
  address: string | null;
  capacity: number | null;
  status: 'scheduled' | 'cancelled';
  going_count: number;
  maybe_count: number;
  waitlist_count: number;
  version: number;
  created_at: string;
  edited_at: string | null;
  cover: UploadRow | null;
  host_ids: string[];
  hosts: Person[] | null;
  viewer_rsvp: Rsvp | null;
}

export interface EventDetailRow extends EventPageRow {
  description: string;
  rule: RepeatRule | null;
  changed_fields: string[];
  /** When the rule of its series has it, in the zone of the series; null for a single event. */
  original_local: string | null;
  series_time_zone: string | null;
  series_all_day: boolean | null;
}

const eventColumns = (viewer: Viewer | null) => sql`
  e.id, e.space_id, e.series_id, e.user_id, e.title, e.starts_at, e.ends_at, e.time_zone, e.starts_local, e.ends_local,
  e.all_day, e.location_type, e.address, e.capacity, e.status, e.going_count, e.maybe_count, e.waitlist_count, e.version,
  e.created_at, e.edited_at, e.host_ids, ${eventAccessColumns},
  (select ${attachedColumns} from uploads f where f.id = e.cover_upload_id) as cover,
  (select json_agg(${personJson('u')} order by h.position)
    from unnest(e.host_ids) with ordinality h (user_id, position) join users u on u.id = h.user_id) as hosts,
  (select r.rsvp from event_rsvps r
    where r.event_id = e.id and r.user_id = ${viewer?.user_id ?? null}::uuid) as viewer_rsvp`;

/** The last row of the previous page. */
interface After {
  at: string;
  id: string;
}

/**
 * Returns events of a space that overlap [from, to), by start. `begun_after` limits how far back starts are searched,
 * since no event lasts longer. All-day events belong to dates and use the wider bounds.
 */
export async function listEventsInRange(
  db: Db,
  viewer: Viewer | null,
  input: {
    space_id: string;
    from: string;
    to: string;
    all_day_from: string;
    all_day_to: string;
    started_after: string;
    after: After | null;
    limit: number;
  },
): Promise<EventPageRow[]> {
  const after = input.after
    ? sql`and (e.starts_at, e.id) > (${input.after.at}::timestamptz, ${input.after.id}::uuid)`
    : sql``;
  const { rows } = await sql<EventPageRow>`
    select ${eventColumns(viewer)} from events e
    where e.space_id = ${input.space_id}::uuid and e.deleted_at is null
      and e.starts_at > ${input.started_after}::timestamptz and e.starts_at < ${input.all_day_to}::timestamptz
      and (case when e.all_day
        then e.ends_at > ${input.all_day_from}::timestamptz
        else e.starts_at < ${input.to}::timestamptz and e.ends_at > ${input.from}::timestamptz end) ${after}
    order by e.starts_at, e.id limit ${pageLimit(input.limit)}`.execute(db);
  return rows;
}

/** Returns current and upcoming events of a space, soonest first. */
export async function listUpcomingEvents(
  db: Db,
  viewer: Viewer | null,
  input: { space_id: string; now: string; started_after: string; after: After | null; limit: number },
): Promise<EventPageRow[]> {
  const after = input.after
    ? sql`and (e.starts_at, e.id) > (${input.after.at}::timestamptz, ${input.after.id}::uuid)`
    : sql``;
  const { rows } = await sql<EventPageRow>`
    select ${eventColumns(viewer)} from events e
    where e.space_id = ${input.space_id}::uuid and e.deleted_at is null
      and e.starts_at > ${input.started_after}::timestamptz and e.ends_at > ${input.now}::timestamptz ${after}
    order by e.starts_at, e.id limit ${pageLimit(input.limit)}`.execute(db);
  return rows;
}

/** Returns past events of a space, latest start first. */
export async function listPastEvents(
  db: Db,
  viewer: Viewer | null,
  input: { space_id: string; now: string; after: After | null; limit: number },
): Promise<EventPageRow[]> {
  const after = input.after
    ? sql`and (e.starts_at, e.id) < (${input.after.at}::timestamptz, ${input.after.id}::uuid)`
    : sql``;
  const { rows } = await sql<EventPageRow>`
    select ${eventColumns(viewer)} from events e
    where e.space_id = ${input.space_id}::uuid and e.deleted_at is null
      and e.starts_at < ${input.now}::timestamptz and e.ends_at <= ${input.now}::timestamptz ${after}
    order by e.starts_at desc, e.id desc limit ${pageLimit(input.limit)}`.execute(db);
  return rows;
}

async function findEventDetail(
  db: Db,
  viewer: Viewer | null,
  condition: RawBuilder<unknown>,
): Promise<EventDetailRow | null> {
  const { rows } = await sql<EventDetailRow>`
    select ${eventColumns(viewer)}, e.description, e.changed_fields, e.original_local,
      s.rule, s.time_zone as series_time_zone, s.all_day as series_all_day
    from events e left join event_series s on s.id = e.series_id where ${condition}`.execute(db);
  return rows[0] ?? null;
}

/** Returns an event that isn't deleted, with what its page shows. */
export async function findEvent(
  db: Db,
  viewer: Viewer | null,
  eventId: string,
): Promise<EventDetailRow | null> {
  return await findEventDetail(db, viewer, sql`e.id = ${eventId}::uuid and e.deleted_at is null`);
}

/** Returns an event's link with what decides whether the user can have it. */
export async function findEventLink(db: Db, eventId: string, userId: string) {
  return await db
    .selectFrom('events as e')
    .leftJoin('event_rsvps as r', (join) =>
      join.onRef('r.event_id', '=', 'e.id').on('r.user_id', '=', userId),
    )
    .select(['e.url', 'e.starts_at', 'e.ends_at', 'e.status', 'e.capacity', 'e.host_ids', 'r.rsvp'])
    .where('e.id', '=', eventId)
    .where('e.deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Returns which of these users are active members of the space. Its owner is always included. */
export async function listActiveMembers(db: Db, spaceId: string, userIds: string[]): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select user_id as id from space_members
      where space_id = ${spaceId}::uuid and user_id = any(${userIds}::uuid[]) and status = 'active'
    union select owner_id from spaces where id = ${spaceId}::uuid`.execute(db);
  return new Set(rows.map((row) => row.id));
}

/** A condition on `s`: the space of an event that isn't deleted. */
export const spaceOfEvent = (eventId: string) =>
  sql`s.id = (select space_id from events where id = ${eventId}::uuid and deleted_at is null)`;
