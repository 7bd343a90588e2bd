import { toFormatLocale } from '#format-locale';
import { dateTimeFormat } from './formatters.ts';
import { currentLocale } from './locale.ts';

/** Returns by how many milliseconds the clocks of a time zone are ahead of UTC at an instant. Throws for an unknown zone. */
export function zoneOffset(timeZone: string, at: number): number {
  const parts = dateTimeFormat({
    timeZone,
    timeZoneName: 'longOffset',
    numberingSystem: 'latn',
  }).formatToParts(at);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes] = /([+-\u2212])(\d\d):(\d\d)/.exec(name) ?? [];
  const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  return sign === undefined || sign === '+' ? offset : -offset;
}

/** The day that weeks begin with, as in ISO 8601: 1 is Monday, 7 is Sunday. */
export function firstDayOfWeek(): number {
  const day = /\bfw-(\w+)/.exec(toFormatLocale(currentLocale()))?.[1];
  return ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].indexOf(day ?? 'mon') + 1;
}
