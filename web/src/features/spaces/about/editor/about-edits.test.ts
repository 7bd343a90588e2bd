import { describe, expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { aSpace } from '#web-testing/fixtures.ts';
import { type AboutEdits, toSpaceChanges, withEdits } from './about-edits.ts';
import { aboutFieldId, toAboutSearch } from './about-field.ts';
import { findProblems } from './check-changes.ts';
import { toVideo } from './video-address.ts';

const space = {
  name: 'Analog',
  description: null,
  short_description: 'Film, slowly.',
  about_description: '<p>Hello</p>',
  support_email: null,
  primary_color: '#26A69A',
  rules_list: [{ id: 'a', text: 'Be kind' }],
  icon_image: null,
  cover_image: '/files/x/1084.webp',
  intro_media_type: 'none',
  intro_media_url: null,
} as Space;

describe('About page changes', () => {
  it('are empty if nothing differs, however it was typed', () => {
    const same = {
      name: ' Analog ',
      description: '',
      support_email: '  ',
      primary_color: '#26a69a',
      rules_list: [
        { id: 'a', text: 'Be kind ' },
        { id: 'b', text: ' ' },
      ],
      icon: null,
      intro: { type: 'none' },
    } as const;
    expect(toSpaceChanges(space, { ...same, rules_list: [...same.rules_list] })).toEqual({});
    expect(toSpaceChanges(space, { intro: { type: 'video', url: ' ' } })).toEqual({});
  });

  it('include an uploaded video by its upload id', () => {
    const intro = { type: 'video_file', upload_id: 'u1', url: '/files/u1/original' } as const;
    expect(toSpaceChanges(space, { intro })).toEqual({ intro_video_upload_id: 'u1' });
    expect(withEdits(space, { intro })).toMatchObject({
      intro_media_type: 'video',
      intro_media_url: '/files/u1/original',
    });
    expect(toVideo('/files/u1/original')).toMatchObject({ kind: 'file' });
  });

  it('include only what differs', () => {
    expect(toSpaceChanges(space, { name: 'Analog', short_description: '' })).toEqual({
      short_description: '',
    });
    expect(toSpaceChanges(space, { rules_list: [] })).toEqual({ rules_list: [] });
    const moved = [
      { id: 'b', text: 'Share' },
      { id: 'a', text: 'Be kind' },
    ];
    expect(toSpaceChanges(space, { rules_list: moved })).toEqual({ rules_list: moved });
    expect(toSpaceChanges(space, { cover: null })).toEqual({ cover_upload_id: null });
    const sent = { upload_id: 'u', url: '/files/u/192.webp' };
    expect(toSpaceChanges(space, { icon: sent, intro: { type: 'image', ...sent } })).toEqual({
      icon_upload_id: 'u',
      intro_upload_id: 'u',
    });
    expect(withEdits(space, { icon: sent, cover: null })).toMatchObject({
      icon_image: sent.url,
      cover_image: null,
    });
    const video = { intro_media_type: 'video' as const, intro_media_url: 'https://youtu.be/abcdefghijk' };
    expect(toSpaceChanges(space, { intro: { type: 'video', url: ` ${video.intro_media_url} ` } })).toEqual(
      video,
    );
    expect(toSpaceChanges({ ...space, ...video }, { intro: { type: 'none' } })).toEqual({
      intro_media_type: 'none',
    });
  });

  it('include any setting that is edited as it is stored', () => {
    const stored = { ...space, is_private: false, topic: 'arts', feature_map_enabled: true } as Space;
    const same = { is_private: false, topic: 'arts', feature_map_enabled: true } as const;
    expect(toSpaceChanges(stored, same)).toEqual({});
    const edits = { is_private: true, topic: null, feature_map_enabled: false } as const;
    expect(toSpaceChanges(stored, edits)).toEqual(edits);
    expect(withEdits(stored, edits)).toMatchObject(edits);
    expect(toSpaceChanges(stored, { name: 'analog' })).toEqual({ name: 'analog' });
  });

  it('leave out what an older draft holds and no setting has', () => {
    expect(toSpaceChanges(space, { no_longer: 'a setting' } as object)).toEqual({});
  });

  it('are rejected with the specified messages', () => {
    expect(findProblems({ name: '' })).toEqual({ name: 'Space name cannot be empty.' });
    expect(findProblems({ name: 'ab' })).toEqual({ name: 'Name must be at least 3 characters' });
    expect(findProblems({ support_email: 'nobody' })).toEqual({ support_email: 'Invalid email address' });
    expect(findProblems({ support_email: '' })).toEqual({});
    const video = { intro_media_type: 'video', intro_media_url: 'https://example.com/page' } as const;
    expect(Object.keys(findProblems(video))).toEqual(['intro_media_url']);
  });
});

describe('Video address', () => {
  const youtube = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0';
  it.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=10s', youtube],
    ['https://www.youtube.com/watch?list=PL1&v=dQw4w9WgXcQ', youtube],
    ['https://youtu.be/dQw4w9WgXcQ?si=x', youtube],
    ['https://m.youtube.com/shorts/dQw4w9WgXcQ', youtube],
    ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?autoplay=1'],
    ['https://vimeo.com/76979871/abc123', 'https://player.vimeo.com/video/76979871?autoplay=1&h=abc123'],
    [
      'https://player.vimeo.com/video/76979871?h=abc123',
      'https://player.vimeo.com/video/76979871?autoplay=1&h=abc123',
    ],
    ['https://www.loom.com/share/0123456789abcdef', 'https://www.loom.com/embed/0123456789abcdef?autoplay=1'],
    [
      'https://team.wistia.com/medias/e4a27b971d',
      'https://fast.wistia.net/embed/iframe/e4a27b971d?autoPlay=true',
    ],
    ['https://films.example/intro.mp4?x=1', 'https://films.example/intro.mp4?x=1'],
  ])('recognizes %s', (address, src) => {
    expect(toVideo(address)?.src).toBe(src);
  });

  it.each([
    'javascript:alert(1)',
    'https://evil.example/youtube.com/watch?v=dQw4w9WgXcQ',
    'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
    'https://notyoutu.be/dQw4w9WgXcQ',
    'http://films.example/intro.mp4',
    'https://example.com/page',
    '//youtu.be/dQw4w9WgXcQ',
    '',
  ])('rejects %s', (address) => {
    expect(toVideo(address)).toBeNull();
  });
});

