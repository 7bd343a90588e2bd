import { clockFormat, dateTimeFormat } from '#contract/i18n/formatters.ts';

/** The calendar and digits of the values, whatever the reader's locale uses by default. */
const inValues = { calendar: 'gregory', numberingSystem: 'latn', timeZone: 'UTC' } as const;
const dayFormat = { ...inValues, year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const two = (value: number) => String(value).padStart(2, '0');

/** `2026-11-22` as the reader writes it: `11/22/2026` or `22.11.2026`. */
export const formatDay = (day: string): string =>
  dateTimeFormat(dayFormat).format(Date.parse(`${day}T12:00:00Z`));

/** `18:30` as the reader writes it: `6:30 PM` or `18:30`. */
export const formatClock = (clock: string): string =>
  dateTimeFormat({ ...inValues, ...clockFormat }).format(Date.parse(`2000-01-01T${clock}:00Z`));

const toDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Reads a day in the reader's order or in that of ISO 8601. Two digits are a year of this century. Returns null if it's none. */
export function parseDay(text: string): string | null {
  const numbers = text.match(/\d+/g) ?? [];
  if (numbers.length !== 3) return null;
  const order =
    numbers[0]?.length === 4
      ? ['year', 'month', 'day']
      : dateTimeFormat(dayFormat)
          .formatToParts(0)
          .map(({ type }) => type)
          .filter((type) => type !== 'literal');
  const numberOf = (part: string) => numbers[order.indexOf(part)] ?? '';
  const year = numberOf('year').length === 2 ? `20${numberOf('year')}` : numberOf('year');
  const day = `${year}-${two(Number(numberOf('month')))}-${two(Number(numberOf('day')))}`;
  const time = Date.parse(`${day}T00:00:00Z`);
  // A day that the month doesn't have would be one of the next month.
  return year.length === 4 && !Number.isNaN(time) && toDay(time) === day ? day : null;
}

/** The reader's word for the half of the day that an hour is in, such as `PM`; undefined if their clock has 24 hours. */
const periodAt = (hour: number): string | undefined =>
  dateTimeFormat({ ...inValues, hour: 'numeric' })
    .formatToParts(Date.UTC(2000, 0, 1, hour))
    .find(({ type }) => type === 'dayPeriod')
    ?.value.toLowerCase();

/** Whether a text says that it's before noon or after; null if it doesn't say. */
function readPeriod(text: string): 'am' | 'pm' | null {
  const lower = text.toLowerCase();
  const letter = /\d\s*([ap])(\.?\s?m\.?)?\s*$/.exec(lower)?.[1];
  if (letter) return letter === 'a' ? 'am' : 'pm';
  const [am, pm] = [periodAt(9), periodAt(21)];
  if (pm && lower.includes(pm)) return 'pm';
  return am && lower.includes(am) ? 'am' : null;
}

/** Reads a time with 12 or 24 hours: `6:30 PM`, `6pm`, `18.30`, `1830`. Returns it as `18:30`, or null if it's none. */
export function parseClock(text: string): string | null {
  const numbers = text.match(/\d+/g) ?? [];
  const [first = '', second] = numbers;
  const isTogether = numbers.length === 1 && first.length > 2;
  const hour = Number(isTogether ? first.slice(0, -2) : first);
  const minute = isTogether ? first.slice(-2) : (second ?? '00');
  const period = readPeriod(text);
  const isValid =
    (numbers.length === 1 || numbers.length === 2) &&
    first.length <= 4 &&
    minute.length === 2 &&
    Number(minute) < 60 &&
    hour < (period ? 13 : 24);
  if (!isValid) return null;
  const inDay = period ? (hour % 12) + (period === 'pm' ? 12 : 0) : hour;
  return `${two(inDay)}:${minute}`;
}

/** The day that is `days` later. */
export const shiftDay = (day: string, days: number): string =>
  toDay(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000);

/** The time that is `minutes` later on the clock, which goes on at midnight. */
export function shiftClock(clock: string, minutes: number): string {
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  const at = (hour * 60 + minute + minutes + 1440) % 1440;
  return `${two(Math.floor(at / 60))}:${two(at % 60)}`;
}
