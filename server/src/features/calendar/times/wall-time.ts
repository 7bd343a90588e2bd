import { Temporal } from '@js-temporal/polyfill';
import type { EventTimes } from '#contract/values/events/event-copy.ts';
import { maxEventDays } from '#contract/values/limits.ts';
import { AppError } from '#server/platform/errors.ts';
import { requireTimeZone } from '#server/platform/time-zone.ts';

/** When an event is: local times and their time zone. Wall times have the format `2026-11-21T18:00`. */
export type WallTimes = EventTimes;

/** Returns a wall time as text, to the minute. */
export function toWallText(time: Temporal.PlainDateTime): string {
  return time.toString({ smallestUnit: 'minute' });
}

/**
 * Returns the instant of a wall time as an ISO timestamp. A time that the clocks skip moves forward by the gap; of
 * one that occurs twice, the earlier is used. RFC 5545 defines the same, so calendar apps agree.
 */
export function toInstant(local: string, timeZone: string): string {
  const { epochMilliseconds } = Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone, {
    disambiguation: 'compatible',
  });
  return new Date(epochMilliseconds).toISOString();
}

/** Returns the minutes between two wall times, as if every day had 24 hours. */
export function wallMinutes(from: string, to: string): number {
  return Temporal.PlainDateTime.from(from)
    .until(Temporal.PlainDateTime.from(to), { largestUnit: 'minute' })
    .total('minutes');
}

/** Returns a wall time this many wall-clock minutes later. */
export function addWallMinutes(local: string, minutes: number): string {
  return toWallText(Temporal.PlainDateTime.from(local).add({ minutes }));
}

/** Returns the instants of an event's wall times. */
export function toInstants(times: WallTimes): { starts_at: string; ends_at: string } {
  const starts = toInstant(times.starts_local, times.time_zone);
  const ends = toInstant(times.ends_local, times.time_zone);
  if (ends > starts) return { starts_at: starts, ends_at: ends };
  // The start was in the skipped hour and moved past the end: the event keeps its duration.
  const length = wallMinutes(times.starts_local, times.ends_local) * 60_000;
  return { starts_at: starts, ends_at: new Date(Date.parse(starts) + length).toISOString() };
}

/**
 * Validates an event's times and returns them with the time zone in its usual spelling.
 * @throws AppError `unknown_time_zone`, `event_ends_before_it_starts`, `event_not_whole_days`, `event_too_long`
 */
export function requireTimes(times: WallTimes): WallTimes {
  const minutes = wallMinutes(times.starts_local, times.ends_local);
  if (minutes <= 0) throw new AppError('event_ends_before_it_starts');
  if (minutes > maxEventDays * 24 * 60) throw new AppError('event_too_long');
  const atMidnight = times.starts_local.endsWith('T00:00') && times.ends_local.endsWith('T00:00');
  if (times.all_day && !atMidnight) throw new AppError('event_not_whole_days');
  return { ...times, time_zone: requireTimeZone(times.time_zone) };
}
