import { newId } from '#server/platform/ids.ts';
import type { ContentField, EventContent } from '../event-content.ts';
import { addWallMinutes, toInstants, type WallTimes, wallMinutes } from '../times/wall-time.ts';
import type { StoredEvent } from './series.queries.ts';

/** In an event's `changed_fields`: its times were changed on their own. */
export const timesField = 'times';
export type ChangeableField = ContentField | typeof timesField;

/** The times of an event that begins at `local` and lasts as long, on the wall, as `like`. */
export function timesAt(local: string, like: WallTimes): WallTimes & { starts_at: string; ends_at: string } {
  const length = wallMinutes(like.starts_local, like.ends_local);
  const times: WallTimes = {
    starts_local: local,
    ends_local: addWallMinutes(local, length),
    time_zone: like.time_zone,
    all_day: like.all_day,
  };
  return { ...times, ...toInstants(times) };
}

/** A new event that begins at a wall time, like the others of its series. */
export function eventAt(
  local: string,
  like: WallTimes & { content: EventContent; series_id: string | null; space_id: string; user_id: string },
): StoredEvent {
  return {
    id: newId(),
    space_id: like.space_id,
    series_id: like.series_id,
    original_local: like.series_id === null ? null : local,
    user_id: like.user_id,
    ...like.content,
    ...timesAt(local, like),
    status: 'scheduled',
    changed_fields: [],
    sequence: 0,
    edited_at: null,
    deleted_at: null,
  };
}

/** Whether an event of a series was not changed on its own in this. */
export function follows(event: Pick<StoredEvent, 'changed_fields'>, field: ChangeableField): boolean {
  return !event.changed_fields.includes(field);
}
