import { afterEach, expect, test, vi } from 'vitest';
import { toast } from '#web/ui/toast.ts';
import { copyAndSay, copyText } from './copy-text.ts';

vi.mock('#web/ui/toast.ts', () => ({ toast: vi.fn() }));
const said = vi.mocked(toast);

afterEach(() => {
  vi.unstubAllGlobals();
  said.mockClear();
});
const labels = {
  copied: 'Link copied',
  failed: { title: 'Copy failed', description: 'https://a.example/b' },
};
const stubClipboard = (clipboard: unknown) => vi.stubGlobal('navigator', { clipboard });

test('what was copied is said once it is', async () => {
  const writeText = vi.fn(async () => {});
  stubClipboard({ writeText });
  await copyAndSay('https://a.example/b', labels);
  expect(writeText).toHaveBeenCalledWith('https://a.example/b');
  expect(said.mock.calls).toEqual([[{ title: 'Link copied' }]]);
});

test('a browser that forbids it, and one without a clipboard, say so with what to copy by hand', async () => {
  stubClipboard({ writeText: () => Promise.reject(new Error('denied')) });
  await copyAndSay('https://a.example/b', labels);
  stubClipboard(undefined);
  await copyAndSay('https://a.example/b', labels);
  const failed = { title: 'Copy failed', description: 'https://a.example/b', variant: 'destructive' };
  expect(said.mock.calls).toEqual([[failed], [failed]]);
  expect(await copyText('x')).toBe(false);
});
