import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { errorDocs } from './generate-error-docs.ts';

it('docs/errors.md matches the contract (node tools/generate/generate-error-docs.ts)', () => {
  expect(readFileSync('docs/errors.md', 'utf8')).toBe(errorDocs());
});
