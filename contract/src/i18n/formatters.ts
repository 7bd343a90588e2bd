import { currentLocale } from './locale.ts';

/** The most formatters of a kind to keep. Clients choose their locale, so there may be any number of them on a server. */
const mostFormatters = 200;

/** Creates each formatter once per locale and options; creating one takes longer than formatting with it. */
function perLocale<Options, Formatter>(create: (locale: string, options?: Options) => Formatter) {
  const cache = new Map<string, Formatter>();
  return (options?: Options): Formatter => {
    const locale = currentLocale();
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
const listFormat = perLocale(
  (locale, options?: Intl.ListFormatOptions) => new Intl.ListFormat(locale, options),
);
const regionNames = perLocale(
  (locale) => new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }),
);
const collator = perLocale((locale, options?: Intl.CollatorOptions) => new Intl.Collator(locale, options));

export const formatNumber = (value: number, options?: Intl.NumberFormatOptions): string =>
  numberFormat(options).format(value);

/** Joins items as a sentence does: `Mondays, Tuesdays, and Fridays`. */
export const formatList = (items: readonly string[], options?: Intl.ListFormatOptions): string =>
  listFormat(options).format(items);

/** Returns the name of a country by its code, such as `DE`; the code itself if it has no name. */
export const regionName = (code: string): string => regionNames().of(code) ?? code;

/** Compares names for sorting. */
export const compareNames = (left: string, right: string): number => collator().compare(left, right);

/** A clock as the reader writes it: `6:00 PM` or `18:00`. */
export const clockFormat = { hour: 'numeric', minute: '2-digit' } as const;

/** Regions where weeks begin on Sunday, for browsers that can't tell. */
const sundayRegions =
  /-(AG|AS|BD|BR|BS|BT|BW|BZ|CA|CO|DM|DO|ET|GT|GU|HK|HN|ID|IL|IN|IS|JM|JP|KE|KH|KR|LA|MH|MM|MO|MT|MX|MZ|NI|NP|PA|PE|PH|PK|PR|PT|PY|SA|SG|SV|TH|TT|TW|US|VE|VI|WS|YE|ZA|ZW)$/;

/** The day that weeks begin with: 1 is Monday, 7 is Sunday. */
export function firstDayOfWeek(): number {
  const locale = new Intl.Locale(currentLocale()) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
  };
  return locale.getWeekInfo?.().firstDay ?? (sundayRegions.test(locale.baseName) ? 7 : 1);
}
