import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { setLocaleSource } from '#contract/i18n/locale.ts';
import {
  addDays,
  addMonths,
  daysBetween,
  daysOf,
  defaultEventDay,
  minutesOfDay,
  sortEvents,
  sortEventsOfDay,
  spanOf,
  startOfWeek,
  toInstant,
  toLocalDay,
  weekOf,
  weeksOfMonth,
} from './calendar-days.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  setLocaleSource(() => undefined);
});

const someDay = fc.integer({ min: 0, max: 36_500 }).map((days) => addDays('2000-01-01', days));

describe('Days without a time zone', () => {
  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-12-31', 2, '2027-02-28'],
    ['2026-05-31', 1, '2026-06-30'],
    ['2026-11-21', -11, '2025-12-21'],
    ['2028-02-29', 12, '2029-02-28'],
  ])('returns the same day of another month: %s plus %i months is %s', (day, months, then) => {
    expect(addMonths(day, months)).toBe(then);
  });

  it.each([
    ['en-US', '2026-11-15', '2026-11-22', '2026-12-27'],
    ['en-DE', '2026-11-16', '2026-11-16', '2026-12-28'],
    ['en-EG', '2026-11-14', '2026-11-21', '2026-12-26'],
  ])('starts weeks as in %s', (locale, ofMonday, ofSunday, ofNewYear) => {
    setLocaleSource(() => locale);
    expect(startOfWeek('2026-11-16')).toBe(ofMonday);
    expect(startOfWeek('2026-11-22')).toBe(ofSunday);
    expect(weekOf('2027-01-01')[0]).toBe(ofNewYear);
  });

  it.each([
    // February starts on the first day of the week and has 28 days; 31 days start on the last one or the one before it.
    ['en-US', '2026-02-14', '2026-08-01'],
    ['en-DE', '2027-02-14', '2026-08-01'],
  ])('shows a month as four to six full weeks in %s', (locale, short, long) => {
    setLocaleSource(() => locale);
    expect(weeksOfMonth(short)).toHaveLength(4);
    expect(weeksOfMonth(long)).toHaveLength(6);
    expect(weeksOfMonth('2026-08-31')).toEqual(weeksOfMonth('2026-08-01'));
  });

  it.each(['en-US', 'en-DE', 'en-EG'])(
    'contains every day of the month exactly once, without gaps, in %s',
    (locale) => {
      setLocaleSource(() => locale);
      fc.assert(
        fc.property(someDay, (day) => {
          const weeks = weeksOfMonth(day);
          const days = weeks.flat();
          const month = days.filter((shown) => shown.startsWith(day.slice(0, 7)));
          const next = addMonths(`${day.slice(0, 7)}-01`, 1);
          expect(month).toHaveLength(daysBetween(`${day.slice(0, 7)}-01`, next));
          expect(days[0]).toBe(startOfWeek(days[0] ?? ''));
          for (const [at, shown] of days.entries()) expect(shown).toBe(addDays(days[0] ?? '', at));
          for (const week of weeks) expect(week.some((shown) => month.includes(shown))).toBe(true);
        }),
      );
    },
  );
});

