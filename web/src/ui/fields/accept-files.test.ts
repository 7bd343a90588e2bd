import { describe, expect, it } from 'vitest';
import { setLocaleSource } from '#contract/i18n/locale.ts';
import { sortFiles } from './accept-files.ts';
import { toReadableSize } from './readable-size.ts';

const png = (name: string, size = 10) => new File([new Uint8Array(size)], name, { type: 'image/png' });
const text = new File(['hello'], 'notes.txt', { type: 'text/plain' });

describe('sortFiles', () => {
  it('takes matching files while there is room, and says why others are rejected', () => {
    const [one, two, three, big] = [png('1.png'), png('2.png'), png('3.png'), png('big.png', 2000)];
    const limits = { accept: 'image/*', maxSize: 1024, room: 2 };
    const { taken, rejected } = sortFiles([one, text, big, two, three], limits);
    expect(taken).toEqual([one, two]);
    expect(rejected.map(({ message }) => message)).toEqual([
      "notes.txt: this file type isn't supported.",
      'big.png: larger than 1 KB.',
      '3.png: too many files.',
    ]);
  });

  it('matches types by extension and MIME type, ignoring case', () => {
    const pdf = new File(['x'], 'SCAN.PDF', { type: '' });
    expect(sortFiles([pdf, text], { accept: '.pdf, image/*' }).taken).toEqual([pdf]);
    expect(sortFiles([pdf, text], {}).taken).toEqual([pdf, text]);
  });
});

describe('toReadableSize', () => {
  it.each([
    [1, '1 byte'],
    [640, '640 bytes'],
    [1536, '1.5 KB'],
    [1024 * 1024 - 1, '1 MB'],
    [100 * 1024 * 1024, '100 MB'],
  ])('%d is %s', (bytes, copy) => expect(toReadableSize(bytes)).toBe(copy));

  it("writes numbers in the reader's locale", () => {
    setLocaleSource(() => 'de-DE');
    expect(toReadableSize(1536)).toBe('1,5 KB');
    setLocaleSource(() => undefined);
  });
});
