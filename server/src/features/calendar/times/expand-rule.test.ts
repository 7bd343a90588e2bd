import { describe, expect, it } from 'vitest';
import type { RepeatRule } from '#contract/values/events/event-times.ts';
import { requireTimeZone } from '#server/platform/time-zone.ts';
import { expandRule } from './expand-rule.ts';
import { requireTimes, toInstant, toInstants } from './wall-time.ts';

/*
 * The expected values were written by hand from calendars and time zone rules, not computed by the library:
 * Lagos is UTC+1 all year. Berlin is UTC+1, and UTC+2 from the last Sunday of March 01:00 UTC to the last Sunday of October
 * 01:00 UTC. New York is UTC-5, and UTC-4 from the second Sunday of March 02:00 to the first Sunday of November 02:00.
 */

const count = (number: number) => ({ type: 'count' as const, count: number });
const until = (day: string) => ({ type: 'until' as const, until: day });

describe('Daily rule across clock changes keeps 18:00', () => {
  const weekly: RepeatRule = { frequency: 'weekly', interval: 1, weekdays: ['WE'], ends: count(3) };
  it.each([
    // Clocks change on 29 March 2026 in Berlin, on 8 March in New York, never in Lagos.
    [
      'Europe/Berlin',
      '2026-03-18T18:00',
      ['2026-03-18T17:00:00.000Z', '2026-03-25T17:00:00.000Z', '2026-04-01T16:00:00.000Z'],
    ],
    [
      'America/New_York',
      '2026-02-25T18:00',
      ['2026-02-25T23:00:00.000Z', '2026-03-04T23:00:00.000Z', '2026-03-11T22:00:00.000Z'],
    ],
    [
      'Africa/Lagos',
      '2026-03-18T18:00',
      ['2026-03-18T17:00:00.000Z', '2026-03-25T17:00:00.000Z', '2026-04-01T17:00:00.000Z'],
    ],
    // And back: 25 October 2026 in Berlin, 1 November in New York.
    [
      'Europe/Berlin',
      '2026-10-14T18:00',
      ['2026-10-14T16:00:00.000Z', '2026-10-21T16:00:00.000Z', '2026-10-28T17:00:00.000Z'],
    ],
    [
      'America/New_York',
      '2026-10-21T18:00',
      ['2026-10-21T22:00:00.000Z', '2026-10-28T22:00:00.000Z', '2026-11-04T23:00:00.000Z'],
    ],
  ])('%s from %s', (zone, start, expected) => {
    expect(expandRule(weekly, start).map((local) => toInstant(local, zone))).toEqual(expected);
  });
});

