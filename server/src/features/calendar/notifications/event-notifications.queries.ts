import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import { type EventAccessColumns, eventAccessColumns } from '../event-access/event-access.queries.ts';
import type { WallTimes } from '../times/wall-time.ts';

/** An event with what its notifications need. */
export interface NotifiableEvent extends WallTimes, EventAccessColumns {
  id: string;
  space_id: string;
  space_name: string;
  subdomain: string;
  title: string;
  location_type: string;
  address: string | null;
  starts_at: string;
  host_ids: string[];
}

/**
 * When the reminder of the day before is due: 24 hours before the start, or at nine in the morning for an all-day
 * event.
 */
const dayBefore = sql`e.starts_at - case when e.all_day then interval '15 hours' else interval '24 hours' end`;
const quarterBefore = sql`e.starts_at - interval '15 minutes'`;
export type ReminderKind = 'day' | 'soon' | 'start';
const dueAt = (kind: ReminderKind) =>
  ({ day: dayBefore, soon: quarterBefore, start: sql`e.starts_at` })[kind];
/** The events whose reminder can still be sent: a late one goes out for some hours, but not after the start. */
const isRemindable = (kind: ReminderKind, now: string) =>
  ({
    day: sql`e.starts_at > ${now}::timestamptz + interval '8 hours'
        and e.starts_at <= ${now}::timestamptz + interval '24 hours'`,
    soon: sql`e.starts_at > ${now}::timestamptz and e.starts_at <= ${now}::timestamptz + interval '15 minutes'
        and not e.all_day`,
    start: sql`e.starts_at > ${now}::timestamptz - interval '10 minutes' and e.starts_at <= ${now}::timestamptz
        and e.ends_at > ${now}::timestamptz and not e.all_day`,
  })[kind];

/** Returns events with a due reminder, soonest first, if anyone still has to be reminded. */
export async function listEventsToRemind(
  db: Db,
  kind: ReminderKind,
  now: string,
  limit: number,
): Promise<NotifiableEvent[]> {
  const { rows } = await sql<NotifiableEvent>`
    select e.id, e.space_id, s.name as space_name, s.subdomain, e.title, e.location_type, e.address, e.starts_at,
      e.time_zone, e.starts_local, e.ends_local, e.all_day, e.host_ids, ${eventAccessColumns}
    from events e join spaces s on s.id = e.space_id
    where e.deleted_at is null and e.status = 'scheduled' and s.feature_calendar_enabled
      and ${isRemindable(kind, now)} and ${dueAt(kind)} <= ${now}::timestamptz
      and exists (${peopleToRemind(kind, sql`e.id`)})
    order by e.starts_at, e.id limit ${limit}`.execute(db);
  return rows;
}

/** The reminders of a start after which this one isn't needed. */
const supersededBy: Record<ReminderKind, ReminderKind[]> = {
  day: ['day'],
  soon: ['soon'],
  start: ['soon', 'start'],
};

/**
 * The people to remind of event `e`: those going or maybe since before the reminder was due, unless they were already
 * reminded of this start or notified of a later change. At the start only those who responded in the last 15 minutes,
 * after the previous reminder.
 */
const peopleToRemind = (kind: ReminderKind, eventId: ReturnType<typeof sql>) => sql`
  select r.user_id from event_rsvps r
  where r.event_id = ${eventId} and r.rsvp in ('going', 'maybe') and r.responded_at <= ${dueAt(kind)}
    ${kind === 'start' ? sql`and r.responded_at > ${quarterBefore}` : sql``}
    and not exists (select 1 from event_notification_log n where n.event_id = r.event_id and n.user_id = r.user_id
      and (n.kind = any(${supersededBy[kind]}) and n.dedupe_key = ${startText}
        or n.kind = 'changed' and n.created_at > ${dueAt(kind)}))`;
const startText = sql`to_char(e.starts_at, 'YYYY-MM-DD"T"HH24:MI')`;

/** Records reminders for some of the people to remind and returns the users recorded now. */
export async function insertReminders(
  db: Db,
  kind: ReminderKind,
  event: Pick<NotifiableEvent, 'id' | 'starts_at'>,
  now: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    insert into event_notification_log (event_id, user_id, kind, dedupe_key, created_at)
    select e.id, p.user_id, ${kind}, ${startText}, ${now}::timestamptz
    from events e cross join lateral (${peopleToRemind(kind, sql`e.id`)} order by r.user_id limit ${limit}) p
    where e.id = ${event.id}::uuid and e.starts_at = ${event.starts_at}::timestamptz and e.status = 'scheduled'
      and e.deleted_at is null
    on conflict do nothing returning user_id`.execute(db);
  return rows.map((row) => row.user_id);
}

/**
 * Records that some attendees of these events are notified of one change, each of the first of their events. Returns
 * those recorded now.
 */
export async function insertChangeNotifications(
  db: Db,
  input: {
    kind: 'changed' | 'cancelled';
    change_id: string;
    event_ids: string[];
    actor_id: string;
    now: string;
    limit: number;
  },
): Promise<{ user_id: string; event_id: string }[]> {
  const { rows } = await sql<{ user_id: string; event_id: string }>`
    insert into event_notification_log (event_id, user_id, kind, dedupe_key, created_at)
    select event_id, user_id, ${input.kind}, ${input.change_id}, ${input.now}::timestamptz from (
      select distinct on (r.user_id) r.user_id, r.event_id
      from event_rsvps r join events e on e.id = r.event_id
      where r.event_id = any(${input.event_ids}::uuid[]) and r.rsvp in ('going', 'maybe', 'waiting')
        and r.user_id <> ${input.actor_id}::uuid
        and not exists (select 1 from event_notification_log n where n.user_id = r.user_id and n.dedupe_key = ${input.change_id})
      order by r.user_id, e.starts_at limit ${input.limit}) recipients
    on conflict do nothing returning user_id, event_id`.execute(db);
  return rows;
}

/** Returns events for notifications, including deleted ones. */
export async function listNotifiableEvents(db: Db, eventIds: string[]): Promise<NotifiableEvent[]> {
  const { rows } = await sql<NotifiableEvent>`
    select e.id, e.space_id, s.name as space_name, s.subdomain, e.title, e.location_type, e.address, e.starts_at,
      e.time_zone, e.starts_local, e.ends_local, e.all_day, e.host_ids, ${eventAccessColumns}
    from events e join spaces s on s.id = e.space_id where e.id = any(${eventIds}::uuid[])`.execute(db);
  return rows;
}

/** Deletes log entries of events long past. */
export async function deleteOldNotificationLog(db: Db, before: string): Promise<void> {
  await db.deleteFrom('event_notification_log').where('created_at', '<', before).execute();
}
