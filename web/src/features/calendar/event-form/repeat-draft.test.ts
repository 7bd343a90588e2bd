import { describe, expect, it } from 'vitest';
import type { RepeatRule } from '#contract/values/events/event-times.ts';
import { followDay, monthlyChoices, toFrequency, toValue, weekdayOf } from './repeat-draft.ts';
import { toMonthlyDay, toRepeatText } from './repeat-text.ts';

const ends = { type: 'count', count: 10 } as const;
type On = Extract<RepeatRule, { frequency: 'monthly' }>['on'];
const monthly = (on: On): RepeatRule => ({ frequency: 'monthly', interval: 1, on, ends });
const labels = (day: string) => monthlyChoices(day).map(({ label }) => label);

describe('Recurrence of an event draft', () => {
  it('offers the monthly rules that match the first day', () => {
    expect(labels('2026-11-21')).toEqual(['On the 21st', 'On the 3rd Saturday']);
    expect(labels('2026-11-28')).toEqual(['On the 28th', 'On the 4th Saturday', 'On the last Saturday']);
    expect(labels('2026-10-31')).toEqual([
      'On the 31st',
      'On the 5th Saturday',
      'On the last day',
      'On the last Saturday',
    ]);
    expect(labels('2028-02-29')).toContain('On the last day');
    expect(labels('2028-02-28')).not.toContain('On the last day');
  });

  it("offers the current rule even if it doesn't match the day", () => {
    const chosen: On = { type: 'weekday', nth: 1, weekday: 'MO' };
    const choices = monthlyChoices('2026-11-21', chosen);
    expect(choices.map(({ label }) => label)).toContain('On the 1st Monday');
    expect(new Set(choices.map(({ value }) => value)).size).toBe(3);
    // The order of the fields in a response doesn't matter.
    expect(monthlyChoices('2026-11-21', { month_day: 21, type: 'date' })).toHaveLength(2);
    expect(toValue({ month_day: 21, type: 'date' })).toBe(choices[0]?.value);
  });

  it('starts on the day of the event and keeps its end', () => {
    expect(weekdayOf('2026-11-22')).toBe('SU');
    expect(toFrequency('weekly', '2026-11-21', null)).toEqual({
      frequency: 'weekly',
      interval: 1,
      weekdays: ['SA'],
      ends,
    });
    const until = { type: 'until', until: '2027-03-01' } as const;
    expect(toFrequency('monthly', '2026-11-21', { frequency: 'daily', interval: 3, ends: until })).toEqual({
      frequency: 'monthly',
      interval: 3,
      on: { type: 'date', month_day: 21 },
      ends: until,
    });
  });

  it.each<[On, string, string, On]>([
    [{ type: 'date', month_day: 21 }, '2026-11-21', '2026-11-05', { type: 'date', month_day: 5 }],
    [
      { type: 'weekday', nth: 3, weekday: 'SA' },
      '2026-11-21',
      '2026-11-05',
      { type: 'weekday', nth: 1, weekday: 'TH' },
    ],
    [{ type: 'date', month_day: -1 }, '2026-10-31', '2026-11-30', { type: 'date', month_day: -1 }],
    [{ type: 'date', month_day: -1 }, '2026-10-31', '2026-11-05', { type: 'date', month_day: 5 }],
    [
      { type: 'weekday', nth: -1, weekday: 'SA' },
      '2026-10-31',
      '2026-11-27',
      { type: 'weekday', nth: -1, weekday: 'FR' },
    ],
    // The rule never followed the first day.
    [{ type: 'date', month_day: 15 }, '2026-11-21', '2026-11-05', { type: 'date', month_day: 15 }],
  ])('moves %j from %s to %s', (on, before, after, then) => {
    expect(followDay(monthly(on), before, after)).toEqual(monthly(then));
  });

  it('moves a single weekday, and keeps several', () => {
    const weekly = (...weekdays: ('SA' | 'SU' | 'MO')[]): RepeatRule => ({
      frequency: 'weekly',
      interval: 1,
      weekdays,
      ends,
    });
    expect(followDay(weekly('SA'), '2026-11-21', '2026-11-23')).toEqual(weekly('MO'));
    expect(followDay(weekly('SA', 'SU'), '2026-11-21', '2026-11-23')).toEqual(weekly('SA', 'SU'));
    expect(followDay(weekly('SA'), '2026-11-21', '12026-11-23')).toEqual(weekly('SA'));
    expect(followDay(weekly('SA'), '', '2026-11-23')).toEqual(weekly('SA'));
    expect(followDay(null, '2026-11-21', '2026-11-23')).toBeNull();
  });
});

describe('Recurrence text', () => {
  it.each<[RepeatRule, string]>([
    [{ frequency: 'daily', interval: 1, ends }, 'Every day, 10 times'],
    [
      { frequency: 'weekly', interval: 2, weekdays: ['MO', 'WE', 'FR'], ends: { type: 'count', count: 12 } },
      'Every 2 weeks on Monday, Wednesday, and Friday, 12 times',
    ],
    [monthly({ type: 'date', month_day: -1 }), 'Every month on the last day, 10 times'],
    [monthly({ type: 'date', month_day: 22 }), 'Every month on the 22nd, 10 times'],
    [monthly({ type: 'weekday', nth: -1, weekday: 'FR' }), 'Every month on the last Friday, 10 times'],
    [
      { frequency: 'yearly', interval: 1, ends: { type: 'until', until: '2030-11-21' } },
      'Every year, until Thursday, November 21, 2030',
    ],
    [{ frequency: 'yearly', interval: 2, ends: { type: 'count', count: 1 } }, 'Every 2 years, once'],
  ])('describes %j', (rule, text) => {
    expect(toRepeatText(rule)).toBe(text);
  });

  it('uses English ordinals and plurals', () => {
    const days = [1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 30, 31];
    expect(days.map((month_day) => toMonthlyDay({ type: 'date', month_day }))).toEqual(
      '1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 23rd 30th 31st'.split(' ').map((nth) => `On the ${nth}`),
    );
  });
});
