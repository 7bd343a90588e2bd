import type { RecurrenceScope } from '#contract/features/calendar/calendar.ts';
import type { RepeatRule } from '#contract/values/events/event-times.ts';
import { newId } from '#server/platform/ids.ts';
import type { ContentField, EventContent } from '../event-content.ts';
import { withFields } from '../event-content.ts';
import { expandRule } from '../times/expand-rule.ts';
import { addWallMinutes, toInstants, type WallTimes, wallMinutes } from '../times/wall-time.ts';
import type { LockedEvent, StoredEvent, StoredSeries } from './series.queries.ts';
import { endAfter, remainingRule, shiftRule } from './series-dates.ts';
import { eventAt, followsSeries, timesAt, timesField } from './series-events.ts';

/** A requested change of an event. */
export interface RequestedChange {
  event: LockedEvent;
  scope: RecurrenceScope;
  /** The given event's content after the change, and the changed fields. */
  content: EventContent;
  fields: ContentField[];
  /** The given event's new times; null if unchanged. */
  times: WallTimes | null;
  repeat: RepeatRule | null;
  /** The current time. */
  at: string;
}

/** What a change writes. Events that it removes from a series become deleted, or single events if they are past. */
export interface PlannedChange {
  updatedSeries: StoredSeries[];
  newSeries: StoredSeries | null;
  updated: StoredEvent[];
  inserted: StoredEvent[];
}

/** Plans the change of a single event; with `repeat` it becomes the first of a series. */
export function planSingle(request: RequestedChange): PlannedChange {
  const { event, content, times, repeat, at } = request;
  const changed = { ...event, ...content, ...moved(times), sequence: event.sequence + 1, edited_at: at };
  if (!repeat) return { updatedSeries: [], newSeries: null, updated: [changed], inserted: [] };
  const starts = expandRule(repeat, changed.starts_local);
  const [first = changed.starts_local, ...others] = starts;
  const series: StoredSeries = {
    // The event's own id, so that calendar apps recognize it.
    id: event.id,
    space_id: event.space_id,
    user_id: event.user_id,
    rule: repeat,
    content,
    ...wallTimesOf(timesAt(first, changed)),
    sequence: 0,
  };
  return {
    updatedSeries: [],
    newSeries: series,
    updated: [{ ...changed, ...timesAt(first, changed), series_id: series.id, original_local: first }],
    inserted: others.map((local) => eventAt(local, { ...series, series_id: series.id })),
  };
}

/** Plans the change of one event of a series. Its changed fields are independent of the series from now on. */
export function planOne(request: RequestedChange): PlannedChange {
  const { event, content, fields, times, at } = request;
  const changedFields = new Set([...event.changed_fields, ...fields, ...(times ? [timesField] : [])]);
  const changed = {
    ...event,
    ...content,
    ...moved(times),
    changed_fields: [...changedFields],
    sequence: event.sequence + 1,
    edited_at: at,
  };
  return { updatedSeries: [], newSeries: null, updated: [changed], inserted: [] };
}

/**
 * Plans the change of a series from the given event on, or of all of it. `events` are all events of the series in
 * order, including deleted ones; they match its rule one by one.
 */
export function planSeries(
  request: RequestedChange,
  series: StoredSeries,
  events: LockedEvent[],
): PlannedChange {
  const index = events.findIndex(({ id }) => id === request.event.id);
  const splits =
    request.scope === 'this_and_following' &&
    events.slice(0, index).some((event) => event.deleted_at === null);
  if (!splits) {
    const { series: changed, updated, inserted } = changeAll(request, series, events);
    return { updatedSeries: [changed], newSeries: null, updated, inserted };
  }
  const first = request.event.original_local ?? request.event.starts_local;
  const later: StoredSeries = {
    ...series,
    id: newId(),
    ...wallTimesOf(timesAt(first, series)),
    rule: remainingRule(series.rule, index),
    sequence: 0,
  };
  const moving = events.slice(index).map((event) => ({ ...event, series_id: later.id }));
  const { series: changed, updated, inserted } = changeAll(request, later, moving, later.id);
  const earlier = { ...series, rule: endAfter(series.rule, index), sequence: series.sequence + 1 };
  return { updatedSeries: [earlier], newSeries: changed, updated, inserted };
}

