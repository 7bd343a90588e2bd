import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { type Locale, parseAcceptLanguage, setLocaleSource } from '#contract/i18n/locale.ts';
import { addPseudoLocales } from '#contract/i18n/pseudo-locales.ts';
import { BoundedMap } from './bounded-map.ts';

addPseudoLocales();
const readers = new AsyncLocalStorage<Locale>();
setLocaleSource(() => readers.getStore());

/**
 * Runs `work` with the locale of the person who reads its texts, such as the recipient of an email. Outside of it and of
 * requests, texts are in the default locale.
 */
export function withLocale<T>(locale: Locale, work: () => T): T {
  return readers.run(locale, work);
}

/** The most headers to remember. Browsers send few different ones, but anyone may send any number. */
const maxCachedHeaders = 1000;
const parsed = new BoundedMap<string, Locale>({ limit: maxCachedHeaders });

/** Returns the locale of a request's `Accept-Language` header. A header that can't be read counts as none. */
export function localeOf({ headers }: { headers: IncomingHttpHeaders }): Locale {
  const header = headers['accept-language'] ?? '';
  // Longer ones are cut when they are parsed.
  if (header.length > 200) return parseAcceptLanguage(header);
  let locale = parsed.get(header);
  if (locale === undefined) {
    locale = parseAcceptLanguage(header);
    parsed.set(header, locale);
  }
  return locale;
}

/**
 * Gives each request the locale of its `Accept-Language` header, for everything that it awaits. Fastify keeps it while it
 * reads the body, except in parsers of bodies: see `sendError`.
 */
export function readLocales(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => withLocale(localeOf(request), done));
}
