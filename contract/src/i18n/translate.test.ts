import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Locale, setLocaleSource } from './locale.ts';
import { addTranslation, formatMessage, msg, t } from './translate.ts';

let locale: Locale;
let previous: ReturnType<typeof setLocaleSource>;
beforeEach(() => {
  locale = 'en-US';
  previous = setLocaleSource(() => locale);
});
afterEach(() => {
  setLocaleSource(previous);
});

describe('A message', () => {
  it.each([
    [0, 'No members'],
    [1, '1 member'],
    [2, '2 members'],
    [1_234, '1,234 members'],
    [1_000_000, '1,000,000 members'],
  ])('has the plural for %i', (count, text) => {
    expect(t('{count, plural, =0 {No members} one {# member} other {# members}}', { count })).toBe(text);
  });

  it.each([
    [1, '1st'],
    [2, '2nd'],
    [3, '3rd'],
    [11, '11th'],
    [21, '21st'],
  ])('has the ordinal for %i', (rank, text) => {
    expect(t('{rank, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}', { rank })).toBe(text);
  });

  it.each([
    ['post', 'Remove this post?'],
    ['comment', 'Remove this comment?'],
    ['event', 'Remove it?'],
  ])('has the branch for %s', (kind, text) => {
    expect(t('Remove {kind, select, post {this post} comment {this comment} other {it}}?', { kind })).toBe(
      text,
    );
  });

  it('has values and plurals in branches', () => {
    const text = (count: number, kind: string) =>
      t(
        '{kind, select, post {{count, plural, one {# post in {space}} other {# posts in {space}}}} other {Nothing}}',
        { kind, count, space: 'Film' },
      );
    expect([text(1, 'post'), text(2_000, 'post'), text(1, 'x')]).toEqual([
      '1 post in Film',
      '2,000 posts in Film',
      'Nothing',
    ]);
  });

  it('shows apostrophes as they are', () => {
    expect(t("Couldn't save {name}'s draft, it's locked", { name: "O'Hara" })).toBe(
      "Couldn't save O'Hara's draft, it's locked",
    );
    expect(t('{count, plural, one {It’s #} other {They’re #, can’t it’s}}', { count: 2 })).toBe(
      'They’re 2, can’t it’s',
    );
    expect(t("{who, select, op {This site's operator can't} other {Members' posts}}", { who: 'x' })).toBe(
      "Members' posts",
    );
  });

  it('shows quoted braces and brackets', () => {
    expect(t("Use '{'name'}' or '<b>'")).toBe('Use {name} or <b>');
    expect(t("Use '{'name'}', {name}", { name: 'Mara' })).toBe('Use {name}, Mara');
  });

  it('shows values as they are', () => {
    expect(t('Hello, {name}', { name: "{x} '{' <b># & ''" })).toBe("Hello, {x} '{' <b># & ''");
    expect(t('{count}', { count: 1_234 })).toBe('1234');
  });

  it('formats numbers and dates for the reader', () => {
    const at = new Date('2026-07-03T12:00:00Z');
    const texts = () => [
      t('{count, number}', { count: 1_234.5 }),
      t('{share, number, ::percent}', { share: 0.5 }).replace(/\s/, ' '),
      t('{count, plural, other {# posts}}', { count: 1_234 }),
      t('{at, date, ::yMMMd}', { at }),
    ];
    expect(texts()).toEqual(['1,234.5', '50%', '1,234 posts', 'Jul 3, 2026']);
    locale = 'en-DE';
    expect(texts()).toEqual(['1.234,5', '50 %', '1.234 posts', '3 Jul 2026']);
  });

  it('can be marked in a constant and shown later', () => {
    const label = msg('Newest first');
    expect(t(label)).toBe('Newest first');
  });

  it('fails with the name of a missing value', () => {
    expect(() => t('Hello, {name}')).toThrow(/name/);
  });

  it('fails for a syntax error', () => {
    expect(() => t('Hello, {name')).toThrow('EXPECT_ARGUMENT_CLOSING_BRACE');
  });
});

describe('Tags', () => {
  const link = (chunks: (string | object)[]) => ({ link: chunks });

  it('are replaced by elements', () => {
    expect(
      formatMessage<object>('Read the <link>guidelines of {space}</link>, {name}', {
        link,
        space: 'Film',
        name: 'Mara',
      }),
    ).toEqual(['Read the ', { link: ['guidelines of Film'] }, ', Mara']);
  });

  it('can be empty, nested, and in branches', () => {
    expect(formatMessage<object>('By <link></link>', { link })).toEqual(['By ', { link: [] }]);
    expect(
      formatMessage<object>(
        '{n, plural, one {<link>#</link> post} other {<link># <link>new</link></link>}}',
        {
          n: 1_000,
          link,
        },
      ),
    ).toEqual({ link: ['1,000 ', { link: ['new'] }] });
  });
});

describe('A translation', () => {
  it('is shown to the readers of its locale, and English to others', () => {
    addTranslation('en-ZZ', (message) => (message === 'Save' ? 'Sichern' : message));
    expect(t('Save')).toBe('Save');
    locale = 'en-ZZ';
    expect([t('Save'), t('Cancel')]).toEqual(['Sichern', 'Cancel']);
  });
});
