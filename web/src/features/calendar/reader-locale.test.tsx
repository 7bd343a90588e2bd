import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { setLocaleSource } from '#contract/i18n/locale.ts';
import type { RepeatRule } from '#contract/values/events/event-times.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import {
  toClock,
  toFullDay,
  toHourName,
  toHours,
  toMonthName,
  toWeekName,
  toWhen,
  toZoneName,
} from './event/event-times.ts';
import { RepeatFields } from './event-form/repeat-fields.tsx';
import { toRepeatText } from './event-form/repeat-text.ts';
import { MonthView } from './views/month-view.tsx';

const call = vi.fn();
const readAs = (locale: string) => setLocaleSource(() => locale);
/** Replaces the spaces that keep `PM` with its clock, and the narrow ones that some versions of ICU put in ranges. */
const plain = (text: string) => text.replace(/[\u00a0\u2009\u202f]/g, ' ');

// One zone for the whole file, because formatters are cached. Its clocks change on March 8 and November 1, 2026.
beforeEach(() => void vi.stubEnv('TZ', 'America/New_York'));
afterEach(() => {
  cleanup();
  vi.unstubAllEnvs();
  setLocaleSource(() => undefined);
});

const timed = (starts_at: string, ends_at: string) => ({
  starts_at,
  ends_at,
  starts_local: 'unused',
  ends_local: 'unused',
  all_day: false,
  time_zone: 'America/New_York',
});
const evening = timed('2026-11-21T23:00:00.000Z', '2026-11-22T00:30:00.000Z');
const morning = timed('2026-11-21T14:05:00.000Z', '2026-11-21T17:30:00.000Z');
const untilMidnight = timed('2026-11-21T23:00:00.000Z', '2026-11-22T05:00:00.000Z');

describe('Event times in', () => {
  it.each([
    ['en-US', '6:00 PM', '9:05 AM', '6:00 – 7:30 PM', '9:05 AM – 12:30 PM', '6:00 PM – 12:00 AM'],
    ['en-DE', '18:00', '09:05', '18:00–19:30', '09:05–12:30', '18:00 – 00:00'],
  ])('%s show the clock that readers know', (locale, six, nine, inEvening, inMorning, atNight) => {
    readAs(locale);
    expect([toClock(evening.starts_at), toClock(morning.starts_at)].map(plain)).toEqual([six, nine]);
    expect([evening, morning, untilMidnight].map((event) => plain(toHours(event, '2026-11-21')))).toEqual([
      inEvening,
      inMorning,
      atNight,
    ]);
  });

  it.each([
    ['en-US', 'Sat, Nov 21, 6:00 – 7:30 PM', 'Sat, Nov 21, 6:00 PM – 12:00 AM', 'Nov 15 – 21, 2026'],
    ['en-DE', 'Sat, 21 Nov, 18:00–19:30', 'Sat, 21 Nov, 18:00 – 00:00', '15–21 Nov 2026'],
  ])('%s order dates as usual', (locale, when, night, week) => {
    readAs(locale);
    expect([plain(toWhen(evening)), plain(toWhen(untilMidnight))]).toEqual([when, night]);
    expect(plain(toWeekName('2026-11-15', '2026-11-21'))).toBe(week);
    expect(toMonthName('2026-11-21')).toBe('November 2026');
  });

  it.each([
    ['en-US', ['12 AM', '9 AM', '12 PM', '11 PM'], 'Saturday, November 21, 2026'],
    ['en-DE', ['00:00', '09:00', '12:00', '23:00'], 'Saturday, 21 November 2026'],
  ])('%s name full hours and days', (locale, hours, day) => {
    readAs(locale);
    expect([0, 9, 12, 23].map((hour) => plain(toHourName(hour)))).toEqual(hours);
    expect(toFullDay('2026-11-21')).toBe(day);
    expect(toZoneName('Europe/Berlin', '2026-11-21T12:00:00.000Z')).toBe('Berlin (GMT+1)');
  });

  it.each([
    ['en-US', 'Sun, Mar 8, 1:30 – 3:30 AM', 'Sun, Nov 1, 1:30 AM – 1:30 AM'],
    ['en-DE', 'Sun, 8 Mar, 01:30–03:30', 'Sun, 1 Nov, 01:30 – 01:30'],
  ])('%s show both ends when the clocks change in between', (locale, forward, back) => {
    readAs(locale);
    expect(plain(toWhen(timed('2026-03-08T06:30:00.000Z', '2026-03-08T07:30:00.000Z')))).toBe(forward);
    expect(plain(toWhen(timed('2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z')))).toBe(back);
  });
});

describe('Repetition in', () => {
  const rule: RepeatRule = {
    frequency: 'weekly',
    interval: 2,
    weekdays: ['MO', 'FR', 'SU'],
    ends: { type: 'until', until: '2027-01-31' },
  };
  const shownDays = () =>
    screen
      .getAllByRole('button')
      .map((button) => button.textContent)
      .filter((text) => /day$/.test(text ?? ''));

  it.each([
    [
      'en-US',
      'Every 2 weeks on Sunday, Monday, and Friday, until Sunday, January 31, 2027',
      ['SunSunday', 'MonMonday'],
    ],
    [
      'en-DE',
      'Every 2 weeks on Monday, Friday and Sunday, until Sunday, 31 January 2027',
      ['MonMonday', 'TueTuesday'],
    ],
  ])('%s lists days from the first day of the week', (locale, text, first) => {
    readAs(locale);
    expect(toRepeatText(rule)).toBe(text);
    render(<RepeatFields rule={rule} day="2026-11-22" mustRepeat={false} onChange={() => undefined} />);
    expect(shownDays()).toHaveLength(7);
    expect(shownDays().slice(0, 2)).toEqual(first);
  });
});

describe('A month in', () => {
  it.each([
    // March starts on a Sunday. The clocks change on March 8, so the offset differs between the ends.
    ['en-US', 'Sun', '2026-03-01T05:00:00.000Z', '2026-04-05T04:00:00.000Z'],
    ['en-DE', 'Mon', '2026-02-23T05:00:00.000Z', '2026-04-06T04:00:00.000Z'],
  ])('%s begins its weeks on %s and requests the days it shows', async (locale, first, from, to) => {
    readAs(locale);
    call.mockReset();
    call.mockResolvedValue({ events: [], next_cursor: null });
    const { container } = render(
      <QueryClientProvider client={createQueryClient(call)}>
        <MonthView
          space={{ id: 'space' } as Space}
          date="2026-03-15"
          today="2026-03-15"
          now={Date.parse('2026-03-15T12:00:00.000Z')}
          onCreate={undefined}
        />
      </QueryClientProvider>,
    );
    const head = [...(container.querySelector('.grid')?.children ?? [])].map((cell) => cell.textContent);
    expect(head).toHaveLength(7);
    expect(head[0]).toBe(first);
    await waitFor(() => expect(call).toHaveBeenCalled());
    expect(call.mock.calls[0]?.slice(0, 2)).toEqual([
      'list_events',
      expect.objectContaining({ space_id: 'space', from, to }),
    ]);
  });
});
