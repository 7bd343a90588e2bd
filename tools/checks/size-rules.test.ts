import { describe, expect, it } from 'vitest';
import { checkSizes } from './size-rules.ts';

const path = 'web/src/features/feed/post.tsx';
const linesOf = (count: number) => '  one();\n'.repeat(count - 2);
const membersOf = (count: number) => Array.from({ length: count }, (_, n) => `  p${n}: string;\n`).join('');
const check = (text: string, known: string[] = [], file = path) =>
  checkSizes([{ path: file, text }], new Set(known));

describe('Size rules', () => {
  it.each([
    ['a function', `function usePost() {\n${linesOf(81)}}`, 'usePost has 81 lines'],
    ['an arrow function', `const send = () => {\n${linesOf(81)}};`, 'send has 81 lines'],
    [
      'a memoized component',
      `export const Post = memo(function Post() {\n${linesOf(81)}});`,
      'Post has 81 lines',
    ],
    ['an interface of props', `interface PostProps {\n${membersOf(10)}}`, 'PostProps has 10 members'],
    ['a type of props', `type PostProps = {\n${membersOf(10)}};`, 'PostProps has 10 members'],
    ['inline props', `function Post({}: {\n${membersOf(10)}}) {}`, 'PostProps has 10 members'],
  ])('reject %s beyond the limit', (_name, text, problem) => {
    expect(check(text)).toEqual([expect.stringContaining(`${path}: line 1: ${problem}`)]);
  });

  it.each([
    ['80 lines', `function usePost() {\n${linesOf(80)}}`],
    ['9 props', `interface PostProps {\n${membersOf(9)}}`],
    ['an interface that is not of props', `interface Post {\n${membersOf(30)}}`],
    ['types of functions', `type Send = () => void;`],
  ])('accept %s', (_name, text) => {
    expect(check(text)).toEqual([]);
  });

  it('exempt tests and galleries', () => {
    const text = `function usePost() {\n${linesOf(200)}}`;
    for (const file of ['web/src/ui/button.gallery.tsx', 'web/src/lib/drafts.test.ts'])
      expect(check(text, [], file)).toEqual([]);
  });

  it('accept what is known to be too large, until it is not', () => {
    const known = [`${path} usePost`];
    expect(check(`function usePost() {\n${linesOf(81)}}`, known)).toEqual([]);
    expect(check('function usePost() {}', known)).toEqual([
      expect.stringContaining(`remove ${path} usePost`),
    ]);
  });
});