describe('Dates of a rule', () => {
  const cases: [string, RepeatRule, string, string[]][] = [
    [
      'daily over a leap day',
      { frequency: 'daily', interval: 1, ends: count(4) },
      '2028-02-27T09:00',
      ['2028-02-27', '2028-02-28', '2028-02-29', '2028-03-01'],
    ],
    [
      'every third day until a day, itself included',
      { frequency: 'daily', interval: 3, ends: until('2026-12-04') },
      '2026-11-25T09:00',
      ['2026-11-25', '2026-11-28', '2026-12-01', '2026-12-04'],
    ],
    [
      // 21 November 2026 is a Saturday.
      'Tuesdays and Thursdays, from a Saturday',
      { frequency: 'weekly', interval: 1, weekdays: ['TH', 'TU'], ends: count(4) },
      '2026-11-21T18:00',
      ['2026-11-24', '2026-11-26', '2026-12-01', '2026-12-03'],
    ],
    [
      'every second week, its week counted from the first event',
      { frequency: 'weekly', interval: 2, weekdays: ['MO', 'FR'], ends: count(5) },
      '2026-11-21T18:00',
      ['2026-11-23', '2026-11-27', '2026-12-07', '2026-12-11', '2026-12-21'],
    ],
    [
      'every second week from a Sunday: weeks begin on Monday',
      { frequency: 'weekly', interval: 2, weekdays: ['SU', 'MO'], ends: count(4) },
      '2026-11-22T18:00',
      ['2026-11-22', '2026-11-30', '2026-12-06', '2026-12-14'],
    ],
    [
      'the 31st: months without one are passed over',
      { frequency: 'monthly', interval: 1, on: { type: 'date', month_day: 31 }, ends: count(5) },
      '2026-01-31T18:00',
      ['2026-01-31', '2026-03-31', '2026-05-31', '2026-07-31', '2026-08-31'],
    ],
    [
      'the 31st, started in a month without one',
      { frequency: 'monthly', interval: 1, on: { type: 'date', month_day: 31 }, ends: count(2) },
      '2026-02-03T18:00',
      ['2026-03-31', '2026-05-31'],
    ],
    [
      'the last day, in a leap year',
      { frequency: 'monthly', interval: 1, on: { type: 'date', month_day: -1 }, ends: count(4) },
      '2028-01-31T18:00',
      ['2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30'],
    ],
    [
      'the last day of every third month',
      { frequency: 'monthly', interval: 3, on: { type: 'date', month_day: -1 }, ends: count(4) },
      '2026-02-10T18:00',
      ['2026-02-28', '2026-05-31', '2026-08-31', '2026-11-30'],
    ],
    [
      'the second Tuesday',
      { frequency: 'monthly', interval: 1, on: { type: 'weekday', nth: 2, weekday: 'TU' }, ends: count(4) },
      '2026-09-01T18:00',
      ['2026-09-08', '2026-10-13', '2026-11-10', '2026-12-08'],
    ],
    [
      'the second Tuesday, started after it',
      { frequency: 'monthly', interval: 1, on: { type: 'weekday', nth: 2, weekday: 'TU' }, ends: count(2) },
      '2026-09-09T18:00',
      ['2026-10-13', '2026-11-10'],
    ],
    [
      'the last Friday',
      { frequency: 'monthly', interval: 1, on: { type: 'weekday', nth: -1, weekday: 'FR' }, ends: count(4) },
      '2026-10-01T18:00',
      ['2026-10-30', '2026-11-27', '2026-12-25', '2027-01-29'],
    ],
    [
      'a fifth Monday',
      { frequency: 'monthly', interval: 1, on: { type: 'weekday', nth: 5, weekday: 'MO' }, ends: count(4) },
      '2026-11-01T18:00',
      ['2026-11-30', '2027-03-29', '2027-05-31', '2027-08-30'],
    ],
    [
      'the 29th of February: leap years only, and 2100 is none',
      { frequency: 'yearly', interval: 1, ends: count(3) },
      '2024-02-29T12:00',
      ['2024-02-29', '2028-02-29', '2032-02-29'],
    ],
    [
      'every second year',
      { frequency: 'yearly', interval: 2, ends: until('2031-01-01') },
      '2026-12-31T12:00',
      ['2026-12-31', '2028-12-31', '2030-12-31'],
    ],
  ];
  it.each(cases)('%s', (_name, rule, start, expected) => {
    const time = start.slice(10);
    expect(expandRule(rule, start)).toEqual(expected.map((day) => day + time));
  });
});

