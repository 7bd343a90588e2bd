import type { RepeatRule } from '#contract/values/events/event-times.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { EventContent } from '../event-content.ts';
import type { WallTimes } from '../times/wall-time.ts';

/** An event as stored, without its counts. */
export interface StoredEvent extends EventContent, WallTimes {
  id: string;
  space_id: string;
  series_id: string | null;
  original_local: string | null;
  user_id: string;
  starts_at: string;
  ends_at: string;
  status: 'scheduled' | 'cancelled';
  changed_fields: string[];
  sequence: number;
  edited_at: string | null;
  deleted_at: string | null;
}

/** A stored event that is locked until the transaction ends. */
export interface LockedEvent extends StoredEvent {
  going_count: number;
  waitlist_count: number;
  version: number;
}

export interface StoredSeries extends WallTimes {
  id: string;
  space_id: string;
  user_id: string;
  rule: RepeatRule;
  content: EventContent;
  sequence: number;
}

export async function insertSeries(db: Db, series: StoredSeries & { created_at: string }): Promise<void> {
  await db
    .insertInto('event_series')
    .values({
      ...series,
      rule: JSON.stringify(series.rule),
      content: JSON.stringify(series.content),
      updated_at: series.created_at,
    })
    .execute();
}

export async function updateSeries(db: Db, series: StoredSeries, now: string): Promise<void> {
  await db
    .updateTable('event_series')
    .set({
      rule: JSON.stringify(series.rule),
      content: JSON.stringify(series.content),
      time_zone: series.time_zone,
      all_day: series.all_day,
      starts_local: series.starts_local,
      ends_local: series.ends_local,
      sequence: series.sequence,
      updated_at: now,
    })
    .where('id', '=', series.id)
    .execute();
}

/** Returns a series, locked until the transaction ends. Every change of a series locks it before its events. */
export async function findSeriesForUpdate(db: Db, seriesId: string): Promise<StoredSeries | null> {
  const row = await db
    .selectFrom('event_series')
    .select([
      'id',
      'space_id',
      'user_id',
      'rule',
      'content',
      'time_zone',
      'all_day',
      'starts_local',
      'ends_local',
      'sequence',
    ])
    .where('id', '=', seriesId)
    .forUpdate()
    .executeTakeFirst();
  return (row as unknown as StoredSeries | undefined) ?? null;
}

const lockedColumns = [
  'id',
  'space_id',
  'series_id',
  'original_local',
  'user_id',
  'title',
  'description',
  'cover_upload_id',
  'location_type',
  'url',
  'address',
  'host_ids',
  'capacity',
  'starts_at',
  'ends_at',
  'time_zone',
  'starts_local',
  'ends_local',
  'all_day',
  'status',
  'changed_fields',
  'sequence',
  'edited_at',
  'deleted_at',
  'going_count',
  'waitlist_count',
  'version',
] as const;

/** Returns the series of an event that isn't deleted: undefined if it doesn't exist, null for a single event. */
export async function findSeriesIdOf(db: Db, eventId: string): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('events')
    .select('series_id')
    .where('id', '=', eventId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.series_id;
}

/** Returns an event that isn't deleted, locked until the transaction ends. */
export async function findEventForUpdate(db: Db, eventId: string): Promise<LockedEvent | null> {
  const row = await db
    .selectFrom('events')
    .select(lockedColumns)
    .where('id', '=', eventId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return (row as LockedEvent | undefined) ?? null;
}

/** Returns all events of a series in order, including deleted ones; locked in the order of their ids. */
export async function listSeriesEventsForUpdate(db: Db, seriesId: string): Promise<LockedEvent[]> {
  const rows = await db
    .selectFrom('events')
    .select(lockedColumns)
    .where('series_id', '=', seriesId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return (rows as LockedEvent[]).toSorted((one, other) =>
    (one.original_local ?? '') < (other.original_local ?? '') ? -1 : 1,
  );
}

export async function insertEvents(
  db: Db,
  events: (StoredEvent & { client_id: string | null; created_at: string })[],
): Promise<void> {
  if (events.length > 0) await db.insertInto('events').values(events).execute();
}
