import { type RawBuilder, sql } from 'kysely';
import type { Rsvp } from '#contract/features/calendar/calendar.ts';
import type { RepeatRule } from '#contract/values/events/event-times.ts';
import { type Db, pageLimit } from '#server/platform/db/database.ts';
import { type EventAccessColumns, eventAccessColumns } from '../event-access/event-access.queries.ts';
import type { EventContent } from '../event-content.ts';
import type { WallTimes } from '../times/wall-time.ts';

/** An event for a calendar file, with its space and its series, if it has one. */
export interface IcsRow extends WallTimes, EventAccessColumns {
  id: string;
  space_id: string;
  title: string;
  description: string;
  location_type: string;
  address: string | null;
  starts_at: string;
  ends_at: string;
  status: 'scheduled' | 'cancelled';
  original_local: string | null;
  changed_fields: string[];
  sequence: number;
  created_at: string;
  edited_at: string | null;
  deleted_at: string | null;
  space_name: string;
  subdomain: string;
  viewer_rsvp: Rsvp | null;
  /** Whether the user hosts it or edits its space, and so can open it whatever its rules say. */
  is_organizer: boolean;
  series:
    | (WallTimes & {
        id: string;
        rule: RepeatRule;
        content: EventContent;
        sequence: number;
        created_at: string;
        updated_at: string;
      })
    | null;
}

/** Most events in a calendar file. If there are more, only the first are included. */
const maxRows = 5000;

async function listIcsRows(
  db: Db,
  { userId, withRsvps }: { userId: string | null; withRsvps: boolean },
  condition: RawBuilder<unknown>,
): Promise<IcsRow[]> {
  const { rows } = await sql<IcsRow>`
    select e.id, e.space_id, e.title, e.description, e.location_type, e.address, e.starts_at, e.ends_at, e.time_zone,
      e.starts_local, e.ends_local, e.all_day, e.status, e.original_local, e.changed_fields, e.sequence, e.created_at,
      e.edited_at, e.deleted_at, s.name as space_name, s.subdomain,
      (select r.rsvp from event_rsvps r
        where r.event_id = e.id and r.user_id = ${withRsvps ? userId : null}::uuid) as viewer_rsvp,
      ${eventAccessColumns}, (s.owner_id = ${userId}::uuid or exists (select from space_members m where m.space_id = e.space_id
        and m.user_id = ${userId}::uuid and m.status = 'active'
        and (m.role = 'admin' or m.user_id = any(e.host_ids)))) is true as is_organizer,
      case when o.id is not null then json_build_object('id', o.id, 'rule', o.rule, 'content', o.content,
        'sequence', o.sequence, 'time_zone', o.time_zone, 'all_day', o.all_day, 'starts_local', o.starts_local,
        'ends_local', o.ends_local, 'created_at', o.created_at, 'updated_at', o.updated_at) end as series
    from events e join spaces s on s.id = e.space_id left join event_series o on o.id = e.series_id
    where ${condition} order by e.starts_at, e.id limit ${pageLimit(maxRows)}`.execute(db);
  return rows;
}

/** Returns an event, or its whole series including deleted events, for a user; null if signed out. */
export async function listIcsOfEvent(db: Db, userId: string | null, eventId: string): Promise<IcsRow[]> {
  return await listIcsRows(
    db,
    { userId, withRsvps: false },
    sql`(e.id = ${eventId}::uuid and e.deleted_at is null) or e.series_id =
      (select k.series_id from events k where k.id = ${eventId}::uuid and k.deleted_at is null)`,
  );
}

/** Returns the events of all spaces of a user in a time range. A series that overlaps the range is returned whole. */
export async function listIcsOfMember(
  db: Db,
  userId: string,
  range: { from: string; to: string },
): Promise<IcsRow[]> {
  const memberSpaces = sql`select m.space_id from space_members m where m.user_id = ${userId}::uuid and m.status = 'active'
    union select s.id from spaces s where s.owner_id = ${userId}::uuid`;
  const inRange = sql`k.space_id in (${memberSpaces}) and k.deleted_at is null
    and k.starts_at between ${range.from}::timestamptz and ${range.to}::timestamptz`;
  return await listIcsRows(
    db,
    { userId, withRsvps: true },
    sql`s.feature_calendar_enabled and (
      e.id in (select k.id from events k where ${inRange} and k.series_id is null)
      or e.series_id in (select k.series_id from events k where ${inRange}))`,
  );
}
