import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toPlainText } from './message-text.tsx';
import { type Inline, isLargeEmoji, parseMessage, toSafeHref } from './parse-message.ts';

/** Writes what was parsed as short text: `b(bold)`. */
const write = (parts: readonly Inline[]): string =>
  parts
    .map((part) => {
      if ('children' in part) return `${part.type[0]}(${write(part.children)})`;
      return part.type === 'text' ? part.text : `${part.type}<${part.text}>`;
    })
    .join('');
const parsed = (content: string) =>
  parseMessage(content)
    .map((block) => (block.type === 'code' ? `code[${block.text}]` : block.lines.map(write).join('/')))
    .join('|');

describe('The Markdown of a message', () => {
  it.each([
    ['Hi **there**', 'Hi b(there)'],
    ['*one* and _two_', 'i(one) and i(two)'],
    ['**bold with *italic* inside**', 'b(bold with i(italic) inside)'],
    ['~~gone~~', 's(gone)'],
    ['`a * b * c`', 'code<a * b * c>'],
    ['2 * 3 * 4', '2 * 3 * 4'],
    ['snake_case_name', 'snake_case_name'],
    ['** not bold **', '** not bold **'],
    ['\\*as typed\\*', '*as typed*'],
    ['**never closed', '**never closed'],
    ['a `` b', 'a `` b'],
    ['Ask @maya.l-1, please', 'Ask mention<@maya.l-1>, please'],
    ['mail@example.org', 'mail@example.org'],
    ['one\ntwo', 'one/two'],
    ['@, alone', '@, alone'],
    ['@mikkel-sørensen @Анна.', 'mention<@mikkel-sørensen> mention<@Анна>.'],
    ['**@maya**', 'b(mention<@maya>)'],
    ['a_b c_', 'a_b c_'],
    ['*one** two*', 'i(one** two)'],
    ['*one\\* two*', 'i(one* two)'],
    ['**a *b ~~c _d `e` d_ c~~ b* a**', 'b(a i(b s(c i(d code<e> d) c) b) a)'],
    ['> quoted\n\nsaid\n', 'quoted|said/'],
    ['> quoted\n> twice\nsaid', 'quoted/twice|said'],
    ['said\n\n> quoted\n\nsaid\n\ntwice', 'said|quoted|said//twice'],
    ['```\n**as typed**\n```\nafter', 'code[**as typed**]|after'],
    ['```\nnever closed', '```/never closed'],
    ['```one\ntwo\n```after', 'code[one\ntwo]|after'],
  ])('%j is %j', (content, expected) => {
    expect(parsed(content)).toBe(expected);
  });

  it.each([
    ['See https://example.org/a_b_c.', 'See link<https://example.org/a_b_c>.'],
    ['(https://example.org/a)', '(link<https://example.org/a>)'],
    ['https://en.example.org/wiki/Tea_(drink)', 'link<https://en.example.org/wiki/Tea_(drink)>'],
    ['www.example.org!', 'link<www.example.org>!'],
    ['**https://example.org**', 'b(link<https://example.org>)'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
    ['https://', 'https://'],
    ['http://localhost:3000/a', 'link<http://localhost:3000/a>'],
    ['xhttps://example.org', 'xhttps://example.org'],
  ])('finds links: %j is %j', (content, expected) => {
    expect(parsed(content)).toBe(expected);
  });

  it.each([
    'javascript:alert(1)',
    'javascript://localhost/%0aalert(1)',
    'data:text/html,x',
    'ftp://example.org',
    'https://nohost',
    '',
  ])('never opens %j', (address) => {
    expect(toSafeHref(address)).toBeNull();
  });

  it('loses no text, whatever is typed', () => {
    const piece = fc.constantFrom(
      '*',
      '**',
      '_',
      '~~',
      '`',
      '\\',
      '@',
      '> ',
      '\n',
      ' ',
      'a',
      'https://a.b/',
      '```',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const content = pieces.join('');
        const letters = (text: string) => text.replace(/[^a-z]/g, '');
        expect(letters(toPlainText(content))).toBe(letters(content));
      }),
    );
  });

  it.each([
    '*'.repeat(5_000),
    '**a '.repeat(1_500),
    '`'.repeat(4_999),
    '_a'.repeat(2_500),
    '> '.repeat(2_500),
  ])('parses 5,000 hostile characters in no time', (content) => {
    // Not by the clock: a busy machine needs longer.
    const start = process.cpuUsage();
    parseMessage(content);
    expect(process.cpuUsage(start).user).toBeLessThan(500_000);
  });
});

it.each([
  ['👍', true],
  ['👍 🎉', true],
  ['👨‍👩‍👧‍👦❤️🇪🇪', true],
  ['👍👍👍👍', false],
  ['👍 ok', false],
  ['1', false],
  ['', false],
])('shows %j large: %s', (content, expected) => {
  expect(isLargeEmoji(content)).toBe(expected);
});
