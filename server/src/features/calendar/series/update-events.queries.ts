/* Edits, cancels and deletes events. Called only by the two actions that release their covers. */
import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import type { StoredEvent } from './series.queries.ts';

/** Updates events and increments their versions. */
export async function updateEvents(db: Db, events: StoredEvent[]): Promise<void> {
  if (events.length === 0) return;
  await sql`
    update events e set
      series_id = n.series_id, original_local = n.original_local, title = n.title, description = n.description,
      cover_upload_id = n.cover_upload_id, location_type = n.location_type, url = n.url, address = n.address,
      host_ids = n.host_ids, capacity = n.capacity, starts_at = n.starts_at, ends_at = n.ends_at,
      time_zone = n.time_zone, starts_local = n.starts_local, ends_local = n.ends_local, all_day = n.all_day,
      status = n.status, changed_fields = n.changed_fields, sequence = n.sequence, edited_at = n.edited_at,
      deleted_at = n.deleted_at, version = e.version + 1
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as n (
      id uuid, series_id uuid, original_local text, title text, description text, cover_upload_id uuid,
      location_type text, url text, address text, host_ids uuid[], capacity integer, starts_at timestamptz,
      ends_at timestamptz, time_zone text, starts_local text, ends_local text, all_day boolean, status text,
      changed_fields text[], sequence integer, edited_at timestamptz, deleted_at timestamptz)
    where e.id = n.id`.execute(db);
}
