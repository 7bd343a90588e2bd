import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeVideo } from '#web-testing/fake-video.ts';
import { capturePoster } from './capture-poster.ts';

const file = new File(['abc'], 'knead.mp4', { type: 'video/mp4' });
const revoke = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  revoke.mockClear();
  Object.assign(URL, { createObjectURL: () => 'blob:video', revokeObjectURL: revoke });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  for (const name of ['createObjectURL', 'revokeObjectURL']) Reflect.deleteProperty(URL, name);
});

/**
 * Captures a poster in a browser that shows these frames one after another, each as the brightness of its colors. A frame that is
 * null never comes.
 */
async function capture(
  frames: (number | null)[],
  { duration = 100, width = 640, height = 360, loads = true, fails = false } = {},
) {
  const player = fakeVideo({ duration });
  const { element } = player;
  const positions: number[] = [];
  const sizes: number[][] = [];
  const steps: string[] = [];
  let position = 0;
  Object.defineProperties(element, {
    videoWidth: { value: width },
    videoHeight: { value: height },
    src: {
      set: (url: string) => {
        element.setAttribute('src', url);
        if (loads) queueMicrotask(() => player.change({}, fails ? 'error' : 'loadedmetadata'));
      },
    },
    currentTime: {
      get: () => position,
      set: (value: number) => {
        position = value;
        positions.push(value);
        if ((frames[positions.length - 1] ?? null) !== null)
          queueMicrotask(() => player.change({}, 'seeked'));
      },
    },
    load: { value: () => steps.push('load') },
  });
  const createElement = document.createElement.bind(document);
  vi.spyOn(document, 'createElement').mockImplementation((name: string) => {
    if (name === 'video') return element;
    if (name !== 'canvas') return createElement(name);
    const canvas = {
      width: 0,
      height: 0,
      getContext: () => ({
        drawImage: (source: unknown) => source === element && sizes.push([canvas.width, canvas.height]),
        // The fourth value of each pixel is how opaque it is.
        getImageData: () => {
          const level = frames[positions.length - 1] ?? 0;
          return { data: Uint8ClampedArray.from([level, level, level, 255, level, level, level, 255]) };
        },
      }),
      toBlob: (resolve: (blob: Blob) => void, type: string) =>
        resolve(new Blob([String(positions.at(-1))], { type })),
    };
    return canvas as never;
  });
  const captured = capturePoster(file);
  await vi.advanceTimersByTimeAsync(60_000);
  return { poster: await captured, positions, sizes, steps, element };
}

describe('The poster of a video', () => {
  it('is the first frame that is not black', async () => {
    const { poster, positions, element } = await capture([12, 13, 200]);
    expect(positions).toEqual([5, 25]);
    expect(poster).toMatchObject({ name: 'poster.jpg', type: 'image/jpeg' });
    expect(await poster?.text()).toBe('25');
    expect(element).toMatchObject({ muted: true, preload: 'auto' });
  });

  it('is the last one if all are black', async () => {
    expect(await (await capture([0, 0, 0])).poster?.text()).toBe('50');
  });

  it('is the one before, if the browser can not show the next', async () => {
    const { poster, positions } = await capture([0, null, 200]);
    expect(positions).toEqual([5, 25]);
    expect(poster).not.toBeNull();
  });

  it.each([
    [640, 360, [640, 360]],
    [3840, 2160, [1280, 720]],
    [1280, 719, [1280, 719]],
    [1000, 333, [1000, 333]],
  ])('of %d × %d pixels is at most 1280 wide', async (width, height, size) => {
    expect((await capture([200], { width, height })).sizes).toEqual([size]);
  });

  it('is near the start of a video without a duration', async () => {
    expect((await capture([200], { duration: Number.POSITIVE_INFINITY })).positions).toEqual([0.05]);
  });

  it.each([
    ['that is none', { fails: true }],
    ['that never loads', { loads: false }],
    ['without a picture', { width: 0 }],
  ])('is missing for a file %s', async (_what, options) => {
    const { poster, positions } = await capture([200], options);
    expect(poster).toBeNull();
    expect(positions).toEqual([]);
  });

  it('is missing if no frame is shown', async () => {
    expect((await capture([null])).poster).toBeNull();
  });

  it('releases the file', async () => {
    const { element, steps } = await capture([200]);
    expect(element.hasAttribute('src')).toBe(false);
    expect(steps).toEqual(['load']);
    expect(revoke).toHaveBeenCalledWith('blob:video');
  });
});
