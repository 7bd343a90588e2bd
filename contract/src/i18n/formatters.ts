import { toFormatPatterns } from '#format-patterns';
import { currentLocale } from './locale.ts';
import { perLocale } from './per-locale.ts';

/** Keeps `PM` on the line of its clock. */
const joinParts = (parts: readonly Intl.DateTimeFormatPart[]): string =>
  parts
    .map(({ value }, index) =>
      parts[index + 1]?.type === 'dayPeriod' ? value.replace(/\s$/, '\u00a0') : value,
    )
    .join('');

/** Formats clocks of 12 hours. */
class TwelveHourFormat extends Intl.DateTimeFormat {
  override format(at?: Date | number): string {
    return joinParts(this.formatToParts(at));
  }
  override formatRange(...range: Parameters<Intl.DateTimeFormat['formatRange']>): string {
    return joinParts(this.formatRangeToParts(...range));
  }
}

/** Formats dates and times as the reader knows them. */
export const dateTimeFormat = perLocale((locale, options?: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(locale, options);
  return format.resolvedOptions().hour12 ? new TwelveHourFormat(locale, options) : format;
});
const numberFormat = perLocale(
  (locale, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);
const pluralRules = perLocale(
  (locale, options?: Intl.PluralRulesOptions) => new Intl.PluralRules(locale, options),
);
/** Whether a number has no separators. */
const isSmall = (value: number): boolean => Number.isInteger(value) && value >= 0 && value < 1000;
const isEnglish = (): boolean => /^en\b/.test(currentLocale());

/**
 * Formats a number as the reader writes it. The first formatter of `Intl` takes a browser 20 to 70 ms, so the small numbers of most pages
 * do without: in English, they have no separators.
 */
export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
  return isSmall(value) && !options && isEnglish() ? String(value) : numberFormat(options).format(value);
}

/** Returns the plural form of a number, for a message. English cardinals do without `Intl`, like small numbers. */
export const pluralForm = (value: number, options?: Intl.PluralRulesOptions): Intl.LDMLPluralRule =>
  options?.type !== 'ordinal' && isEnglish()
    ? Math.abs(value) === 1
      ? 'one'
      : 'other'
    : pluralRules(options).select(value);

/** Returns the patterns of the reader, in the order of `toFormatPatterns`. */
const readPatterns = (): string[] => toFormatPatterns(currentLocale()).split('|');

/** Formats a share as a whole percentage, without `Intl`: `25%` for 0.25. */
export function formatPercent(share: number): string {
  const [pattern = ''] = readPatterns();
  // The product alone is not 14.5 for 0.145.
  return pattern.replace('[n]', String(Math.round(Number((share * 100).toPrecision(12)))));
}

/** Formats a number with one decimal and no other separators, without `Intl`: `1.2`. */
export function formatTenths(value: number): string {
  const [, , separator = ''] = readPatterns();
  return value.toFixed(1).replace('.', separator);
}

/** The time zone of a short date; undefined is that of this device. */
export type ShortDateZone = 'UTC' | undefined;

/** Returns the parts of a date that people read. */
export function dateParts(at: number, zone: ShortDateZone): { day: number; month: number; year: number } {
  const date = new Date(at);
  return zone
    ? { day: date.getUTCDate(), month: date.getUTCMonth(), year: date.getUTCFullYear() }
    : { day: date.getDate(), month: date.getMonth(), year: date.getFullYear() };
}

/** Formats a date without `Intl`: `Nov 3`, or `Nov 3, 2026` with the year. */
export function formatShortDate(at: number, zone: ShortDateZone, hasYear: boolean): string {
  const [, , , short = '', long = '', ...months] = readPatterns();
  const { day, month, year } = dateParts(at, zone);
  return (hasYear ? long : short)
    .replace('[dd]', String(day).padStart(2, '0'))
    .replace('[d]', String(day))
    .replace('[m]', months[month] ?? '')
    .replace('[y]', String(year));
}

/** Formats an amount of US dollars; cents only if there are any: `$10`, `$9.50`. */
export function formatPrice(dollars: number): string {
  const [, pattern = ''] = readPatterns();
  if (isSmall(dollars)) return pattern.replace('[n]', String(dollars));
  const minimumFractionDigits = Number.isInteger(dollars) ? 0 : 2;
  return formatNumber(dollars, { style: 'currency', currency: 'USD', minimumFractionDigits });
}

/** A clock as the reader writes it: `6:00 PM` or `18:00`. */
export const clockFormat = { hour: 'numeric', minute: '2-digit' } as const;