describe('Address of the about page', () => {
  it.each([
    [{ edit: 'description' }, { edit: 'description' }],
    [{ edit: 'cover' }, { edit: 'cover' }],
    [{ edit: 'rules' }, { edit: 'rules' }],
    [{ edit: 'name' }, {}],
    [{}, {}],
  ])('%j opens %j', (search, expected) => {
    expect(toAboutSearch(search)).toEqual(expected);
  });

  it('leads to the control of the field', () => {
    expect(aboutFieldId('cover')).toBe('about-cover');
  });
});

describe('Preview of the about page', () => {
  const space = aSpace({
    icon_image: '/icon',
    cover_image: '/cover',
    intro_media_type: 'image',
    intro_media_url: '/intro',
    rules_list: [{ id: 'r1', text: 'Be kind' }],
  });
  const uploaded = { upload_id: 'u1', url: '/new' };

  it.each([
    ['nothing', {}, {}],
    ['a text', { name: 'Rye' }, { name: 'Rye' }],
    ['new images', { icon: uploaded, cover: uploaded }, { icon_image: '/new', cover_image: '/new' }],
    ['no images', { icon: null, cover: null }, { icon_image: null, cover_image: null }],
    [
      'rules without empty ones',
      {
        rules_list: [
          { id: 'r1', text: ' Be kind ' },
          { id: 'r2', text: ' ' },
        ],
      },
      { rules_list: [{ id: 'r1', text: 'Be kind' }] },
    ],
    ['no introduction', { intro: { type: 'none' } }, { intro_media_type: 'none', intro_media_url: null }],
    [
      'a video elsewhere',
      { intro: { type: 'video', url: 'https://youtu.be/x' } },
      { intro_media_type: 'video', intro_media_url: 'https://youtu.be/x' },
    ],
    [
      'an uploaded video',
      { intro: { type: 'video_file', ...uploaded } },
      { intro_media_type: 'video', intro_media_url: '/new' },
    ],
    [
      'an image',
      { intro: { type: 'image', ...uploaded } },
      { intro_media_type: 'image', intro_media_url: '/new' },
    ],
  ] as [string, AboutEdits, object][])('shows %s', (_name, edits, changed) => {
    expect(withEdits(space, edits)).toEqual({ ...space, ...changed });
  });

  it.each([
    ['remove what is there', { icon: null, cover: null }, { icon_upload_id: null, cover_upload_id: null }],
    ['replace it', { icon: uploaded, cover: uploaded }, { icon_upload_id: 'u1', cover_upload_id: 'u1' }],
    ['turn off the introduction', { intro: { type: 'none' } }, { intro_media_type: 'none' }],
    ['clear the address of a video', { intro: { type: 'video', url: ' ' } }, { intro_media_type: 'none' }],
    ['upload an introduction', { intro: { type: 'image', ...uploaded } }, { intro_upload_id: 'u1' }],
    [
      'link a video',
      { intro: { type: 'video', url: ' https://youtu.be/x ' } },
      { intro_media_type: 'video', intro_media_url: 'https://youtu.be/x' },
    ],
    ['choose the same color', { primary_color: space.primary_color.toLowerCase() }, {}],
    ['choose another color', { primary_color: '#000000' }, { primary_color: '#000000' }],
  ] as [string, AboutEdits, object][])('is saved after a change: %s', (_name, edits, changes) => {
    expect(toSpaceChanges(space, edits)).toEqual(changes);
  });

  it.each([
    ['images that are not there', { icon: null, cover: null, intro: { type: 'none' } }],
    ['the same video', { intro: { type: 'video', url: ' https://youtu.be/x' } }],
  ] as [string, AboutEdits][])('is not saved after removing %s', (name, edits) => {
    const plain = name.includes('video')
      ? aSpace({ intro_media_type: 'video', intro_media_url: 'https://youtu.be/x' })
      : aSpace();
    expect(toSpaceChanges(plain, edits)).toEqual({});
  });
});
