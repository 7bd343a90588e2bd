import type { RecurrenceScope } from '#contract/calendar.ts';
import type { RepeatRule } from '#contract/event-times.ts';
import { newId } from '#server/platform/ids.ts';
import type { ContentField, EventContent } from '../event-content.ts';
import { withFields } from '../event-content.ts';
import { expandRule } from '../times/expand-rule.ts';
import { addWallMinutes, toInstants, type WallTimes, wallMinutes } from '../times/wall-time.ts';
import type { LockedEvent, StoredEvent, StoredSeries } from './series.queries.ts';
import { endAfter, remainingRule, shiftRule } from './series-dates.ts';
import { eventAt, follows, timesAt, timesField } from './series-events.ts';

/** What somebody wants to be another about an event. */
export interface WantedChange {
  event: LockedEvent;
  scope: RecurrenceScope;
  /** The named event's content after the change, and the fields in which it differs. */
  content: EventContent;
  fields: ContentField[];
  /** The named event's new times; null when they stay. */
  times: WallTimes | null;
  repeat: RepeatRule | null;
  /** Now. */
  at: string;
}

/** What a change writes. Events that it takes out of a series come as deleted, or, when over, as single ones. */
export interface PlannedChange {
  updatedSeries: StoredSeries[];
  newSeries: StoredSeries | null;
  updated: StoredEvent[];
  inserted: StoredEvent[];
}

