import { expect, it } from 'vitest';
import { currentLocale, defaultLocale, parseAcceptLanguage, setLocaleSource, toLocale } from './locale.ts';

it.each([
  ['en-US', 'en-US'],
  ['en', 'en-US'],
  ['en-GB', 'en-GB'],
  ['de', 'en-DE'],
  ['de-AT,de;q=0.9,en;q=0.8', 'en-AT'],
  ['en-GB,de;q=0.5', 'en-GB'],
  ['de,en-GB;q=0.5', 'en-GB'],
  ['de,en;q=0.5', 'en-DE'],
  ['fr-CA', 'en-CA'],
  ['pt-BR,pt;q=0.9', 'en-BR'],
  ['zh-Hant', 'en-TW'],
  ['ar', 'en-EG'],
  ['sr-Latn-ME', 'en-ME'],
  ['EN-gb', 'en-GB'],
  ['en-Latn-AU', 'en-AU'],
  // The order is by quality, then as sent.
  ['fr;q=0.4, ja;q=0.8 , de;q=0.6', 'en-JP'],
  ['de;q=0.5,fr;q=0.5', 'en-DE'],
  ['fr; Q=0.1,de', 'en-DE'],
  // What isn't acceptable, isn't a language, or says nothing about the region.
  ['de;q=0,fr', 'en-FR'],
  ['*', defaultLocale],
  ['*;q=0.5', defaultLocale],
  ['*,fr;q=0.5', 'en-FR'],
  ['en-US-u-hc-h23-nu-arab', 'en-US'],
  ['de-DE-u-ca-buddhist', 'en-DE'],
  ['qaa', defaultLocale],
  ['qaa,de', 'en-DE'],
  ['', defaultLocale],
  [undefined, defaultLocale],
  [',,;;,=;q', defaultLocale],
  ['de;q=high,fr', 'en-FR'],
  ['e,en_GB,<script>,../../etc/passwd,\u0000', defaultLocale],
  ['x-private,i-klingon', defaultLocale],
  ['not a language,de', 'en-DE'],
])('reads Accept-Language %j as %s', (header, locale) => {
  expect(parseAcceptLanguage(header)).toBe(locale);
});

it('reads only the start of a long header, without the language that it cuts', () => {
  const tags = (count: number) => Array.from({ length: count }, () => 'zz_zzzzz').join();
  expect(parseAcceptLanguage(`de,${tags(1_200)}`)).toBe('en-DE');
  for (const garbage of ['x', 'a-', ';q=', ', ']) {
    expect(parseAcceptLanguage(garbage.repeat(10_240 / garbage.length))).toBe(defaultLocale);
  }
  // Without its quality, the last language would be the most preferred one.
  const start = `de;q=0.5,${tags(20)},`;
  for (let length = start.length; length < 206; length += 1) {
    expect(parseAcceptLanguage(`${start}${' '.repeat(length - start.length)}en-GB;q=0.100,fr`)).toBe('en-DE');
  }
});

it('returns only locales that formatters accept', () => {
  for (const languages of [['es-419'], ['en-001'], ['und'], ['cy-GB'], ['art-lojban'], ['en-XX']]) {
    const locale = toLocale(languages);
    expect(locale).toMatch(/^en-([A-Z]{2}|\d{3})$/);
    expect(() => new Intl.DateTimeFormat(locale)).not.toThrow();
  }
});

it('is the default for work without a reader', () => {
  const previous = setLocaleSource(() => undefined);
  try {
    expect(currentLocale()).toBe('en-US');
    setLocaleSource(() => 'en-DE');
    expect(currentLocale()).toBe('en-DE');
    // A document without a language.
    setLocaleSource(() => '');
    expect(currentLocale()).toBe('en-US');
  } finally {
    setLocaleSource(previous);
  }
});
