import type { RecurrenceScope } from '#contract/features/calendar/calendar.ts';
import type { RepeatRule } from '#contract/values/events/event-times.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Database, Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import type { HookContext } from '#server/platform/lifecycle.ts';
import { publish, spaceChannel } from '#server/platform/live/publish.ts';
import { copyAccess } from '../access/index.ts';
import { requireActiveMember } from '../members/index.ts';
import { type EventDetailRow, findEvent } from './calendar.queries.ts';
import { changedContent, contentOf, type EventContent, requireContent } from './event-content.ts';
import { enqueueChangeNotifications } from './notifications/notify-event-changed.job.ts';
import { notifyWaitlistPromotions } from './notifications/notify-waitlist-promotions.ts';
import { publishEvent } from './publish-event.ts';
import { attachCover, releaseCovers, requireHosts } from './require-parts.ts';
import { fillSeats, publishRsvps, type RsvpChange } from './rsvps/give-seats.ts';
import { type LockedSeries, lockEventSeries } from './series/lock-event-series.ts';
import {
  type PlannedChange,
  planOne,
  planSeries,
  planSingle,
  type RequestedChange,
} from './series/plan-change.ts';
import {
  insertEvents,
  insertSeries,
  type LockedEvent,
  type StoredEvent,
  updateSeries,
} from './series/series.queries.ts';
import { updateEvents } from './series/update-events.queries.ts';
import { requireTimes, type WallTimes } from './times/wall-time.ts';

/** Returns the given event, or if the new rule doesn't contain it, the next one or else the last. */
function nextExisting(
  { updated, inserted }: PlannedChange,
  { event: target, events }: LockedSeries,
): StoredEvent {
  const all = new Map<string, StoredEvent>(events.map((event) => [event.id, event]));
  for (const event of [...updated, ...inserted]) all.set(event.id, event);
  if (all.get(target.id)?.deleted_at === null) return target;
  const existing = [...all.values()]
    .filter((event) => event.deleted_at === null && event.series_id !== null)
    .sort((one, other) => one.starts_at.localeCompare(other.starts_at));
  return existing.find((event) => event.starts_at >= target.starts_at) ?? existing.at(-1) ?? target;
}

type PartialInput<T> = { [K in keyof T]?: T[K] | undefined };
/** The changes of an event; missing fields stay unchanged. */
export interface EventChange extends PartialInput<EventContent>, PartialInput<WallTimes> {
  event_id: string;
  scope: RecurrenceScope;
  repeat?: RepeatRule | undefined;
}

/**
 * Changes an event, this and following events, or the whole series. Returns the given event, or the next one if a new
 * rule doesn't contain it.
 */
export async function updateEvent(
  context: HookContext & { db: Database },
  viewer: Viewer,
  scope: Pick<SpaceContext, 'space_id'>,
  input: EventChange,
): Promise<EventDetailRow> {
  const { db, jobs } = context;
  return await db.transaction().execute(async (tx) => {
    await requireActiveMember(tx, scope.space_id, viewer.user_id, { access: 'space-editor' });
    const locked = await lockEventSeries(tx, input.event_id);
    const request = toRequestedChange(locked, input, nowIso());
    await requireParts(tx, viewer, request);
    const plan = requireCapacityForGoing(planFor(request, locked), locked.events, request.at);

    if (plan.newSeries) await insertSeries(tx, { ...plan.newSeries, created_at: request.at });
    for (const series of plan.updatedSeries) await updateSeries(tx, series, request.at);
    await updateEvents(tx, plan.updated);
    await insertEvents(
      tx,
      plan.inserted.map((event) => ({ ...event, client_id: null, created_at: request.at })),
    );
    await keepAccess(tx, locked, plan);
    await releaseCovers(tx, context, locked);
    const row = await findEvent(tx, viewer, input.event_id);
    if (row && plan.updated.length === 1 && plan.inserted.length === 0) {
      await publishEvent(tx, 'event.changed', row);
    } else await publish(tx, spaceChannel(scope.space_id), 'calendar.changed', { space_id: scope.space_id });
    const seats = await fillAddedSeats(tx, locked.events, plan.updated);
    await publishRsvps(tx, scope.space_id, seats);
    await enqueueChangeNotifications(tx, jobs, {
      actor_id: viewer.user_id,
      before: locked.events,
      after: plan.updated,
      at: request.at,
    });
    const updated =
      row && seats.length === 0 ? row : await findEvent(tx, viewer, nextExisting(plan, locked).id);
    if (!updated) throw new AppError('event_not_found');
    await notifyWaitlistPromotions(tx, context, seats, viewer.user_id);
    return updated;
  });
}

