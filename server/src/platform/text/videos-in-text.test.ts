import { describe, expect, it } from 'vitest';
import { sanitizeRichText, videosIn } from './rich-text.ts';

const stored = (html: string) => sanitizeRichText(html, { videos: true });
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
    expect(videosIn(stored(`${video}<figure data-video="vimeo:123456"></figure>${video}`))).toEqual([
      'youtube:dQw4w9WgXcQ',
      'vimeo:123456',
    ]);
  });
});
