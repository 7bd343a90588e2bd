import { t } from '#contract/i18n/translate.ts';

const steps = [
  { unit: 'minute', seconds: 60, until: 3_600, short: 'm' },
  { unit: 'hour', seconds: 3_600, until: 86_400, short: 'h' },
  { unit: 'day', seconds: 86_400, until: 604_800, short: 'd' },
] as const;

const dayAndMonth = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const wholeDate = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/**
 * Formats a time relative to `now` (milliseconds since 1970): `just now`, `5m`, `3h`, `2d`, then the date, with the
 * year if it is another one. Uses UTC dates, so that server and browser render the same text.
 */
export function toRelativeTime(timestamp: string, now: number): string {
  const at = Date.parse(timestamp);
  const age = Math.floor((now - at) / 1000);
  if (age < 60) return t('just now');
  for (const step of steps) if (age < step.until) return `${Math.floor(age / step.seconds)}${step.short}`;
  const sameYear = new Date(at).getUTCFullYear() === new Date(now).getUTCFullYear();
  return (sameYear ? dayAndMonth : wholeDate).format(at);
}

/** Long form for titles and screen readers: `5 minutes ago`, `Nov 3, 2026`. */
export function toSpokenTime(timestamp: string, now: number): string {
  const at = Date.parse(timestamp);
  const age = Math.floor((now - at) / 1000);
  if (age < 60) return t('just now');
  for (const step of steps) {
    if (age >= step.until) continue;
    const count = Math.floor(age / step.seconds);
    return `${count} ${step.unit}${count === 1 ? '' : 's'} ago`;
  }
  return wholeDate.format(at);
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
