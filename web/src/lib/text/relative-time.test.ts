import { afterEach, describe, expect, it, vi } from 'vitest';
import { isSameInUtc, nextChange, toRelativeTime, toSpokenTime } from './relative-time.ts';

const now = Date.parse('2026-06-15T12:00:00Z');
const ago = (seconds: number) => new Date(now - seconds * 1000).toISOString();

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe('relative time', () => {
  it.each([
    [-30, 'just now', 'just now'],
    [0, 'just now', 'just now'],
    [59, 'just now', 'just now'],
    [60, '1m', '1 minute ago'],
    [3_599, '59m', '59 minutes ago'],
    [3_600, '1h', '1 hour ago'],
    [86_399, '23h', '23 hours ago'],
    [86_400, '1d', '1 day ago'],
    [604_799, '6d', '6 days ago'],
    [604_800, 'Jun 8', 'Jun 8, 2026'],
  ])('%i seconds ago is %s', (seconds, short, spoken) => {
    expect(toRelativeTime(ago(seconds), now)).toBe(short);
    expect(toSpokenTime(ago(seconds), now)).toBe(spoken);
  });

  it('includes the year if it is not the current one', () => {
    expect(toRelativeTime('2025-12-31T23:59:59Z', now)).toBe('Dec 31, 2025');
  });

  it('uses the date of the time zone, also for the year', () => {
    const evening = '2026-06-02T02:30:00Z';
    vi.stubEnv('TZ', 'America/New_York');
    expect(toRelativeTime(evening, now)).toBe('Jun 1');
    expect(toRelativeTime(evening, now, 'UTC')).toBe('Jun 2');
    expect(toSpokenTime(evening, now)).toBe('Jun 1, 2026');
    expect(toRelativeTime('2026-01-01T02:00:00Z', now)).toBe('Dec 31, 2025');
    vi.stubEnv('TZ', 'Pacific/Auckland');
    expect(toRelativeTime(evening, now)).toBe('Jun 2');
    expect(toRelativeTime('2025-12-31T13:00:00Z', now)).toBe('Jan 1');
  });

  it.each([
    ['2026-06-02T02:30:00Z', '2026-06-15T12:00:00Z', false],
    ['2026-06-02T05:30:00Z', '2026-06-15T12:00:00Z', true],
    // At New Year: here, it's still 2026.
    ['2026-06-02T05:30:00Z', '2027-01-01T03:00:00Z', false],
    ['2026-06-02T05:30:00Z', '2027-01-01T12:00:00Z', true],
  ])('reads in New York as in UTC: %s at %s', (at, reading, isSame) => {
    vi.stubEnv('TZ', 'America/New_York');
    expect(isSameInUtc(at, Date.parse(reading))).toBe(isSame);
    const text = (zone?: 'UTC') => toRelativeTime(at, Date.parse(reading), zone);
    expect(text() === text('UTC')).toBe(isSame);
  });

  it('creates no formatter for a date', () => {
    toRelativeTime(ago(700_000), now);
    const created = vi.spyOn(Intl, 'DateTimeFormat');
    expect(toRelativeTime(ago(800_000), now)).toBe('Jun 6');
    expect(toSpokenTime(ago(800_000), now)).toBe('Jun 6, 2026');
    expect(created).not.toHaveBeenCalled();
  });

  it('returns when the text changes next', () => {
    for (const seconds of [0, 10, 59, 61, 3_601, 90_000]) {
      const wait = nextChange(ago(seconds), now);
      if (wait === null) throw new Error('it still changes');
      const text = toRelativeTime(ago(seconds), now);
      expect(toRelativeTime(ago(seconds), now + wait - 1)).toBe(text);
      expect(toRelativeTime(ago(seconds), now + wait)).not.toBe(text);
    }
    expect(nextChange(ago(700_000), now)).toBeNull();
  });
});
