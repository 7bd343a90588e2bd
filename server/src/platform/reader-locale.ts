import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Locale, parseAcceptLanguage, setLocaleSource } from '#contract/i18n/locale.ts';
import { addPseudoLocales } from '#contract/i18n/pseudo-locales.ts';

addPseudoLocales();
const readers = new AsyncLocalStorage<Locale>();
setLocaleSource(() => readers.getStore());

/** Runs `work` with the locale of whoever reads its texts, such as the recipient of an email. */
export function withLocale<T>(locale: Locale, work: () => T): T {
  return readers.run(locale, work);
}

/** Gives each request the locale of its `Accept-Language` header. */
export function readLocales(app: FastifyInstance): void {
  const enter = (request: FastifyRequest, _reply: FastifyReply, done: () => void) =>
    withLocale(parseAcceptLanguage(request.headers['accept-language']), done);
  app.addHook('onRequest', enter);
  // Again after the body: its events come from the connection, outside of the request's scope.
  app.addHook('preValidation', enter);
}