/** The change of a single event; with `repeat` it becomes the first of a series. */
export function planSingle(wanted: WantedChange): PlannedChange {
  const { event, content, times, repeat, at } = wanted;
  const changed = { ...event, ...content, ...moved(times), sequence: event.sequence + 1, edited_at: at };
  if (!repeat) return { updatedSeries: [], newSeries: null, updated: [changed], inserted: [] };
  const starts = expandRule(repeat, changed.starts_local);
  const [first = changed.starts_local, ...others] = starts;
  const series: StoredSeries = {
    // The event's own, so that calendar programs know it again.
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

/** The change of one event of a series alone: what it changes is its own from now on. */
export function planOne(wanted: WantedChange): PlannedChange {
  const { event, content, fields, times, at } = wanted;
  const own = new Set([...event.changed_fields, ...fields, ...(times ? [timesField] : [])]);
  const changed = {
    ...event,
    ...content,
    ...moved(times),
    changed_fields: [...own],
    sequence: event.sequence + 1,
    edited_at: at,
  };
  return { updatedSeries: [], newSeries: null, updated: [changed], inserted: [] };
}

/**
 * The change of a series from the named event on, or whole. `events` are all of the series by their place in it, deleted
 * ones too: they are, one by one, what its rule gives.
 */
export function planSeries(wanted: WantedChange, series: StoredSeries, events: LockedEvent[]): PlannedChange {
  const passed = events.findIndex(({ id }) => id === wanted.event.id);
  const splits =
    wanted.scope === 'this_and_following' &&
    events.slice(0, passed).some((event) => event.deleted_at === null);
  if (!splits) {
    const { series: changed, updated, inserted } = changeAll(wanted, series, events);
    return { updatedSeries: [changed], newSeries: null, updated, inserted };
  }
  const first = wanted.event.original_local ?? wanted.event.starts_local;
  const later: StoredSeries = {
    ...series,
    id: newId(),
    ...wallTimesOf(timesAt(first, series)),
    rule: remainingRule(series.rule, passed),
    sequence: 0,
  };
  const moving = events.slice(passed).map((event) => ({ ...event, series_id: later.id }));
  const { series: changed, updated, inserted } = changeAll(wanted, later, moving, later.id);
  const earlier = { ...series, rule: endAfter(series.rule, passed), sequence: series.sequence + 1 };
  return { updatedSeries: [earlier], newSeries: changed, updated, inserted };
}

function changeAll(
  wanted: WantedChange,
  series: StoredSeries,
  events: LockedEvent[],
  movedTo: string | null = null,
): { series: StoredSeries; updated: StoredEvent[]; inserted: StoredEvent[] } {
  const { event: named, times, repeat, fields, at } = wanted;
  const shift = times ? wallMinutes(named.starts_local, times.starts_local) : 0;
  const first = addWallMinutes(series.starts_local, shift);
  const rule = repeat ?? shiftRule(series.rule, series.starts_local, first);
  const starts =
    times || repeat ? expandRule(rule, first) : events.map((event) => event.original_local ?? '');
  const length = times
    ? wallMinutes(times.starts_local, times.ends_local)
    : wallMinutes(series.starts_local, series.ends_local);
  const begins = starts[0] ?? first;
  const like: WallTimes = {
    starts_local: begins,
    ends_local: addWallMinutes(begins, length),
    time_zone: (times ?? series).time_zone,
    all_day: (times ?? series).all_day,
  };
  const content = withFields(series.content, wanted.content, fields);
  const changedSeries = { ...series, ...like, rule, content, sequence: series.sequence + 1 };

  const { positions, left } = assignStarts(events, shift, starts, repeat === null);
  const updated: StoredEvent[] = [];
  for (const event of events) {
    const position = positions.get(event.id);
    const changed =
      position === undefined
        ? detachOccurrence(event, at)
        : rescheduleOccurrence(event, position, like, wanted, times !== null || repeat !== null);
    const isSame = JSON.stringify(changed) === JSON.stringify(event);
    if (!isSame) updated.push({ ...changed, edited_at: changed.deleted_at ? event.edited_at : at });
    // An event that only goes over to the split-off series is written too, but nobody edited it.
    else if (movedTo) updated.push(changed);
  }
  const inserted = left.map((local) =>
    eventAt(local, {
      ...like,
      content,
      series_id: series.id,
      space_id: series.space_id,
      user_id: series.user_id,
    }),
  );
  return { series: changedSeries, updated, inserted };
}

/**
 * Which event of a series goes to which of its new starts: those that only moved along to their own, and, where the rule
 * stayed, the others in order. `left` are the starts that nothing is at yet.
 */
function assignStarts(
  events: LockedEvent[],
  shift: number,
  starts: string[],
  inOrder: boolean,
): { positions: Map<string, string>; left: string[] } {
  const free = new Set(starts);
  const positions = new Map<string, string>();
  for (const event of events) {
    const target = addWallMinutes(event.original_local ?? event.starts_local, shift);
    if (free.delete(target)) positions.set(event.id, target);
  }
  const left = [...free];
  if (!inOrder) return { positions, left };
  for (const event of events) {
    if (positions.has(event.id)) continue;
    const next = left.shift();
    if (next !== undefined) positions.set(event.id, next);
  }
  return { positions, left };
}

/** An event of a series as the series' change leaves it. */
function rescheduleOccurrence(
  event: LockedEvent,
  local: string,
  like: WallTimes,
  { event: named, content, fields, times }: WantedChange,
  moves: boolean,
): LockedEvent {
  const isNamed = event.id === named.id;
  const taken = fields.filter((field) => isNamed || follows(event, field));
  const own = new Set(
    isNamed ? event.changed_fields.filter((name) => !isIn(name, fields)) : event.changed_fields,
  );
  let when = {};
  if (moves && follows(event, timesField)) when = timesAt(local, like);
  else if (isNamed && times) {
    when = moved(times);
    const byRule = timesAt(local, like);
    if (byRule.starts_local === times.starts_local && byRule.ends_local === times.ends_local) {
      own.delete(timesField);
    }
  }
  return {
    ...event,
    ...Object.fromEntries(taken.map((field) => [field, content[field]])),
    ...when,
    original_local: local,
    changed_fields: [...own],
  };
}

const isIn = (name: string, fields: readonly string[]) => fields.includes(name);

/** An event that the changed rule has no place for: what is over stays as a single event, what lies ahead goes. */
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
