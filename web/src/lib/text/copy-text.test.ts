import { afterEach, expect, test, vi } from 'vitest';
import { toast } from '#web/ui/overlays/toast.ts';
import { copyText, copyWithToast } from './copy-text.ts';

vi.mock('#web/ui/overlays/toast.ts', () => ({ toast: vi.fn() }));
const showToast = vi.mocked(toast);

afterEach(() => {
  vi.unstubAllGlobals();
  showToast.mockClear();
});
const labels = {
  copied: 'Link copied',
  failed: { title: 'Copy failed', description: 'https://a.example/b' },
};
const stubClipboard = (clipboard: unknown) => vi.stubGlobal('navigator', { clipboard });

test('shows a toast after copying', async () => {
  const writeText = vi.fn(async () => {});
  stubClipboard({ writeText });
  await copyWithToast('https://a.example/b', labels);
  expect(writeText).toHaveBeenCalledWith('https://a.example/b');
  expect(showToast.mock.calls).toEqual([[{ title: 'Link copied', duration: 2_000 }]]);
});

test('shows the text to copy manually if the clipboard is denied or missing', async () => {
  stubClipboard({ writeText: () => Promise.reject(new Error('denied')) });
  await copyWithToast('https://a.example/b', labels);
  stubClipboard(undefined);
  await copyWithToast('https://a.example/b', labels);
  const failed = { title: 'Copy failed', description: 'https://a.example/b', variant: 'destructive' };
  expect(showToast.mock.calls).toEqual([[failed], [failed]]);
  expect(await copyText('x')).toBe(false);
});
