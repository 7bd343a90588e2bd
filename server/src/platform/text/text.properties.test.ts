import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findHarm } from '#testing/samples/hostile-html.ts';
import { toWireTimestamp } from '../db/database.ts';
import { waitText } from '../http/limits/rate-limit.ts';
import { newId } from '../ids.ts';
import { decodeCursor, encodeCursor, isInteger, isTimestamp, toPage } from '../paging/cursor.ts';
import { sanitizeRichText, toExcerpt, toPlainText } from './rich-text.ts';
import { firstFreeSlug, toSlug } from './slug.ts';

const anyText = fc.string({ unit: 'binary', maxLength: 200 });
const seed = 20261121;

it('An image that Hearth stores keeps its URL, and no attribute that would load another one', () => {
  const src = '/files/01890000-0000-7000-8000-000000000000/1.webp';
  const html = sanitizeRichText(
    `<img src="${src}" srcset="https://evil.example/x 2x" sizes="100vw" alt="A">`,
  );
  expect(html).toBe(`<img src="${src}" alt="A" />`);
});

describe('Slugs', () => {
  it('consist of letters and digits with single hyphens, within the maximum length', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 80 }), (text, length) => {
        const slug = toSlug(text, length);
        expect([...slug].length).toBeLessThanOrEqual(length);
        if (slug !== '') expect(slug).toMatch(/^[\p{L}\p{M}\p{N}]+(-[\p{L}\p{M}\p{N}]+)*$/u);
        expect(slug.isWellFormed()).toBe(true);
        expect(encodeURIComponent(slug).length).toBeGreaterThanOrEqual(slug.length);
      }),
      { seed, numRuns: 300 },
    );
  });

  it('of a slug are the slug itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
        const slug = toSlug(text, 80);
        expect(toSlug(slug, 80)).toBe(slug);
      }),
      { seed },
    );
  });

  it.each([
    ['Éclair à la crème', 'eclair-a-la-creme'],
    ['My \u{1F39E}\uFE0F roll', 'my-roll'],
    ["It's  the   'end'", 'its-the-end'],
    ['Ünïcödé & Co.', 'unicode-co'],
    ['日本語 テスト', '日本語-テスト'],
    ['Привет, мир', 'привет-мир'],
    ['हिन्दी', 'हिन्दी'],
    ['--- !!! ---', ''],
    ['a'.repeat(100), 'a'.repeat(80)],
  ])('of %s are %s', (text, slug) => expect(toSlug(text, 80)).toBe(slug));

  it('that are taken get the lowest free number', () => {
    expect(firstFreeSlug('a', new Set())).toBe('a');
    expect(firstFreeSlug('a', new Set(['a', 'a-1', 'a-3']))).toBe('a-2');
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(20)), (numbers) => {
        const taken = new Set(numbers.map((n) => (n === 0 ? 'a' : `a-${n}`)));
        expect(taken.has(firstFreeSlug('a', taken))).toBe(false);
      }),
      { seed },
    );
  });
});

describe('Excerpts', () => {
  it('are the text or its beginning, within the length, without split characters', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 400 }),
        fc.integer({ min: 1, max: 280 }),
        (text, length) => {
          const excerpt = toExcerpt(text, length);
          expect([...excerpt].length).toBeLessThanOrEqual(length + 1);
          if ([...text].length <= length) expect(excerpt).toBe(text);
          else {
            expect(excerpt.endsWith('…')).toBe(true);
            expect(text.startsWith(excerpt.slice(0, -1))).toBe(true);
          }
        },
      ),
      { seed, numRuns: 300 },
    );
  });

  it('end at a word if possible', () => {
    expect(toExcerpt('one two three', 9)).toBe('one two…');
    expect(toExcerpt('unbreakable-and-long', 5)).toBe('unbre…');
  });
});

