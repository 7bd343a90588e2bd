import { toFormatLocale } from '#format-locale';
import type { Locale } from './locale.ts';

const known = new Map<string, string>();

const shortDate = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
/** A day of one digit. */
const sample = (month: number) => Date.UTC(2026, month, 3);

function describeDate(tag: string, options: Intl.DateTimeFormatOptions): string {
  const parts = new Intl.DateTimeFormat(tag, options).formatToParts(sample(0));
  const toPattern = ({ type, value }: Intl.DateTimeFormatPart): string => {
    if (type === 'day') return value.length > 1 ? '[dd]' : '[d]';
    return type === 'month' ? '[m]' : type === 'year' ? '[y]' : value;
  };
  return parts.map(toPattern).join('');
}

const describeNumber = (tag: string, value: number, options: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(tag, { ...options, maximumFractionDigits: 0 })
    .formatToParts(value)
    .map((part) => (part.type === 'integer' ? '[n]' : part.value))
    .join('');

function patternsOf(tag: string): string {
  const percent = describeNumber(tag, 0.03, { style: 'percent' });
  const dollars = describeNumber(tag, 3, { style: 'currency', currency: 'USD' });
  const tenths = new Intl.NumberFormat(tag, { minimumFractionDigits: 1 }).formatToParts(3);
  const decimal = tenths.find(({ type }) => type === 'decimal')?.value;
  const date = new Intl.DateTimeFormat(tag, shortDate);
  const months = Array.from({ length: 12 }, (_, month) => {
    const parts = date.formatToParts(sample(month));
    return parts.find(({ type }) => type === 'month')?.value;
  });
  const dates = [describeDate(tag, shortDate), describeDate(tag, { ...shortDate, year: 'numeric' })];
  return [percent, dollars, decimal, ...dates, ...months].join('|');
}

/**
 * Returns how a locale writes percentages and US dollars, its decimal separator, how it writes short dates without and with the year, and
 * the months, separated by `|`: `[n]%|$[n]|.|[m] [d]|[m] [d], [y]|Jan|Feb`. `[dd]` is a day of two digits. Pages tell browsers, whose first
 * formatter of `Intl` takes 20 to 70 ms.
 */
export function toFormatPatterns(locale: Locale): string {
  const tag = toFormatLocale(locale);
  const patterns = known.get(tag) ?? patternsOf(tag);
  known.set(tag, patterns);
  return patterns;
}
