import { dateParts, formatShortDate, type ShortDateZone } from '#contract/i18n/formatters.ts';
import { t } from '#contract/i18n/translate.ts';

const steps = [
  {
    seconds: 60,
    until: 3_600,
    toShort: (count: number) => t('{count, number}m', { count }),
    toLong: (count: number) => t('{count, plural, one {# minute ago} other {# minutes ago}}', { count }),
  },
  {
    seconds: 3_600,
    until: 86_400,
    toShort: (count: number) => t('{count, number}h', { count }),
    toLong: (count: number) => t('{count, plural, one {# hour ago} other {# hours ago}}', { count }),
  },
  {
    seconds: 86_400,
    until: 604_800,
    toShort: (count: number) => t('{count, number}d', { count }),
    toLong: (count: number) => t('{count, plural, one {# day ago} other {# days ago}}', { count }),
  },
] as const;

/**
 * Formats a time relative to `now` (milliseconds since 1970): `just now`, `5m`, `3h`, `2d`, then the date, with the
 * year if it is another one. The date is the reader's, or that of `zone`.
 */
export function toRelativeTime(timestamp: string, now: number, zone?: ShortDateZone): string {
  const at = Date.parse(timestamp);
  const age = Math.floor((now - at) / 1000);
  if (age < 60) return t('just now');
  for (const step of steps) if (age < step.until) return step.toShort(Math.floor(age / step.seconds));
  return formatShortDate(at, zone, dateParts(at, zone).year !== dateParts(now, zone).year);
}

/** Long form for titles and screen readers: `5 minutes ago`, `Nov 3, 2026`. */
export function toSpokenTime(timestamp: string, now: number, zone?: ShortDateZone): string {
  const at = Date.parse(timestamp);
  const age = Math.floor((now - at) / 1000);
  if (age < 60) return t('just now');
  for (const step of steps) if (age < step.until) return step.toLong(Math.floor(age / step.seconds));
  return formatShortDate(at, zone, true);
}

/** Returns whether the reader's time zone writes a date as UTC does: with the same day, and with the year or without. */
export function isSameInUtc(timestamp: string, now: number): boolean {
  const at = Date.parse(timestamp);
  // Days differ by one at most.
  const isSameDay = dateParts(at, 'UTC').day === dateParts(at, undefined).day;
  return isSameDay && dateParts(now, 'UTC').year === dateParts(now, undefined).year;
}

/** Milliseconds until the text of `toRelativeTime` changes; null once it is a date. */
export function nextChange(timestamp: string, now: number): number | null {
  const age = now - Date.parse(timestamp);
  if (age < 60_000) return 60_000 - Math.max(0, age);
  for (const step of steps) {
    const size = step.seconds * 1000;
    if (age < step.until * 1000) return size - (age % size);
  }
  return null;
}
