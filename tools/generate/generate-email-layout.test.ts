import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { emailLayoutModule } from './generate-email-layout.ts';

it('The compiled layout of emails matches layout.mjml', async () => {
  const compiled = new URL('../../server/src/platform/email/layout.gen.ts', import.meta.url);
  expect(await readFile(compiled, 'utf8')).toBe(await emailLayoutModule());
});
