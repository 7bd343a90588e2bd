import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { maxAttachments, maxFileBytes } from '#contract/values/limits.ts';
import { chooseFiles } from './chosen-files.ts';

const file = (name: string, type = '', size = 1) =>
  Object.defineProperty(new File(['x'], name, { type }), 'size', { value: size });
const close = vi.fn();
beforeEach(() => {
  close.mockClear();
  vi.stubGlobal('createImageBitmap', async () => ({ width: 30, height: 20, close }));
});
afterEach(() => vi.unstubAllGlobals());

describe('The files of a message', () => {
  it('are images with their size, videos and documents', async () => {
    const { files, messages } = await chooseFiles(
      [file('a.png', 'image/png'), file('b.MP4', 'video/mp4'), file('c.pdf', 'application/pdf')],
      0,
    );
    expect(files.map(({ name, kind, upload_id, size }) => [name, kind, upload_id, size])).toEqual([
      ['a.png', 'image', null, { width: 30, height: 20 }],
      ['b.MP4', 'video', null, undefined],
      ['c.pdf', 'document', null, undefined],
    ]);
    expect(messages).toEqual([]);
    expect(close).toHaveBeenCalledOnce();
  });

  it('have no size if the browser can’t read them', async () => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('broken')));
    const { files } = await chooseFiles([file('a.webp', 'image/webp')], 0);
    expect(files).toMatchObject([{ name: 'a.webp', kind: 'image' }]);
    expect(files[0]).not.toHaveProperty('size');
  });

  it('have the end of a long name', async () => {
    const { files } = await chooseFiles([file(`${'x'.repeat(300)}.pdf`, 'application/pdf')], 0);
    expect(files[0]?.name).toHaveLength(255);
    expect(files[0]?.name).toMatch(/x\.pdf$/);
  });

  it('are as many as a message can have', async () => {
    const chosen = Array.from({ length: 3 }, (_, n) => file(`${n}.pdf`, 'application/pdf'));
    const { files, messages } = await chooseFiles(chosen, maxAttachments - 2);
    expect(files).toHaveLength(2);
    expect(messages).toEqual(['2.pdf: too many files.']);
  });

  it.each([
    ['a.png', 'image/png', 'image'],
    ['b.mp4', 'video/mp4', 'video'],
    ['c.pdf', 'application/pdf', 'document'],
  ] as const)('have a largest size for each kind: %s', async (name, type, kind) => {
    const limit = maxFileBytes[kind];
    const { files, messages } = await chooseFiles([file(name, type, limit), file(name, type, limit + 1)], 0);
    expect(files).toHaveLength(1);
    expect(messages).toEqual([expect.stringContaining(`${name}: larger than`)]);
  });

  it('that can’t be sent are named', async () => {
    const { files, messages } = await chooseFiles([file('tool.exe', 'application/x-msdownload')], 0);
    expect([files, messages]).toEqual([[], ["tool.exe: this file type isn't supported."]]);
  });
});
