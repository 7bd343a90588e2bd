import { describe, expect, it } from 'vitest';
import type { RepeatRule } from '#contract/values/events/event-times.ts';
import { endAfter, remainingRule, shiftRule } from './series-dates.ts';

const ends = { type: 'count', count: 5 } as const;
const monthly = (on: Extract<RepeatRule, { frequency: 'monthly' }>['on']): RepeatRule => ({
  frequency: 'monthly',
  interval: 1,
  on,
  ends,
});
const nth = (number: number, weekday: 'TH' | 'FR' | 'SA') =>
  monthly({ type: 'weekday', nth: number as 1, weekday });
const date = (month_day: number) => monthly({ type: 'date', month_day: month_day as 1 });
const everyYear = (until: string): RepeatRule => ({
  frequency: 'yearly',
  interval: 1,
  ends: { type: 'until', until },
});

describe('Rule of a series moved to another day', () => {
  // 30 October 2026 is the last and the fifth Friday of its month.
  it.each<[string, RepeatRule, string, string, RepeatRule]>([
    ['the last stays the last', nth(-1, 'FR'), '2026-10-30', '2026-10-29', nth(-1, 'TH')],
    ['also in the next month', nth(-1, 'FR'), '2026-10-30', '2026-11-28', nth(-1, 'SA')],
    ['before the last week it is counted', nth(-1, 'FR'), '2026-10-30', '2026-10-24', nth(4, 'SA')],
    ['what was counted is counted', nth(4, 'FR'), '2026-10-23', '2026-10-30', nth(5, 'FR')],
    ['the seventh is in the first week', nth(2, 'FR'), '2026-10-09', '2026-11-07', nth(1, 'SA')],
    ['the last day stays the last', date(-1), '2027-01-31', '2027-02-28', date(-1)],
    ['or becomes a day', date(-1), '2027-01-31', '2027-01-30', date(30)],
    ['a day that becomes the last is a day', date(30), '2027-01-30', '2027-01-31', date(31)],
    ['a year later', everyYear('2030-01-30'), '2027-01-30', '2027-01-31', everyYear('2030-01-31')],
  ])('%s', (_name, rule, from, to, expected) => {
    expect(shiftRule(rule, `${from}T18:00`, `${to}T20:00`)).toEqual(expected);
  });

  it('shifts its weekdays, keeping their order, and its end date', () => {
    const weekly: RepeatRule = {
      frequency: 'weekly',
      interval: 2,
      weekdays: ['MO', 'SU'],
      ends: { type: 'until', until: '2026-12-31' },
    };
    expect(shiftRule(weekly, '2026-11-22T18:00', '2026-11-24T18:00')).toEqual({
      ...weekly,
      weekdays: ['TU', 'WE'],
      ends: { type: 'until', until: '2027-01-02' },
    });
    expect(shiftRule(weekly, '2026-11-22T18:00', '2026-11-21T18:00')).toMatchObject({
      weekdays: ['SA', 'SU'],
    });
    expect(shiftRule(weekly, '2026-11-22T18:00', '2026-11-22T09:00')).toBe(weekly);
  });
});

it('counts each event once when a series is split', () => {
  expect(endAfter(date(3), 2).ends).toEqual({ type: 'count', count: 2 });
  expect(remainingRule(date(3), 2).ends).toEqual({ type: 'count', count: 3 });
  const until = { ...date(3), ends: { type: 'until', until: '2027-01-01' } } as RepeatRule;
  expect(remainingRule(until, 2)).toBe(until);
});
