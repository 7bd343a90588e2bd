import { describe, expect, it } from 'vitest';
import { parseVideoReference, parseVideoUrl, toPlayerUrl, toVideoReference } from './videos.ts';

describe('The address of a video', () => {
  const youtube = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0';
  it.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'youtube:dQw4w9WgXcQ', youtube],
    ['https://m.youtube.com/watch?t=3&v=dQw4w9WgXcQ&list=x', 'youtube:dQw4w9WgXcQ', youtube],
    ['https://www.youtube.com/embed/dQw4w9WgXcQ?start=3', 'youtube:dQw4w9WgXcQ', youtube],
    ['https://www.youtube.com/shorts/dQw4w9WgXcQ', 'youtube:dQw4w9WgXcQ', youtube],
    ['youtu.be/dQw4w9WgXcQ', 'youtube:dQw4w9WgXcQ', youtube],
    ['https://vimeo.com/123456789', 'vimeo:123456789', 'https://player.vimeo.com/video/123456789?autoplay=1'],
    [
      'https://vimeo.com/123456789/abc1',
      'vimeo:123456789/abc1',
      'https://player.vimeo.com/video/123456789?autoplay=1&h=abc1',
    ],
    [
      'https://www.loom.com/share/0a1b2c3d',
      'loom:0a1b2c3d',
      'https://www.loom.com/embed/0a1b2c3d?autoplay=1',
    ],
    [
      'https://hearth.wistia.com/medias/abc123',
      'wistia:abc123',
      'https://fast.wistia.net/embed/iframe/abc123?autoPlay=true',
    ],
  ])('is one of a player: %s', (address, reference, player) => {
    const video = parseVideoUrl(address);
    expect(video && toVideoReference(video)).toBe(reference);
    expect(video && toPlayerUrl(video)).toBe(player);
    expect(parseVideoReference(reference)).toEqual(video);
  });

  it.each([
    'https://www.youtube.com/@channel',
    'https://www.youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
    'https://evil.example/?u=https://youtu.be/dQw4w9WgXcQ',
    'https://www.youtube.com@evil.example/watch?v=dQw4w9WgXcQ',
    'javascript:alert(1)//youtu.be/dQw4w9WgXcQ',
    'https://vimeo.com/about',
    'a video',
    '',
  ])('is refused: %s', (address) => {
    expect(parseVideoUrl(address)).toBeNull();
  });
});

describe('A reference to a video', () => {
  it('can be an upload', () => {
    const upload_id = '01890a5d-ac96-774b-bcce-b302099a8057';
    expect(parseVideoReference(`upload:${upload_id}`)).toEqual({ upload_id });
    expect(toVideoReference({ upload_id })).toBe(`upload:${upload_id}`);
  });

  it.each([
    'youtube:a"b',
    'youtube:a/b',
    'vimeo:x',
    'other:abc',
    'upload:../x',
    'youtube:',
    '',
    'youtube:abc\n',
  ])('is refused: %j', (reference) => {
    expect(parseVideoReference(reference)).toBeNull();
  });
});