function changeAll(
  request: RequestedChange,
  series: StoredSeries,
  events: LockedEvent[],
  splitSeriesId: string | null = null,
): { series: StoredSeries; updated: StoredEvent[]; inserted: StoredEvent[] } {
  const { event: target, times, repeat, fields, at } = request;
  const shift = times ? wallMinutes(target.starts_local, times.starts_local) : 0;
  const first = addWallMinutes(series.starts_local, shift);
  const rule = repeat ?? shiftRule(series.rule, series.starts_local, first);
  const starts =
    times || repeat ? expandRule(rule, first) : events.map((event) => event.original_local ?? '');
  const length = times
    ? wallMinutes(times.starts_local, times.ends_local)
    : wallMinutes(series.starts_local, series.ends_local);
  const begins = starts[0] ?? first;
  const template: WallTimes = {
    starts_local: begins,
    ends_local: addWallMinutes(begins, length),
    time_zone: (times ?? series).time_zone,
    all_day: (times ?? series).all_day,
  };
  const content = withFields(series.content, request.content, fields);
  const changedSeries = { ...series, ...template, rule, content, sequence: series.sequence + 1 };

  const { positions, unassigned } = assignStarts(events, shift, starts, repeat === null);
  const updated: StoredEvent[] = [];
  for (const event of events) {
    const position = positions.get(event.id);
    const changed =
      position === undefined
        ? detachOccurrence(event, at)
        : rescheduleOccurrence(event, position, template, request, times !== null || repeat !== null);
    const isSame = JSON.stringify(changed) === JSON.stringify(event);
    if (!isSame) updated.push({ ...changed, edited_at: changed.deleted_at ? event.edited_at : at });
    // An event that only moves to the new series is written too, but isn't marked as edited.
    else if (splitSeriesId) updated.push(changed);
  }
  const inserted = unassigned.map((local) =>
    eventAt(local, {
      ...template,
      content,
      series_id: series.id,
      space_id: series.space_id,
      user_id: series.user_id,
    }),
  );
  return { series: changedSeries, updated, inserted };
}

/**
 * Assigns events of a series to its new starts: those that only moved along keep theirs, and, if the rule is
 * unchanged, the others follow in order. `unassigned` are the starts without an event.
 */
function assignStarts(
  events: LockedEvent[],
  shift: number,
  starts: string[],
  keepsRule: boolean,
): { positions: Map<string, string>; unassigned: string[] } {
  const free = new Set(starts);
  const positions = new Map<string, string>();
  for (const event of events) {
    const target = addWallMinutes(event.original_local ?? event.starts_local, shift);
    if (free.delete(target)) positions.set(event.id, target);
  }
  const unassigned = [...free];
  if (!keepsRule) return { positions, unassigned };
  for (const event of events) {
    if (positions.has(event.id)) continue;
    const next = unassigned.shift();
    if (next !== undefined) positions.set(event.id, next);
  }
  return { positions, unassigned };
}

/** Applies the series' change to one event. */
function rescheduleOccurrence(
  event: LockedEvent,
  local: string,
  template: WallTimes,
  { event: target, content, fields, times }: RequestedChange,
  timesChanged: boolean,
): LockedEvent {
  const isTarget = event.id === target.id;
  const takenFields = fields.filter((field) => isTarget || followsSeries(event, field));
  const changedFields = new Set(
    isTarget ? event.changed_fields.filter((name) => !isIn(name, fields)) : event.changed_fields,
  );
  let when = {};
  if (timesChanged && followsSeries(event, timesField)) when = timesAt(local, template);
  else if (isTarget && times) {
    when = moved(times);
    const byRule = timesAt(local, template);
    if (byRule.starts_local === times.starts_local && byRule.ends_local === times.ends_local) {
      changedFields.delete(timesField);
    }
  }
  return {
    ...event,
    ...Object.fromEntries(takenFields.map((field) => [field, content[field]])),
    ...when,
    original_local: local,
    changed_fields: [...changedFields],
  };
}

const isIn = (name: string, fields: readonly string[]) => fields.includes(name);

/**
 * Detaches an event that the new rule doesn't contain: a past one stays as a single event, an upcoming one is
 * deleted.
 */
function detachOccurrence(event: LockedEvent, at: string): LockedEvent {
  const single = { ...event, series_id: null, original_local: null, changed_fields: [] };
  return event.deleted_at !== null || event.ends_at <= at ? single : { ...single, deleted_at: at };
}

const moved = (times: WallTimes | null) => (times ? { ...times, ...toInstants(times) } : {});

const wallTimesOf = ({ starts_local, ends_local, time_zone, all_day }: WallTimes): WallTimes => ({
  starts_local,
  ends_local,
  time_zone,
  all_day,
});