describe("Days in the viewer's time zone", () => {
  const timed = (starts_at: string, ends_at: string) => ({
    starts_at,
    ends_at,
    starts_local: 'unused',
    ends_local: 'unused',
    all_day: false,
  });
  const evening = timed('2026-11-21T20:00:00.000Z', '2026-11-21T23:00:00.000Z');

  it.each([
    ['UTC', '2026-11-21', '2026-11-21'],
    // 21:00 to midnight: the following day isn't included.
    ['Europe/Berlin', '2026-11-21', '2026-11-21'],
    // 22:00 to 01:00
    ['Europe/Helsinki', '2026-11-21', '2026-11-22'],
    // 05:00 to 08:00 on the next day
    ['Asia/Tokyo', '2026-11-22', '2026-11-22'],
    ['America/New_York', '2026-11-21', '2026-11-21'],
  ])('returns the days of an evening event in %s: %s to %s', (zone, first, last) => {
    vi.stubEnv('TZ', zone);
    expect(daysOf(evening)).toEqual({ first, last });
  });

  it.each(['UTC', 'Pacific/Auckland', 'America/Los_Angeles'])(
    'all-day events keep their days in %s',
    (zone) => {
      vi.stubEnv('TZ', zone);
      const event = {
        ...timed('2026-11-20T23:00:00.000Z', '2026-11-22T23:00:00.000Z'),
        starts_local: '2026-11-21T00:00',
        ends_local: '2026-11-23T00:00',
        all_day: true,
      };
      expect(daysOf(event)).toEqual({ first: '2026-11-21', last: '2026-11-22' });
    },
  );

  it('counts 23 or 25 hours on days when the clocks change', () => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    const hours = ({ from, to }: { from: string; to: string }) =>
      (Date.parse(to) - Date.parse(from)) / 3_600_000;
    expect(hours(spanOf('2026-03-29', '2026-03-29'))).toBe(23);
    expect(hours(spanOf('2026-10-25', '2026-10-25'))).toBe(25);
    expect(toInstant('2026-11-21')).toBe('2026-11-20T23:00:00.000Z');
    expect(toLocalDay('2026-11-20T23:00:00.000Z')).toBe('2026-11-21');
    expect(minutesOfDay('2026-11-20T23:45:00.000Z')).toBe(45);
  });

  it('lists all-day events first, then sorts by start time', () => {
    vi.stubEnv('TZ', 'UTC');
    const late = { ...evening, id: 'late' };
    const early = { ...timed('2026-11-21T08:00:00.000Z', '2026-11-21T09:00:00.000Z'), id: 'early' };
    const whole = {
      ...timed('2026-11-21T00:00:00.000Z', '2026-11-22T00:00:00.000Z'),
      starts_local: '2026-11-21T00:00',
      ends_local: '2026-11-22T00:00',
      all_day: true,
      id: 'whole',
    };
    expect(sortEvents([late, early, whole]).map(({ id }) => id)).toEqual(['whole', 'early', 'late']);
  });

  it('sorts the events of one day by start time, after all-day events and events that started earlier', () => {
    vi.stubEnv('TZ', 'America/New_York');
    const timed = (id: string, starts_at: string, ends_at: string) => ({
      id,
      starts_at,
      ends_at,
      starts_local: starts_at.slice(0, 16),
      ends_local: ends_at.slice(0, 16),
      all_day: false,
    });
    // One event that runs into the next day, and one that started the day before; 9:00 in New York is 14:00 UTC.
    const overnight = timed('overnight', '2026-11-24T03:00:00.000Z', '2026-11-24T06:00:00.000Z');
    const morning = timed('morning', '2026-11-23T14:00:00.000Z', '2026-11-23T14:15:00.000Z');
    const longer = timed('longer', '2026-11-23T14:00:00.000Z', '2026-11-23T16:00:00.000Z');
    const earlier = timed('earlier', '2026-11-22T20:00:00.000Z', '2026-11-24T20:00:00.000Z');
    const whole = {
      ...timed('whole', '2026-11-23T23:00:00.000Z', '2026-11-24T23:00:00.000Z'),
      starts_local: '2026-11-23T00:00',
      ends_local: '2026-11-24T00:00',
      all_day: true,
    };
    const order = (day: string) =>
      sortEventsOfDay(day, [overnight, morning, whole, longer, earlier]).map(({ id }) => id);
    expect(order('2026-11-23')).toEqual(['earlier', 'whole', 'longer', 'morning', 'overnight']);
  });
});

it('creates a new event on a day whose evening is still to come', () => {
  const at = (hour: number) => new Date(2026, 10, 21, hour, 59).getTime();
  expect(defaultEventDay('2026-11-21', '2026-11-21', at(17))).toBe('2026-11-21');
  expect(defaultEventDay('2026-11-21', '2026-11-21', at(18))).toBe('2026-11-22');
  expect(defaultEventDay('2026-11-02', '2026-11-21', at(9))).toBe('2026-11-21');
  expect(defaultEventDay('2026-12-02', '2026-11-21', at(20))).toBe('2026-12-02');
});
