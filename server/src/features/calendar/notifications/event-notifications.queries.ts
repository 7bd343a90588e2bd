import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import type { WallTimes } from '../times/wall-time.ts';

/** An event as people are told of it. */
export interface NotifiableEvent extends WallTimes {
  id: string;
  space_id: string;
  space_name: string;
  subdomain: string;
  title: string;
  location_type: string;
  address: string | null;
  starts_at: string;
}

/** When the reminder of the day before is due: 24 hours ahead, and at nine in the morning for a whole day. */
const dayBefore = sql`e.starts_at - case when e.all_day then interval '15 hours' else interval '24 hours' end`;
const quarterBefore = sql`e.starts_at - interval '15 minutes'`;
export type ReminderKind = 'day' | 'soon' | 'start';
const dueAt = (kind: ReminderKind) =>
  ({ day: dayBefore, soon: quarterBefore, start: sql`e.starts_at` })[kind];
/** A reminder that could not go out in time still does for some hours, but not for what has begun. */
const ahead = (kind: ReminderKind, now: string) =>
  ({
    day: sql`e.starts_at > ${now}::timestamptz + interval '8 hours'
        and e.starts_at <= ${now}::timestamptz + interval '24 hours'`,
    soon: sql`e.starts_at > ${now}::timestamptz and e.starts_at <= ${now}::timestamptz + interval '15 minutes'
        and not e.all_day`,
    start: sql`e.starts_at > ${now}::timestamptz - interval '10 minutes' and e.starts_at <= ${now}::timestamptz
        and e.ends_at > ${now}::timestamptz and not e.all_day`,
  })[kind];

/** Events of which a reminder is due, soonest first: those in which nobody is left to be told are not among them. */
export async function listEventsToRemind(
  db: Db,
  kind: ReminderKind,
  now: string,
  limit: number,
): Promise<NotifiableEvent[]> {
  const { rows } = await sql<NotifiableEvent>`
    select e.id, e.space_id, s.name as space_name, s.subdomain, e.title, e.location_type, e.address, e.starts_at,
      e.time_zone, e.starts_local, e.ends_local, e.all_day
    from events e join spaces s on s.id = e.space_id
    where e.deleted_at is null and e.status = 'scheduled' and s.feature_calendar_enabled
      and ${ahead(kind, now)} and ${dueAt(kind)} <= ${now}::timestamptz
      and exists (${peopleToRemind(kind, sql`e.id`)})
    order by e.starts_at, e.id limit ${limit}`.execute(db);
  return rows;
}

/** Whoever got one of these reminders of a start needs no other of this kind. */
const notifiedBy: Record<ReminderKind, ReminderKind[]> = {
  day: ['day'],
  soon: ['soon'],
  start: ['soon', 'start'],
};

/**
 * Who is reminded of event `e`: those going or maybe who said so before the reminder was due, unless they were told of
 * this start already, or of a change since. At the start only those who said so in the last 15 minutes, whom the
 * reminder before it did not reach.
 */
const peopleToRemind = (kind: ReminderKind, eventId: ReturnType<typeof sql>) => sql`
  select r.user_id from event_rsvps r
  where r.event_id = ${eventId} and r.rsvp in ('going', 'maybe') and r.responded_at <= ${dueAt(kind)}
    ${kind === 'start' ? sql`and r.responded_at > ${quarterBefore}` : sql``}
    and not exists (select 1 from event_notification_log n where n.event_id = r.event_id and n.user_id = r.user_id
      and (n.kind = any(${notifiedBy[kind]}) and n.dedupe_key = ${startText}
        or n.kind = 'changed' and n.created_at > ${dueAt(kind)}))`;
const startText = sql`to_char(e.starts_at, 'YYYY-MM-DD"T"HH24:MI')`;

/** Notes that some of the people to remind of an event were told, and answers who: those not noted before. */
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
 * Notes that some of those who mean to come to these events were told of one act, each of the first of their events, and
 * answers them: those not noted before.
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
      order by r.user_id, e.starts_at limit ${input.limit}) told
    on conflict do nothing returning user_id, event_id`.execute(db);
  return rows;
}

/** Events as people are told of them, deleted ones too. */
export async function listNotifiableEvents(db: Db, eventIds: string[]): Promise<NotifiableEvent[]> {
  const { rows } = await sql<NotifiableEvent>`
    select e.id, e.space_id, s.name as space_name, s.subdomain, e.title, e.location_type, e.address, e.starts_at,
      e.time_zone, e.starts_local, e.ends_local, e.all_day
    from events e join spaces s on s.id = e.space_id where e.id = any(${eventIds}::uuid[])`.execute(db);
  return rows;
}

/** Notes older than this are of events long past. */
export async function deleteOldNotificationLog(db: Db, before: string): Promise<void> {
  await db.deleteFrom('event_notification_log').where('created_at', '<', before).execute();
}
