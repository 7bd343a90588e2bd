import { newId } from '#server/platform/ids.ts';
import type { ContentField, EventContent } from '../event-content.ts';
import { addWallMinutes, toInstants, type WallTimes, wallMinutes } from '../times/wall-time.ts';
import type { StoredEvent } from './series.queries.ts';

/** In an event's `changed_fields`: its times were changed individually. */
export const timesField = 'times';
export type ChangeableField = ContentField | typeof timesField;

/** Returns the times of an event that starts at `local` and has the wall-clock duration of `template`. */
export function timesAt(
  local: string,
  template: WallTimes,
): WallTimes & { starts_at: string; ends_at: string } {
  const length = wallMinutes(template.starts_local, template.ends_local);
  const times: WallTimes = {
    starts_local: local,
    ends_local: addWallMinutes(local, length),
    time_zone: template.time_zone,
    all_day: template.all_day,
  };
  return { ...times, ...toInstants(times) };
}

/** Returns a new event that starts at a wall time, with the content of its series. */
export function eventAt(
  local: string,
  template: WallTimes & {
    content: EventContent;
    series_id: string | null;
    space_id: string;
    user_id: string;
  },
): StoredEvent {
  return {
    id: newId(),
    space_id: template.space_id,
    series_id: template.series_id,
    original_local: template.series_id === null ? null : local,
    user_id: template.user_id,
    ...template.content,
    ...timesAt(local, template),
    status: 'scheduled',
    changed_fields: [],
    sequence: 0,
    edited_at: null,
    deleted_at: null,
  };
}

/** Returns whether a field of an event follows its series, because it wasn't changed individually. */
export function followsSeries(event: Pick<StoredEvent, 'changed_fields'>, field: ChangeableField): boolean {
  return !event.changed_fields.includes(field);
}
