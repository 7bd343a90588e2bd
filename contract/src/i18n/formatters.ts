import { toFormatLocale } from '#format-locale';
import { currentLocale } from './locale.ts';

/** Maximum cached formatters of each kind. Clients choose their locale, so a server may meet any number of locales. */
const maxFormatters = 1000;

/** Creates each formatter once per locale and options; creating one takes longer than formatting with it. */
function perLocale<Options, Formatter>(create: (locale: string, options?: Options) => Formatter) {
  const cache = new Map<string, Formatter>();
  return (options?: Options): Formatter => {
    const locale = toFormatLocale(currentLocale());
    const key = options ? locale + JSON.stringify(options) : locale;
    let formatter = cache.get(key);
    if (!formatter) {
      formatter = create(locale, options);
      if (cache.size >= maxFormatters) cache.clear();
      cache.set(key, formatter);
    }
    return formatter;
  };
}

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

export const numberFormat = perLocale(
  (locale, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);
export const pluralRules = perLocale(
  (locale, options?: Intl.PluralRulesOptions) => new Intl.PluralRules(locale, options),
);
const relativeTimeFormat = perLocale(
  (locale, options?: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options),
);
const listFormat = perLocale(
  (locale, options?: Intl.ListFormatOptions) => new Intl.ListFormat(locale, options),
);
const regionNames = perLocale(
  (locale) => new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }),
);
const languageNames = perLocale(
  (locale) => new Intl.DisplayNames(locale, { type: 'language', fallback: 'code' }),
);
const collator = perLocale((locale, options?: Intl.CollatorOptions) => new Intl.Collator(locale, options));

export const formatNumber = (value: number, options?: Intl.NumberFormatOptions): string =>
  numberFormat(options).format(value);

/** Formats an amount of US dollars; cents only if there are any: `$10`, `$9.50`. */
export const formatPrice = (dollars: number): string =>
  formatNumber(dollars, {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: Number.isInteger(dollars) ? 0 : 2,
  });

/** Formats a time relative to now: `5 minutes ago` for -5 and `minute`. */
export const formatRelativeTime = (value: number, unit: Intl.RelativeTimeFormatUnit): string =>
  relativeTimeFormat().format(value, unit);

/** Joins items as a sentence does: `Mondays, Tuesdays, and Fridays`. */
export const formatList = (items: readonly string[], options?: Intl.ListFormatOptions): string =>
  listFormat(options).format(items);

/** Returns the name of a country by its code, such as `DE`; the code itself if it has no name. */
export const regionName = (code: string): string => regionNames().of(code) ?? code;

/** Returns the name of a language by its code, such as `de`; the code itself if it has no name. */
export const languageName = (code: string): string => languageNames().of(code) ?? code;

/** Compares names for sorting. */
export const compareNames = (left: string, right: string): number => collator().compare(left, right);

/** A clock as the reader writes it: `6:00 PM` or `18:00`. */
export const clockFormat = { hour: 'numeric', minute: '2-digit' } as const;

/** The day that weeks begin with, as in ISO 8601: 1 is Monday, 7 is Sunday. */
export function firstDayOfWeek(): number {
  const day = /\bfw-(\w+)/.exec(toFormatLocale(currentLocale()))?.[1];
  return ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].indexOf(day ?? 'mon') + 1;
}
