import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { firstDayOfWeek } from './calendar.ts';
import { clockFormat, dateTimeFormat, formatNumber, formatPrice } from './formatters.ts';
import { type Locale, setLocaleSource } from './locale.ts';
import { compareNames, formatList } from './names.ts';

let locale: Locale;
let previous: ReturnType<typeof setLocaleSource>;
beforeEach(() => {
  previous = setLocaleSource(() => locale);
});
afterEach(() => {
  setLocaleSource(previous);
});

/** `Intl` separates parts with several kinds of spaces, which differ between versions. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ');
const evening = new Date('2026-07-03T18:05:00Z');
const midnight = new Date('2026-07-03T00:05:00Z');

describe('A clock', () => {
  it.each([
    ['en-US', '6:05 PM', '12:05 AM'],
    ['en-CA', '6:05 p.m.', '12:05 a.m.'],
    ['en-AU', '6:05 pm', '12:05 am'],
    ['en-GB', '18:05', '0:05'],
    ['en-DE', '18:05', '0:05'],
    ['en-JP', '18:05', '0:05'],
    // Regions that Intl has no English for.
    ['en-BR', '18:05', '0:05'],
    ['en-TR', '18:05', '0:05'],
    ['en-CN', '18:05', '0:05'],
    ['en-MX', '6:05 pm', '12:05 am'],
    ['en-EG', '6:05 pm', '12:05 am'],
    ['en-419', '6:05 pm', '12:05 am'],
  ])('of %s shows %s and %s', (region, inTheEvening, atMidnight) => {
    locale = region;
    const clock = dateTimeFormat({ ...clockFormat, timeZone: 'UTC' });
    expect(plain(clock.format(evening))).toBe(inTheEvening);
    expect(plain(clock.format(midnight)).replace(/^00/, '0')).toBe(atMidnight);
  });
});

it('never breaks the line before the half of the day, also in a range', () => {
  locale = 'en-US';
  const clock = dateTimeFormat({ ...clockFormat, timeZone: 'UTC' });
  expect(clock.format(evening)).toBe('6:05\u00a0PM');
  expect(clock.formatRange(midnight, evening).match(/\d\s[AP]M/g)).toEqual(['5\u00a0AM', '5\u00a0PM']);
  const withDay = dateTimeFormat({ weekday: 'short', ...clockFormat, timeZone: 'UTC' });
  expect(withDay.format(evening)).toBe('Fri 6:05\u00a0PM');
});

it.each([
  ['en-US', 'Jul 3, 2026'],
  ['en-GB', '3 Jul 2026'],
  ['en-DE', '3 Jul 2026'],
  ['en-BR', '3 Jul 2026'],
  ['en-MX', '3 Jul 2026'],
])('writes dates of %s as %s', (region, text) => {
  locale = region;
  const date = dateTimeFormat({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
  expect(date.format(evening)).toBe(text);
});

it.each([
  ['en-US', 7],
  ['en-CA', 7],
  ['en-BR', 7],
  ['en-IN', 7],
  ['en-JP', 7],
  ['en-GB', 1],
  ['en-DE', 1],
  ['en-AU', 1],
  ['en-FR', 1],
  ['en-150', 1],
  ['en', 1],
  ['en-EG', 6],
  ['en-IR', 6],
  ['en-MV', 5],
])('begins weeks of %s with day %i', (region, day) => {
  locale = region;
  expect(firstDayOfWeek()).toBe(day);
});

it('formats numbers, prices and lists for the reader of the moment', () => {
  locale = 'en-US';
  expect(formatNumber(1234.5)).toBe('1,234.5');
  expect(formatNumber(0.25, { style: 'percent' })).toBe('25%');
  expect([10, 9.5, 1234, 0.99].map(formatPrice)).toEqual(['$10', '$9.50', '$1,234', '$0.99']);
  expect(formatList(['a', 'b', 'c'])).toBe('a, b, and c');
  expect(formatList(['a', 'b', 'c'], { type: 'unit', style: 'short' })).toBe('a, b, c');
  expect([formatList([]), formatList(['a']), formatList(['a', 'b'])]).toEqual(['', 'a', 'a and b']);
  locale = 'en-DE';
  expect(formatNumber(1234.5)).toBe('1.234,5');
  expect(formatList(['a', 'b', 'c'])).toBe('a, b and c');
  locale = 'en-CA';
  expect(formatPrice(9.5)).toBe('US$9.50');
});

it('sorts names as dictionaries do', () => {
  locale = 'en-US';
  expect(['Zoë', 'émile', 'Eva', 'zoe', 'Ärne'].sort(compareNames)).toEqual([
    'Ärne',
    'émile',
    'Eva',
    'zoe',
    'Zoë',
  ]);
});

it('creates a formatter once per locale and options', () => {
  locale = 'en-US';
  expect(dateTimeFormat({ month: 'long' })).toBe(dateTimeFormat({ month: 'long' }));
  expect(dateTimeFormat({ month: 'long' })).not.toBe(dateTimeFormat({ month: 'short' }));
  const american = dateTimeFormat();
  locale = 'en-GB';
  expect(dateTimeFormat()).not.toBe(american);
  // Clients choose the region: unknown ones must not fill the memory.
  locale = 'en-QA';
  const unknown = dateTimeFormat();
  locale = 'en-OM';
  expect(dateTimeFormat()).toBe(unknown);
});
