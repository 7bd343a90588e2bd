import { toFormatLocale } from '#format-locale';
import { currentLocale } from './locale.ts';

/** Maximum cached formatters of each kind. Clients choose their locale, so a server may meet any number of locales. */
const maxFormatters = 1000;

/** Creates each formatter once per locale and options; creating one takes longer than formatting with it. */
export function perLocale<Options, Formatter>(create: (locale: string, options?: Options) => Formatter) {
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