/** Gives what leaves a series, as a series of its own or as single events, the rules that it had. */
async function keepAccess(tx: Tx, { series }: LockedSeries, plan: PlannedChange): Promise<void> {
  if (!series) return;
  const single = plan.updated.filter((event) => event.series_id === null && event.deleted_at === null);
  const copies = [
    ...(plan.newSeries ? [{ series_id: plan.newSeries.id, event_id: null }] : []),
    ...single.map(({ id }) => ({ series_id: null, event_id: id })),
  ];
  if (copies.length > 0) await copyAccess(tx, series.id, copies);
}

const isDefined = <T>(entry: [string, T | undefined]): entry is [string, T] => entry[1] !== undefined;
/** Returns `base` with the defined fields of `input` that it has. */
function merged<T extends object>(base: T, input: PartialInput<T>): T {
  const entries = Object.entries(input).filter(isDefined);
  return { ...base, ...Object.fromEntries(entries.filter(([name]) => name in base)) };
}

const wallFields = ['starts_local', 'ends_local', 'time_zone', 'all_day'] as const;

function toRequestedChange({ event, series }: LockedSeries, input: EventChange, at: string): RequestedChange {
  const scope = series ? input.scope : 'this';
  const repeat = input.repeat ?? null;
  if (scope === 'this' && event.status === 'cancelled') throw new AppError('event_cancelled');
  if (scope === 'this' && series && repeat) throw new AppError('recurrence_scope_required');
  const before = contentOf(event);
  const content = requireContent(merged(before, input), before);
  const fields = changedContent(before, content);
  const { starts_local, ends_local, time_zone, all_day } = event;
  const wallBefore: WallTimes = { starts_local, ends_local, time_zone, all_day };
  const wall = requireTimes(merged(wallBefore, input));
  const times = wallFields.some((field) => wall[field] !== wallBefore[field]) ? wall : null;
  if (fields.length === 0 && !times && !repeat) throw new AppError('no_changes');
  return { event, scope, content, fields, times, repeat, at };
}

/** Checks that new hosts are members, and attaches a new cover. */
async function requireParts(
  tx: Tx,
  viewer: Viewer,
  { event, content, fields, at }: RequestedChange,
): Promise<void> {
  const newHosts = content.host_ids.filter((id) => !event.host_ids.includes(id));
  await requireHosts(tx, event.space_id, newHosts);
  if (fields.includes('cover_upload_id')) {
    await attachCover(tx, viewer, event.space_id, content.cover_upload_id, at);
  }
}

function planFor(request: RequestedChange, { series, events }: LockedSeries): PlannedChange {
  if (!series) return planSingle(request);
  return request.scope === 'this' ? planOne(request) : planSeries(request, series, events);
}

/**
 * Rejects a capacity below the number of people going to an upcoming event, so that no one loses a seat. Past and
 * canceled events keep their capacity.
 */
function requireCapacityForGoing(plan: PlannedChange, before: LockedEvent[], at: string): PlannedChange {
  const eventsBefore = new Map(before.map((event) => [event.id, event]));
  const isOverbooked = (event: StoredEvent) =>
    event.capacity !== null && (eventsBefore.get(event.id)?.going_count ?? 0) > event.capacity;
  const isUpcoming = (event: StoredEvent) =>
    event.deleted_at === null && event.status === 'scheduled' && event.ends_at > at;
  const short = plan.updated.filter((event) => isOverbooked(event) && isUpcoming(event));
  if (short.length > 0) {
    const going = Math.max(...short.map((event) => eventsBefore.get(event.id)?.going_count ?? 0));
    throw new AppError('capacity_below_attendance', { going_count: going });
  }
  const updated = plan.updated.map((event) =>
    isOverbooked(event) ? { ...event, capacity: eventsBefore.get(event.id)?.capacity ?? null } : event,
  );
  return { ...plan, updated };
}

/** Gives the seats that events gained to the waitlist. */
async function fillAddedSeats(tx: Tx, before: LockedEvent[], after: StoredEvent[]): Promise<RsvpChange[]> {
  const known = new Map(before.map((event) => [event.id, event]));
  const changed = after.flatMap(({ id, capacity, deleted_at, status }) => {
    const event = known.get(id);
    if (!event || deleted_at !== null || status !== 'scheduled' || capacity === event.capacity) return [];
    const { going_count, waitlist_count } = event;
    return [{ id, capacity, going_count, waitlist_count }];
  });
  return await fillSeats(tx, changed);
}
