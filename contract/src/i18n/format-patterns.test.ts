import { afterEach, expect, it } from 'vitest';
import { toFormatLocale } from '#format-locale';
import { toFormatPatterns } from '#format-patterns';
import {
  formatNumber,
  formatPercent,
  formatPrice,
  formatShortDate,
  formatTenths,
  pluralForm,
} from './formatters.ts';
import { setLocaleSource } from './locale.ts';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const locales = letters.flatMap((first) => letters.map((second) => `en-${first}${second}`));
/** One locale of each tag. */
const regions = [...new Map(locales.map((locale) => [toFormatLocale(locale), locale]))];
afterEach(() => void setLocaleSource(() => undefined));

it.each([
  ['en-US', '[n]%|$[n]|.|[m] [d]|[m] [d], [y]|Jan|Feb|Mar'],
  ['en-GB', '[n]%|US$[n]|.|[d] [m]|[d] [m] [y]|Jan|Feb|Mar'],
  ['en-ZA', '[n]%|US$[n]|,|[dd] [m]|[dd] [m] [y]|Jan|Feb|Mar'],
  ['en-DE', '[n]\u00a0%|US$[n]|,|[d] [m]|[d] [m] [y]|Jan|Feb|Mar'],
])('describes formats of %s', (locale, start) => {
  expect(toFormatPatterns(locale).startsWith(start)).toBe(true);
});

it('writes every day of a year as Intl does, in every region', () => {
  expect(regions.length).toBeGreaterThan(100);
  const days = Array.from({ length: 365 }, (_, day) => Date.UTC(2026, 0, 1 + day));
  for (const [tag, locale] of regions) {
    setLocaleSource(() => locale);
    for (const hasYear of [false, true]) {
      const { format } = new Intl.DateTimeFormat(tag, {
        day: 'numeric',
        month: 'short',
        timeZone: 'UTC',
        ...(hasYear && { year: 'numeric' }),
      });
      expect(days.map((at) => formatShortDate(at, 'UTC', hasYear))).toEqual(days.map((at) => format(at)));
    }
  }
});

it('writes percentages, prices, small numbers and plural forms as Intl does, in every region', () => {
  const shares = [0, 0.004, 0.005, 0.125, 0.145, 1 / 3, 0.285, 0.5, 0.575, 2 / 3, 0.995, 1];
  const numbers = [...Array.from({ length: 1000 }, (_, number) => number), 1000, 1234.5, 0.5, -1];
  for (const [tag, locale] of regions) {
    setLocaleSource(() => locale);
    const percent = new Intl.NumberFormat(tag, { style: 'percent' });
    expect(shares.map(formatPercent)).toEqual(shares.map((share) => percent.format(share)));
    const dollars = { style: 'currency', currency: 'USD' } as const;
    const whole = new Intl.NumberFormat(tag, { ...dollars, minimumFractionDigits: 0 });
    const prices = [0, 1, 10, 99, 999, 1000, 2500];
    expect(prices.map(formatPrice)).toEqual(prices.map((price) => whole.format(price)));
    expect(formatPrice(9.5)).toBe(new Intl.NumberFormat(tag, dollars).format(9.5));
    const oneDigit = { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false };
    const tenths = new Intl.NumberFormat(tag, oneDigit);
    const thousands = [1, 1.2, 10, 99.9, 1234.5];
    expect(thousands.map(formatTenths)).toEqual(thousands.map((value) => tenths.format(value)));
    const decimal = new Intl.NumberFormat(tag);
    expect(numbers.map((number) => formatNumber(number))).toEqual(
      numbers.map((number) => decimal.format(number)),
    );
    const cardinal = new Intl.PluralRules(tag);
    expect(numbers.map((number) => pluralForm(number))).toEqual(
      numbers.map((number) => cardinal.select(number)),
    );
  }
  const ordinal = { type: 'ordinal' } as const;
  expect([1, 2, 3, 4].map((number) => pluralForm(number, ordinal))).toEqual(['one', 'two', 'few', 'other']);
});
