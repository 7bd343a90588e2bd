import { describe, expect, it } from 'vitest';
import { cleanFileName, dispositionOf, dispositionOfOriginal } from './file-names.ts';

describe('The name of an uploaded file', () => {
  it.each([
    ['photo.png', 'photo.png'],
    ['C:\\Users\\ada\\photo.png', 'photo.png'],
    ['../../etc/passwd', 'passwd'],
    ['  spaced name.pdf  ', 'spaced name.pdf'],
    ['.htaccess', 'htaccess'],
    ['.. .hidden', '.hidden'],
    ['\u202egnp.exe', 'gnp.exe'],
    ['a\u0000b\nc.txt', 'abc.txt'],
    ['\ud800.png', '\ufffd.png'],
    ['', 'image'],
    ['folder/', 'image'],
    ['...', 'image'],
    [`${'x'.repeat(300)}.webm`, `${'x'.repeat(250)}.webm`],
    ['y'.repeat(256), 'y'.repeat(255)],
    ['z'.repeat(255), 'z'.repeat(255)],
    [`${'x'.repeat(300)}.notanextension`, 'x'.repeat(255)],
  ])('%j is stored as %j', (name, stored) => {
    expect(cleanFileName(name)).toBe(stored);
  });

  it('never ends within a character', () => {
    expect(cleanFileName(`${'x'.repeat(254)}😀`)).toBe(`${'x'.repeat(254)}\ufffd`);
  });
});

describe('The name of a download', () => {
  it('is that of the upload, and of a WebP if the image was converted', () => {
    expect(dispositionOf('lake.view.jpeg')).toBe(
      `inline; filename="lake.view.webp"; filename*=UTF-8''lake.view.webp`,
    );
    expect(dispositionOf('lake')).toBe(`inline; filename="lake.webp"; filename*=UTF-8''lake.webp`);
    expect(dispositionOfOriginal('plan.pdf', true)).toBe(
      `inline; filename="plan.pdf"; filename*=UTF-8''plan.pdf`,
    );
    expect(dispositionOfOriginal('notes.md', false)).toMatch(/^attachment; filename="notes.md";/);
  });

  it('cannot end the header or its quotes', () => {
    expect(dispositionOfOriginal('a"; x="\\%41é (1)*\'.txt', false)).toBe(
      `attachment; filename="a_; x=___41_ (1)*'.txt"; filename*=UTF-8''a%22%3B%20x%3D%22%5C%2541%C3%A9%20%281%29%2a%27.txt`,
    );
  });
});
