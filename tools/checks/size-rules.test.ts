import { describe, expect, it } from 'vitest';
import { checkSizes, findOversized } from './size-rules.ts';

const lines = (count: number) => Array.from({ length: count - 2 }, () => '  call();\n').join('');
const fields = (count: number) => Array.from({ length: count }, (_, n) => `  prop${n}: string;\n`).join('');
const none = new Set<string>();

describe('Size rules', () => {
  it.each([
    ['server/src/a.ts', `function tooLong() {\n${lines(81)}}`, 'tooLong has 81 lines'],
    ['bench/a.ts', `const tooLong = async () => {\n${lines(81)}};`, 'tooLong has 81 lines'],
    [
      'tools/checks/a.ts',
      `export const a = {\n  async tooLong() {\n${lines(90)}},\n};`,
      'tooLong has 90 lines',
    ],
    ['contract/src/a.ts', `class A {\n  tooLong() {\n${lines(81)}}\n}`, 'tooLong has 81 lines'],
    ['server/src/a.ts', `run(async () => {\n${lines(81)}});`, 'an unnamed function has 81 lines'],
    ['web/src/a.tsx', `interface ItemProps {\n${fields(10)}}`, 'ItemProps has 10 props'],
    ['web/src/a.tsx', `export type ItemProps = {\n${fields(10)}};`, 'ItemProps has 10 props'],
    ['web/src/a.tsx', `function Item(props: {\n${fields(10)}}) { return null; }`, 'Item has 10 props'],
  ])('reject %s (%#)', (path, text, problem) => {
    expect(checkSizes([{ path, text }], none)).toEqual([
      expect.stringMatching(new RegExp(`^${path}: ${problem}, more than`)),
    ]);
  });

  it.each([
    ['server/src/a.ts', `function longEnough() {\n${lines(80)}}`],
    ['server/src/a.ts', `${lines(200)}function short() {}`],
    ['server/src/a.test.ts', `describe('a', () => {\n${lines(200)}});`],
    ['web/src/a.gallery.tsx', `function Gallery() {\n${lines(200)}}`],
    ['web/src/a.gen.ts', `function generated() {\n${lines(200)}}`],
    ['e2e/a.ts', `function story() {\n${lines(200)}}`],
    ['web/src/a.tsx', `interface ItemProps {\n${fields(9)}}`],
    ['web/src/a.tsx', `interface Post {\n${fields(20)}}`],
    ['web/src/a.ts', `interface RequestProps {\n${fields(20)}}`],
  ])('accept %s (%#)', (path, text) => {
    expect(findOversized(path, text)).toEqual([]);
  });

  it('report a long function and the long function inside it', () => {
    const text = `function outer() {\n  const inner = () => {\n${lines(90)}};\n}`;
    expect(findOversized('server/src/a.ts', text).map(({ name }) => name)).toEqual(['outer', 'inner']);
  });

  it('accept an exception of the web until it is not needed anymore', () => {
    const path = 'web/src/a.tsx';
    const exceptions = new Set([`${path} Item`]);
    const long = `function Item() {\n${lines(81)}}`;
    expect(checkSizes([{ path, text: long }], exceptions)).toEqual([]);
    expect(checkSizes([{ path, text: `${long}\nfunction Other() {\n${lines(81)}}` }], exceptions)).toEqual([
      expect.stringContaining('Other has 81 lines'),
    ]);
    const unneeded = [expect.stringContaining('remove it')];
    expect(checkSizes([{ path, text: `function Item() {\n${lines(80)}}` }], exceptions)).toEqual(unneeded);
    expect(checkSizes([], exceptions)).toEqual(unneeded);
  });

  it('reject exceptions outside the web', () => {
    const file = { path: 'server/src/a.ts', text: `function tooLong() {\n${lines(81)}}` };
    expect(checkSizes([file], new Set(['server/src/a.ts tooLong']))).toEqual([
      expect.stringContaining('only code of the web'),
    ]);
  });
});
