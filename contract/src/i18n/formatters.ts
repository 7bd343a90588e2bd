import { currentLocale, type Locale } from './locale.ts';

/**
 * The regions whose English every server and browser knows. Newer versions of `Intl` know more; with this list, a page
 * reads the same wherever it is rendered.
 */
const englishRegions =
  /-(AE|AG|AI|AS|AT|AU|BB|BE|BI|BM|BS|BW|BZ|CA|CC|CH|CK|CM|CX|CY|DE|DG|DK|DM|ER|FI|FJ|FK|FM|GB|GD|GG|GH|GI|GM|GU|GY|HK|IE|IL|IM|IN|IO|JE|JM|KE|KI|KN|KY|LC|LR|LS|MG|MH|MO|MP|MS|MT|MU|MW|MY|NA|NF|NG|NL|NR|NU|NZ|PG|PH|PK|PN|PR|PW|RW|SB|SC|SD|SE|SG|SH|SI|SL|SS|SX|SZ|TC|TK|TO|TT|TV|TZ|UG|UM|US|VC|VG|VI|VU|WS|ZA|ZM|ZW)$/;
/** Other regions whose clocks have 12 hours. */
const twelveHourRegions =
  /-(419|AL|AR|BD|BH|BN|BO|BT|CL|CO|CR|CU|DJ|DO|DZ|EC|EG|EH|ET|GR|GT|HN|IQ|JO|KH|KP|KR|KW|LB|LY|MR|MX|NH|NI|OM|PA|PE|PS|PY|QA|SA|SO|SV|SY|TD|TN|TW|UY|VE|YE)$/;

/**
 * Returns the locale to format with. For a region without its own English, `Intl` would write dates and times as in the
 * United States; international English with the clock of the region is closer: `3 Jul 2026, 18:05`.
 */
function toFormatLocale(locale: Locale): string {
  if (!locale.startsWith('en-') || englishRegions.test(locale)) return locale;
  return twelveHourRegions.test(locale) ? 'en-001' : 'en-001-u-hc-h23';
}

/** The most formatters of a kind to keep. Clients choose their locale, so there may be any number of them on a server. */
const mostFormatters = 1000;

/** Creates each formatter once per locale and options; creating one takes longer than formatting with it. */
function perLocale<Options, Formatter>(create: (locale: string, options?: Options) => Formatter) {
  const cache = new Map<string, Formatter>();
  return (options?: Options): Formatter => {
    const locale = toFormatLocale(currentLocale());
    const key = options ? locale + JSON.stringify(options) : locale;
    let formatter = cache.get(key);
    if (!formatter) {
      formatter = create(locale, options);
      if (cache.size >= mostFormatters) cache.clear();
      cache.set(key, formatter);
    }
    return formatter;
  };
}

/** Formats dates and times as the reader knows them. */
export const dateTimeFormat = perLocale(
  (locale, options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);
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

/** Compares names for sorting. */
export const compareNames = (left: string, right: string): number => collator().compare(left, right);

/** A clock as the reader writes it: `6:00 PM` or `18:00`. */
export const clockFormat = { hour: 'numeric', minute: '2-digit' } as const;

const sundayRegions =
  /-(AG|AS|BD|BR|BS|BT|BW|BZ|CA|CO|DM|DO|ET|GT|GU|HK|HN|ID|IL|IN|IS|JM|JP|KE|KH|KR|LA|MH|MM|MO|MT|MX|MZ|NI|NP|PA|PE|PH|PK|PR|PT|PY|SA|SG|SV|TH|TT|TW|UM|US|VE|VI|WS|YE|ZA|ZW)$/;
const saturdayRegions = /-(AF|BH|DJ|DZ|EG|IQ|IR|JO|KW|LY|OM|QA|SD|SY)$/;

/**
 * The day that weeks begin with, as in ISO 8601: 1 is Monday, 7 is Sunday. Doesn't use `Intl`, which not all browsers
 * have this from: a browser has to show the calendar that the server rendered.
 */
export function firstDayOfWeek(): number {
  const locale = currentLocale();
  if (sundayRegions.test(locale)) return 7;
  if (saturdayRegions.test(locale)) return 6;
  return locale.endsWith('-MV') ? 5 : 1;
}
