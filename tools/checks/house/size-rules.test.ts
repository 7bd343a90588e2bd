import { describe, expect, it } from 'vitest';
import { checkSizes } from './size-rules.ts';

const path = 'web/src/features/feed/post.tsx';
const linesOf = (count: number) => '  one();\n'.repeat(count - 2);
const membersOf = (count: number) => Array.from({ length: count }, (_, n) => `  p${n}: string;\n`).join('');
const check = (text: string, file = path) => checkSizes([{ path: file, text }]);

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

  it.each([
    ['server/src/a.ts', `function tooLong() {\n${linesOf(81)}}`, 'tooLong has 81 lines'],
    ['bench/a.ts', `export const a = {\n  async tooLong() {\n${linesOf(81)}},\n};`, 'tooLong has 81 lines'],
    ['tools/checks/a.ts', `class A {\n  tooLong() {\n${linesOf(81)}}\n}`, 'tooLong has 81 lines'],
    ['contract/src/a.ts', `new Map([[1, () => {\n${linesOf(81)}}]]);`, 'a function has 81 lines'],
  ])('measure functions in %s', (file, text, problem) => {
    expect(check(text, file)).toEqual([expect.stringContaining(problem)]);
  });

  it.each([
    ['server/src/a.ts', `function longEnough() {\n${linesOf(80)}}`],
    ['server/src/a.ts', `${linesOf(200)}function short() {}`],
    ['server/src/a.gen.ts', `function generated() {\n${linesOf(200)}}`],
    ['e2e/a.ts', `function story() {\n${linesOf(200)}}`],
  ])('accept %s (%#)', (file, text) => {
    expect(check(text, file)).toEqual([]);
  });

  it('report a long function and the long function inside it', () => {
    const text = `function outer() {\n  const inner = () => {\n${linesOf(90)}};\n}`;
    expect(check(text)).toEqual([expect.stringContaining('outer has'), expect.stringContaining('inner has')]);
  });

  it('exempt tests and galleries', () => {
    const text = `function usePost() {\n${linesOf(200)}}`;
    for (const file of ['web/src/ui/button.gallery.tsx', 'web/src/lib/drafts.test.ts'])
      expect(check(text, file)).toEqual([]);
  });
});
