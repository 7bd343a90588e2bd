import { afterEach, describe, expect, it } from 'vitest';
import { setLocaleSource } from '#contract/i18n/locale.ts';
import { formatClock, formatDay, parseClock, parseDay, shiftClock, shiftDay } from './date-text.ts';

const read = (locale: string) => void setLocaleSource(() => locale);
afterEach(() => void setLocaleSource(() => undefined));

describe('days', () => {
  it.each([
    ['en-US', '11/02/2026'],
    ['en-GB', '02/11/2026'],
    ['de-DE', '02.11.2026'],
    ['ja-JP', '2026/11/02'],
  ])('in %s are written and read as %s', (locale, text) => {
    read(locale);
    expect(formatDay('2026-11-02')).toBe(text);
    expect(parseDay(text)).toBe('2026-11-02');
  });

  it('have the calendar and digits of their values', () => {
    read('ar-SA');
    expect(formatDay('2026-11-02')).toMatch(/2026/);
    expect(parseDay(formatDay('2026-11-02'))).toBe('2026-11-02');
  });

  it.each([
    ['2026-11-02', '2026-11-02'],
    ['11/2/26', '2026-11-02'],
    ['2/30/2026', null],
    ['13/1/2026', null],
    ['11/2', null],
    ['11/2/20266', null],
    ['soon', null],
  ])('%j is read as %j', (text, day) => expect(parseDay(text)).toBe(day));

  it('go on over the end of a year', () => {
    expect(shiftDay('2026-12-31', 1)).toBe('2027-01-01');
    expect(shiftDay('2027-01-01', -1)).toBe('2026-12-31');
  });
});

describe('clocks', () => {
  it.each([
    ['en-US', '18:05', '6:05\u202fPM'],
    ['en-US', '00:05', '12:05\u202fAM'],
    ['en-GB', '18:05', '18:05'],
    ['ko-KR', '18:05', '오후 6:05'],
  ])('in %s write %s as %j, and read it', (locale, clock, text) => {
    read(locale);
    expect(formatClock(clock).replace(/[\s\u202f]/g, ' ')).toBe(text.replace(/[\s\u202f]/g, ' '));
    expect(parseClock(formatClock(clock))).toBe(clock);
  });

  it.each([
    ['6pm', '18:00'],
    ['6 p.m.', '18:00'],
    ['12am', '00:00'],
    ['12:30 PM', '12:30'],
    ['6:05a', '06:05'],
    ['18.30', '18:30'],
    ['1830', '18:30'],
    ['930', '09:30'],
    ['7', '07:00'],
    ['24:00', null],
    ['13pm', null],
    ['6:60', null],
    ['6:5', null],
    ['18:30:15', null],
    ['', null],
  ])('%j is read as %j', (text, clock) => expect(parseClock(text)).toBe(clock));

  it('go on at midnight', () => {
    expect(shiftClock('23:50', 15)).toBe('00:05');
    expect(shiftClock('00:05', -15)).toBe('23:50');
  });
});
