import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffWords } from './word-diff.ts';

const getText = (parts: ReturnType<typeof diffWords>, without: 'added' | 'removed') =>
  parts
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join('');

describe('Comparing two texts', () => {
  it('shows what was added and removed', () => {
    expect(diffWords('Bake it for an hour', 'Bake it gently for an hour')).toEqual([
      { kind: 'same', text: 'Bake it' },
      { kind: 'added', text: ' gently' },
      { kind: 'same', text: ' for an hour' },
    ]);
    expect(diffWords('', '')).toEqual([]);
    expect(diffWords('All gone', '')).toEqual([{ kind: 'removed', text: 'All gone' }]);
  });

  it.each([
    ['a b c', 'a x c', '=a -·b +·x =·c'],
    ['a b', 'a', '=a -·b'],
    ['a', 'b a', '-a +b·a'],
    ['a b c d', 'c d', '-a·b·c +c =·d'],
    ['a b a b', 'a b', '=a·b -·a·b'],
    ['x a b y', 'p a b q', '-x +p =·a·b -·y +·q'],
    ['a\n\nb', 'a\nb', '=a -¶¶b +¶b'],
  ])('marks the shortest changes from %j to %j', (before, after, parts) => {
    const signs = { same: '=', added: '+', removed: '-' };
    const shown = diffWords(before, after).map(({ kind, text }) => signs[kind] + text);
    expect(shown.map((part) => part.replaceAll(' ', '·').replaceAll('\n', '¶')).join(' ')).toBe(parts);
  });

  it('preserves both texts completely', () => {
    const word = fc.constantFrom('a', 'b', 'c', 'dough', 'oven.');
    const text = fc.array(word, { maxLength: 20 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const parts = diffWords(before, after);
        expect(getText(parts, 'added')).toBe(before);
        expect(getText(parts, 'removed')).toBe(after);
      }),
    );
  });

  it('compares sentences if there are too many words', () => {
    const long = 'One two three. '.repeat(1_500);
    expect(diffWords(long, `${long}New one.`).at(-1)).toMatchObject({ kind: 'added' });
  });
});
