import { describe, expect, it } from 'vitest';
import { blocksIn, sanitizeRichText, toPlainText } from './rich-text.ts';

const stored = (html: string) => sanitizeRichText(html, { blocks: true });
const video = '<figure data-video="youtube:dQw4w9WgXcQ"></figure>';

describe('A video in rich text', () => {
  it('is stored by its site and id alone', () => {
    expect(stored(`<p>Before</p>${video}<p>After</p>`)).toBe(`<p>Before</p>${video}<p>After</p>`);
    expect(
      stored(
        '<figure class="x" style="position:fixed" onclick="x()" data-video="youtube:dQw4w9WgXcQ"><p>Hidden</p></figure>',
      ),
    ).toBe(video);
  });

  it.each([
    ['a frame', '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>', ''],
    ['an element of its own', '<video src="https://evil.example/x.mp4"></video>', ''],
    ['another site', '<figure data-video="evil:abc"><p>Text</p></figure>', '<p>Text</p>'],
    ['an id with a quote', '<figure data-video="youtube:a&quot;b"></figure>', ''],
    ['no reference', '<figure><p>Text</p></figure>', '<p>Text</p>'],
  ])('is not kept as %s', (_, html, expected) => {
    expect(stored(html)).toBe(expected);
  });

  it('is not kept in other texts', () => {
    expect(sanitizeRichText(video)).toBe('');
    expect(sanitizeRichText(video, { mentions: true })).toBe('');
  });

  it('is found once', () => {
    expect(blocksIn(stored(`${video}<figure data-video="vimeo:123456"></figure>${video}`), 'video')).toEqual([
      'youtube:dQw4w9WgXcQ',
      'vimeo:123456',
    ]);
  });
});

const id = '01890a5d-ac96-774b-bcce-b302099a8057';

describe('A block in rich text', () => {
  it.each([
    ['a file', `<figure data-file="${id}">handbook.pdf</figure>`],
    ['a post', `<figure data-post="${id}">Welcome, all &amp; sundry</figure>`],
    ['a link', '<figure data-link="https://example.com/a?b=1&amp;c=2">A table of hours</figure>'],
    ['a part that opens', '<details><summary>Transcript</summary><p>Hello.</p></details>'],
  ])('is kept: %s', (_, html) => {
    expect(stored(html)).toBe(html);
  });

  it.each([
    [
      'markup in a label',
      `<figure data-file="${id}">a<img src=x onerror=y><b>b</b></figure>`,
      `<figure data-file="${id}">ab</figure>`,
    ],
    [
      'other attributes',
      `<figure data-post="${id}" data-x="1" style="top:0">P</figure>`,
      `<figure data-post="${id}">P</figure>`,
    ],
    [
      'a second kind',
      `<figure data-file="${id}" data-video="upload:${id}"></figure>`,
      `<figure data-video="upload:${id}"></figure>`,
    ],
    ['an id that is none', '<figure data-file="../x">F</figure>', 'F'],
    ['a script as a link', '<figure data-link="javascript:alert(1)">L</figure>', 'L'],
    ['a local link', '<figure data-link="/admin">L</figure>', 'L'],
    [
      'a block in a block',
      `<figure data-file="${id}">A<figure data-post="${id}">B</figure>C</figure>`,
      `<figure data-file="${id}">A B</figure>C`,
    ],
    [
      'attributes of a part that opens',
      '<details open ontoggle="x()"><summary class="y"><b>T</b></summary><p>P</p></details>',
      '<details><summary>T</summary><p>P</p></details>',
    ],
  ])('loses %s', (_, html, expected) => {
    expect(stored(html)).toBe(expected);
  });

  it('has a label of at most 200 characters', () => {
    const label = '&amp;'.repeat(300);
    expect(stored(`<figure data-file="${id}">${label}</figure>`)).toBe(
      `<figure data-file="${id}">${'&amp;'.repeat(200)}</figure>`,
    );
  });

  it('is not kept in other texts', () => {
    expect(sanitizeRichText(`<figure data-file="${id}">handbook.pdf</figure>`)).toBe('handbook.pdf');
    expect(sanitizeRichText('<details><summary>T</summary><p>P</p></details>')).toBe('T<p>P</p>');
  });

  it('is found by its kind, and its label is part of the text', () => {
    const html = stored(`<p>Read</p><figure data-file="${id}">handbook.pdf</figure>${video}`);
    expect(blocksIn(html, 'file')).toEqual([id]);
    expect(blocksIn(html, 'post')).toEqual([]);
    expect(toPlainText(html)).toBe('Read handbook.pdf');
  });
});

it.each([
  'tel:+49123',
  'sms:+49123',
  'mailto:a@b.example',
  'ftp://files.example/x',
  'xmpp:a@b.example',
  'HTTPS://a.example',
])('A link can lead to %s', (href) => {
  expect(sanitizeRichText(`<a href="${href}">x</a>`)).toContain(`href="${href}"`);
});

it.each([
  'javascript:x',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc',
  'blob:https://a.example',
  'tel:',
  '//a.example',
  'http:a',
])('A link cannot lead to %s', (href) => {
  expect(sanitizeRichText(`<a href="${href}">x</a>`)).toBe('<a>x</a>');
});