describe('Wall time', () => {
  it.each([
    // On 29 March 2026 Berlin's clocks go from 02:00 to 03:00; New York's on 8 March.
    [
      'that is left out moves on by what is skipped',
      '2026-03-29T02:30',
      'Europe/Berlin',
      '2026-03-29T01:30:00.000Z',
    ],
    ['left out in New York', '2026-03-08T02:15', 'America/New_York', '2026-03-08T07:15:00.000Z'],
    // On 25 October 2026 Berlin has 02:30 twice, at 00:30 and 01:30 UTC; New York has 01:30 twice on 1 November.
    ['that comes twice means the earlier', '2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['twice in New York', '2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
    ['just before the change', '2026-03-29T01:59', 'Europe/Berlin', '2026-03-29T00:59:00.000Z'],
    ['at the change', '2026-03-29T03:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
  ])('%s', (_name, local, zone, expected) => {
    expect(toInstant(local, zone)).toBe(expected);
  });

  it('keeps its wall-clock duration across midnight and a clock change', () => {
    const night = { time_zone: 'Europe/Berlin', all_day: false };
    // Four wall-clock hours are three when the clocks go forward, five when they go back.
    expect(
      toInstants({ ...night, starts_local: '2026-03-28T23:00', ends_local: '2026-03-29T03:00' }),
    ).toEqual({
      starts_at: '2026-03-28T22:00:00.000Z',
      ends_at: '2026-03-29T01:00:00.000Z',
    });
    expect(
      toInstants({ ...night, starts_local: '2026-10-24T23:00', ends_local: '2026-10-25T03:00' }),
    ).toEqual({
      starts_at: '2026-10-24T21:00:00.000Z',
      ends_at: '2026-10-25T02:00:00.000Z',
    });
  });

  it('keeps its duration if a clock change moves its start past the end', () => {
    const gap = { time_zone: 'Europe/Berlin', all_day: false };
    expect(toInstants({ ...gap, starts_local: '2026-03-29T02:30', ends_local: '2026-03-29T03:15' })).toEqual({
      starts_at: '2026-03-29T01:30:00.000Z',
      ends_at: '2026-03-29T02:15:00.000Z',
    });
  });

  it('of an all-day event is from midnight to midnight, 23 hours when the clocks go forward', () => {
    const day = { time_zone: 'Europe/Berlin', all_day: true };
    expect(toInstants({ ...day, starts_local: '2026-03-29T00:00', ends_local: '2026-03-30T00:00' })).toEqual({
      starts_at: '2026-03-28T23:00:00.000Z',
      ends_at: '2026-03-29T22:00:00.000Z',
    });
  });
});

describe('Rejected times', () => {
  const code = (action: () => unknown) => {
    try {
      action();
    } catch (error) {
      return (error as { code: string }).code;
    }
    return 'done';
  };
  it.each([
    [
      '10,000 days until',
      { frequency: 'daily', interval: 1, ends: until('2053-01-01') },
      'recurrence_too_many',
    ],
    ['201 days', { frequency: 'daily', interval: 1, ends: until('2026-07-20') }, 'recurrence_too_many'],
    ['200 days', { frequency: 'daily', interval: 1, ends: until('2026-07-19') }, 'done'],
    [
      'an end before the start',
      { frequency: 'daily', interval: 1, ends: until('2025-12-31') },
      'recurrence_empty',
    ],
    ['beyond this century', { frequency: 'yearly', interval: 99, ends: count(3) }, 'recurrence_too_long'],
  ] as [string, RepeatRule, string][])('%s', (_name, rule, expected) => {
    expect(code(() => expandRule(rule, '2026-01-01T18:00'))).toBe(expected);
  });

  it.each([
    'Mars/Olympus',
    '+01:00',
    'UTC+1',
    '',
    'Europe/Berlin; drop table',
    'Europe//Berlin',
    '../etc/passwd',
  ])('the zone %j', (name) => {
    expect(code(() => requireTimeZone(name))).toBe('unknown_time_zone');
  });

  it('do not include time zones with an older or differently written name', () => {
    expect(requireTimeZone('europe/berlin')).toBe('Europe/Berlin');
    expect(requireTimeZone('Asia/Kolkata')).toBe('Asia/Kolkata');
    expect(requireTimeZone('UTC')).toBe('UTC');
  });

  it.each([
    ['2026-01-01T18:00', '2026-01-01T18:00', false, 'event_ends_before_it_starts'],
    ['2026-01-01T18:00', '2026-01-01T17:00', false, 'event_ends_before_it_starts'],
    ['2026-01-01T18:00', '2026-02-01T18:01', false, 'event_too_long'],
    ['2026-01-01T18:00', '2026-02-01T18:00', false, 'done'],
    ['2026-01-01T00:00', '2026-01-02T12:00', true, 'event_not_whole_days'],
  ])('%s to %s, all day %s: %s', (starts_local, ends_local, all_day, expected) => {
    expect(code(() => requireTimes({ starts_local, ends_local, all_day, time_zone: 'UTC' }))).toBe(expected);
  });
});