describe('Sanitized HTML', () => {
  it('is harmless for any input and stays the same when it is sanitized again', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<p>',
        '</p>',
        '<b>',
        '<script>',
        '</script>',
        '<img src=x onerror=y>',
        '<a href="',
        '">',
        '<!--',
        '-->',
        '<svg>',
        '<style>',
        '</style>',
        '&lt;',
        '&#0;',
        '<table><td>',
        '<',
        '>',
        '"',
        '=',
        '<li>',
        '<ul>',
      ),
      fc.string({ maxLength: 8 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const once = sanitizeRichText(pieces.join(''));
        expect(findHarm(once)).toEqual([]);
        expect(sanitizeRichText(once)).toBe(once);
        expect(toPlainText(once)).not.toMatch(/<(script|img|svg|style)\b/);
      }),
      { seed, numRuns: 60 },
    );
  });

  it('as plain text has one space between blocks', () => {
    expect(
      toPlainText('<h2>One</h2><p>two<br>three &amp; &lt;four&gt;</p><ul><li>five</li><li>six</li></ul>'),
    ).toBe('One two three & <four> five six');
    expect(toPlainText('<p>a<strong>b</strong>c</p>')).toBe('abc');
  });
});

describe('Cursors', () => {
  const aTime = fc
    .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString());
  it('decode to the same position, and only for their sort order', () => {
    fc.assert(
      fc.property(aTime, (at) => {
        const keyset = { at, id: newId() };
        const cursor = encodeCursor('default', keyset);
        expect(cursor.length).toBeLessThanOrEqual(200);
        expect(decodeCursor('default', cursor, isTimestamp)).toEqual(keyset);
        expect(() => decodeCursor('new', cursor, isTimestamp)).toThrow('no longer valid');
      }),
      { seed },
    );
  });

  it('of random text are rejected', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(() => decodeCursor('default', text, isTimestamp)).toThrow('no longer valid');
      }),
      { seed },
    );
    expect(['1', '999999999', '1e3', '-1', '', '1234567890'].map(isInteger)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it('exist exactly if there are more rows', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.integer({ min: 1, max: 50 }), (count, limit) => {
        const rows = Array.from({ length: Math.min(count, limit + 1) }, (_, index) => index);
        const { page, next_cursor } = toPage(rows, limit, String);
        expect(page).toHaveLength(Math.min(count, limit));
        expect(next_cursor).toBe(count > limit ? String(limit - 1) : null);
      }),
      { seed },
    );
  });
});

describe('Times', () => {
  it('of the database are converted to the format of the API', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
        (date) => {
          const iso = date.toISOString();
          // PostgreSQL omits zeros at the end of the fraction.
          const text = `${iso.slice(0, 10)} ${iso.slice(11, 23).replace(/\.?0+$/, (zeros) => (zeros.includes('.') ? '' : zeros.replace(/0+$/, '')))}`;
          const stored = /\d\d:\d\d:\d\d/.test(text) ? text : `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
          expect(toWireTimestamp(`${stored}+00`)).toBe(iso);
        },
      ),
      { seed, numRuns: 300 },
    );
    expect(toWireTimestamp('2026-11-21 04:00:00+00')).toBe('2026-11-21T04:00:00.000Z');
    expect(toWireTimestamp('2026-11-21 04:00:00.1+00')).toBe('2026-11-21T04:00:00.100Z');
    expect(toWireTimestamp('2026-11-21 04:00:00.123456+00')).toBe('2026-11-21T04:00:00.123Z');
  });

  it.each([
    [1, '1 second'],
    [2, '2 seconds'],
    [89, '89 seconds'],
    [90, '2 minutes'],
    [120, '2 minutes'],
    [121, '3 minutes'],
    [3600, '60 minutes'],
    [5399, '90 minutes'],
    [5400, '2 hours'],
    [86_400, '24 hours'],
  ])('to wait of %i s read %s', (seconds, text) => expect(waitText(seconds)).toBe(text));

  it('to wait are never shown too short', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), (seconds) => {
        const [, number = '', unit] = /^(\d+) (second|minute|hour)s?$/.exec(waitText(seconds)) ?? [];
        const lengths: Record<string, number> = { second: 1, minute: 60, hour: 3600 };
        expect(Number(number) * (lengths[unit ?? ''] ?? 0)).toBeGreaterThanOrEqual(seconds);
      }),
      { seed },
    );
  });
});
