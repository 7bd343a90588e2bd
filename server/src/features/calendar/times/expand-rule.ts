import ICAL from 'ical.js';
import type { RepeatRule } from '#contract/values/events/event-times.ts';
import { weekdays } from '#contract/values/events/weekdays.ts';
import { maxSeriesEvents } from '#contract/values/limits.ts';
import { AppError } from '#server/platform/errors.ts';

/** The parts of a recurrence rule in iCalendar, without its end. */
export interface RuleParts {
  freq: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';
  interval: number;
  byday?: string[];
  bymonthday?: number[];
  bymonth?: number[];
}

/** Converts a rule to iCalendar; `startsLocal` is its first event. */
export function toRuleParts(rule: RepeatRule, startsLocal: string): RuleParts {
  const { interval } = rule;
  switch (rule.frequency) {
    case 'daily':
      return { freq: 'DAILY', interval };
    case 'weekly':
      return {
        freq: 'WEEKLY',
        interval,
        byday: weekdays.filter((day) => rule.weekdays.includes(day)),
      };
    case 'monthly':
      return rule.on.type === 'date'
        ? { freq: 'MONTHLY', interval, bymonthday: [rule.on.month_day] }
        : { freq: 'MONTHLY', interval, byday: [`${rule.on.nth}${rule.on.weekday}`] };
    case 'yearly': {
      const [, month, day] = startsLocal.slice(0, 10).split('-').map(Number);
      return { freq: 'YEARLY', interval, bymonth: [month ?? 1], bymonthday: [day ?? 1] };
    }
  }
}

const yearLimit = '2100';

/** Yields the dates of a rule from a wall time on, in floating time, independent of any time zone. */
function* iterate(parts: RuleParts, startsLocal: string): Generator<string> {
  const iterator = ICAL.Recur.fromData({ ...parts }).iterator(
    ICAL.Time.fromDateTimeString(`${startsLocal}:00`),
  );
  for (let next = iterator.next(); next; next = iterator.next()) {
    const local = next.toString().slice(0, 16);
    if (local >= yearLimit) return;
    // The library starts some rules with a day before the start; skip those.
    if (local >= startsLocal) yield local;
  }
}

/**
 * Returns the wall times at which the events of a series start. The first is the first matching day from
 * `startsLocal` on; weeks, months and years are counted from there.
 * @throws AppError `recurrence_empty`, `recurrence_too_many`, `recurrence_too_long`
 */
export function expandRule(rule: RepeatRule, startsLocal: string): string[] {
  const [first] = take(iterate({ ...toRuleParts(rule, startsLocal), interval: 1 }, startsLocal), 1);
  if (first === undefined) throw new AppError('recurrence_empty');
  const days = iterate(toRuleParts(rule, first), first);
  if (rule.ends.type === 'count') {
    const starts = take(days, rule.ends.count);
    if (starts.length < rule.ends.count) throw new AppError('recurrence_too_long');
    return starts;
  }
  const { until } = rule.ends;
  const starts = take(days, maxSeriesEvents + 1).filter((local) => local.slice(0, 10) <= until);
  if (starts.length > maxSeriesEvents) throw new AppError('recurrence_too_many');
  if (starts.length === 0) throw new AppError('recurrence_empty');
  return starts;
}

function take(values: Iterable<string>, count: number): string[] {
  const taken: string[] = [];
  for (const value of values) {
    taken.push(value);
    if (taken.length >= count) break;
  }
  return taken;
}
