import { perLocale } from './per-locale.ts';

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

/** Joins items as a sentence does: `Mondays, Tuesdays, and Fridays`. */
export const formatList = (items: readonly string[], options?: Intl.ListFormatOptions): string =>
  listFormat(options).format(items);

/** Returns the name of a country by its code, such as `DE`; the code itself if it has no name. */
export const regionName = (code: string): string => regionNames().of(code) ?? code;

/** Returns the name of a language by its code, such as `de`; the code itself if it has no name. */
export const languageName = (code: string): string => languageNames().of(code) ?? code;

/** Compares names for sorting. */
export const compareNames = (left: string, right: string): number => collator().compare(left, right);
