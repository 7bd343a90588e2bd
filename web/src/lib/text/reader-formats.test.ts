import { afterEach, describe, expect, it } from 'vitest';
import { setLocaleSource } from '#contract/i18n/locale.ts';
import { toCount, toMemberCount } from './member-count.ts';
import { toRelativeTime, toSpokenTime } from './relative-time.ts';

const readAs = (locale: string) => setLocaleSource(() => locale);
afterEach(() => void setLocaleSource(() => undefined));

describe('Numbers', () => {
  it.each([
    ['en-US', '1.2k', '10.0k members'],
    ['en-DE', '1,2k', '10,0k members'],
  ])('use the decimal separator of %s', (locale, count, members) => {
    readAs(locale);
    expect(toCount(1250)).toBe(count);
    expect(toMemberCount(10_000)).toBe(members);
  });
});

describe('Relative times', () => {
  const now = Date.parse('2026-06-15T12:00:00Z');

  it.each([
    ['en-US', 'Jun 8', 'Dec 31, 2025', 'Jun 8, 2026'],
    ['en-DE', '8 Jun', '31 Dec 2025', '8 Jun 2026'],
  ])('become dates in the order of %s', (locale, sameYear, lastYear, spoken) => {
    readAs(locale);
    expect(toRelativeTime('2026-06-15T11:55:00Z', now)).toBe('5m');
    expect(toSpokenTime('2026-06-15T11:55:00Z', now)).toBe('5 minutes ago');
    expect(toRelativeTime('2026-06-08T12:00:00Z', now)).toBe(sameYear);
    expect(toRelativeTime('2025-12-31T23:59:59Z', now)).toBe(lastYear);
    expect(toSpokenTime('2026-06-08T12:00:00Z', now)).toBe(spoken);
  });
});
