import { expect, it } from 'vitest';
import { parseSource } from './syntax-tree.ts';

it('A file is parsed once for several checks, and again if its text or its name differs', () => {
  const tree = parseSource('a.ts', 'const a = 1;');
  expect(parseSource('a.ts', 'const a = 1;')).toBe(tree);
  expect(parseSource('a.ts', 'const a = 2;').text).toBe('const a = 2;');
  expect(parseSource('b.tsx', 'const a = 2;').fileName).toBe('b.tsx');
});
