import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { capturePoster } from './capture-poster.ts';

/** What the browser of the test plays: a video that has `brightness` at each place. */
const bright = {
  width: 1920,
  height: 1080,
  duration: 100,
  canPlay: true,
  isStuck: false,
  brightness: (_at: number) => 100,
};
const shows = { ...bright };
const places: number[] = [];
const drawn: [number, number][] = [];
let made: { video: HTMLVideoElement } | null;

beforeEach(() => {
  vi.useFakeTimers();
  made = null;
  Object.assign(shows, bright);
  places.length = 0;
  drawn.length = 0;
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: vi.fn(() => 'blob:x'), revokeObjectURL: vi.fn() }),
  );
  const createElement = document.createElement.bind(document);
  vi.spyOn(document, 'createElement').mockImplementation(((name: string) => {
    if (name === 'video') return aVideo();
    if (name === 'canvas') return aCanvas();
    return createElement(name);
  }) as never);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function aVideo() {
  const video = new EventTarget() as HTMLVideoElement;
  let at = 0;
  const later = (event: string) =>
    void (shows.isStuck || setTimeout(() => video.dispatchEvent(new Event(event)), 10));
  Object.defineProperties(video, {
    src: { set: () => later(shows.canPlay ? 'loadedmetadata' : 'error') },
    videoWidth: { get: () => shows.width },
    videoHeight: { get: () => shows.height },
    duration: { get: () => shows.duration },
    currentTime: {
      get: () => at,
      set: (value: number) => {
        at = value;
        places.push(value);
        later('seeked');
      },
    },
  });
  Object.assign(video, { removeAttribute: vi.fn(), load: vi.fn() });
  made = { video };
  return video;
}

function aCanvas() {
  const canvas = { width: 0, height: 0 };
  return Object.assign(canvas, {
    getContext: () => ({
      drawImage: (_source: unknown, _x: number, _y: number, width: number, height: number) =>
        drawn.push([width, height]),
      getImageData: (_x: number, _y: number, width: number, height: number) => ({
        // The fourth channel, opacity, is full and says nothing of brightness.
        data: new Uint8ClampedArray(width * height * 4).map((_, index) =>
          index % 4 === 3 ? 255 : shows.brightness(places.at(-1) ?? 0),
        ),
      }),
    }),
    toBlob: (done: (blob: Blob | null) => void, type: string) => done(new Blob(['jpg'], { type })),
  });
}

const capture = async () => {
  const poster = capturePoster(new File(['abc'], 'knead.mp4'));
  await vi.runAllTimersAsync();
  return await poster;
};

describe('The poster of a video', () => {
  it('is its first frame that shows something, as a small JPEG', async () => {
    const poster = await capture();
    expect(poster).toMatchObject({ name: 'poster.jpg', type: 'image/jpeg' });
    expect(places).toEqual([5]);
    expect(drawn[0]).toEqual([1280, 720]);
  });

  it('is not enlarged', async () => {
    Object.assign(shows, { width: 640, height: 360 });
    await capture();
    expect(drawn[0]).toEqual([640, 360]);
  });

  it.each([
    [(at: number) => (at > 20 ? 13 : 12), [5, 25]],
    [() => 12, [5, 25, 50]],
    [() => 13, [5]],
  ])('is looked for where the video is not black', async (brightness, expected) => {
    Object.assign(shows, { brightness });
    expect(await capture()).toBeInstanceOf(File);
    expect(places).toEqual(expected);
  });

  it('of a recording without a duration is from its beginning', async () => {
    Object.assign(shows, { duration: Number.POSITIVE_INFINITY });
    await capture();
    expect(places).toEqual([0.05]);
  });

  it.each([
    ['cannot be played', { canPlay: false }],
    ['has no picture', { width: 0 }],
    ['never loads', { isStuck: true }],
  ])('is missing if the video %s', async (_, facts) => {
    Object.assign(shows, facts);
    expect(await capture()).toBeNull();
    expect(places).toEqual([]);
  });

  it('leaves nothing behind', async () => {
    await capture();
    expect(URL.revokeObjectURL).toHaveBeenCalledExactlyOnceWith('blob:x');
    expect(made?.video.removeAttribute).toHaveBeenCalledWith('src');
    expect(made?.video.load).toHaveBeenCalledOnce();
    expect(made?.video).toMatchObject({ muted: true, playsInline: true, preload: 'auto' });
  });
});
