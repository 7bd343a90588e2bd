import { dateTimeFormat, formatRelativeTime } from '#contract/i18n/formatters.ts';
import { t } from '#contract/i18n/translate.ts';

const steps = [
  {
    unit: 'minute',
    seconds: 60,
    until: 3_600,
    toShort: (count: number) => t('{count, number}m', { count }),
  },
  {
    unit: 'hour',
    seconds: 3_600,
    until: 86_400,
    toShort: (count: number) => t('{count, number}h', { count }),
  },
  {
    unit: 'day',
    seconds: 86_400,
    until: 604_800,
    toShort: (count: number) => t('{count, number}d', { count }),
  },
] as const;

/** Formats a date in a time zone; undefined is the reader's. */
const formatDate = (at: number, timeZone: string | undefined, hasYear: boolean): string =>
  dateTimeFormat({
    day: 'numeric',
    month: 'short',
    ...(timeZone && { timeZone }),
    ...(hasYear && { year: 'numeric' }),
  }).format(at);
const yearOf = (at: number, timeZone: string | undefined): string =>
  dateTimeFormat({ year: 'numeric', ...(timeZone && { timeZone }) }).format(at);

/**
 * Formats a time relative to `now` (milliseconds since 1970): `just now`, `5m`, `3h`, `2d`, then the date, with the
 * year if it is another one. The date is the reader's, or that of `timeZone`.
 */
export function toRelativeTime(timestamp: string, now: number, timeZone?: string): string {
  const at = Date.parse(timestamp);
  const age = Math.floor((now - at) / 1000);
  if (age < 60) return t('just now');
  for (const step of steps) if (age < step.until) return step.toShort(Math.floor(age / step.seconds));
  return formatDate(at, timeZone, yearOf(at, timeZone) !== yearOf(now, timeZone));
}

/** Long form for titles and screen readers: `5 minutes ago`, `Nov 3, 2026`. */
export function toSpokenTime(timestamp: string, now: number, timeZone?: string): string {
  const at = Date.parse(timestamp);
  const age = Math.floor((now - at) / 1000);
  if (age < 60) return t('just now');
  for (const step of steps) {
    if (age >= step.until) continue;
    return formatRelativeTime(-Math.floor(age / step.seconds), step.unit);
  }
  return formatDate(at, timeZone, true);
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
