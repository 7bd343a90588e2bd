import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeVideo } from '#web-testing/fake-video.ts';
import { useSource } from './use-source.ts';

/** What hls.js was asked to do, in order. */
const steps: unknown[] = [];
const hls = vi.hoisted(() => ({
  isSupported: true,
  onError: (_event: string, _error: { fatal: boolean }) => {},
}));
vi.mock('hls.js/light', () => ({
  default: class {
    static Events = { ERROR: 'error' };
    static isSupported = () => hls.isSupported;
    constructor(options: object) {
      steps.push(['new', options]);
    }
    on(_event: string, listener: typeof hls.onError) {
      hls.onError = listener;
    }
    loadSource = (url: string) => steps.push(['load', url]);
    attachMedia = (element: unknown) => steps.push(['attach', element]);
    startLoad = (position: number) => steps.push(['start', position]);
    destroy = () => steps.push(['destroy']);
  },
}));

beforeEach(() => {
  steps.length = 0;
  hls.isSupported = true;
});
afterEach(cleanup);

const file = '/files/x/original';
const stream = '/files/x/stream';
function open(source: { url: string; stream_url: string | null }, { playback = {}, isNative = false } = {}) {
  const player = fakeVideo(playback);
  const canPlayType = vi.fn(() => (isNative ? 'maybe' : ''));
  Object.assign(player.element, { canPlayType });
  const page = renderHook((current) => useSource(player.ref, current), { initialProps: source });
  const playsFile = () => player.element.getAttribute('src') === file;
  return { ...player, ...page, canPlayType, playsFile };
}
const loaded = () => vi.waitFor(() => expect(steps.length).toBeGreaterThanOrEqual(3));

describe('A video that is not encoded', () => {
  it('plays its file', () => {
    const { playsFile, play } = open({ url: file, stream_url: null });
    expect(playsFile()).toBe(true);
    expect(play).not.toHaveBeenCalled();
  });

  it('goes on with its file while it is open and encoded meanwhile', () => {
    const { playsFile, rerender } = open({ url: file, stream_url: null }, { isNative: true });
    rerender({ url: file, stream_url: stream });
    expect(playsFile()).toBe(true);
  });

  it('goes on where it is when the address of its file changes', () => {
    const { element, play, rerender } = open(
      { url: '/files/x/old', stream_url: null },
      { playback: { paused: false, currentTime: 30 } },
    );
    play.mockRejectedValueOnce(new Error('not allowed'));
    Object.defineProperty(element, 'src', {
      set: (url) => {
        element.setAttribute('src', url);
        element.currentTime = 0;
      },
    });
    element.currentTime = 30;
    rerender({ url: file, stream_url: null });
    expect(element.getAttribute('src')).toBe(file);
    expect(element.currentTime).toBe(30);
    expect(play).toHaveBeenCalledTimes(2);
  });
});

describe('An encoded video in a browser that plays streams', () => {
  it('plays the stream', () => {
    const { element, canPlayType } = open({ url: file, stream_url: stream }, { isNative: true });
    expect(element.getAttribute('src')).toBe(stream);
    expect(canPlayType).toHaveBeenCalledWith('application/vnd.apple.mpegurl');
    expect(steps).toEqual([]);
  });

  it('plays its file if the stream fails', () => {
    const { change, playsFile } = open({ url: file, stream_url: stream }, { isNative: true });
    act(() => change({}, 'error'));
    expect(playsFile()).toBe(true);
  });

  it('changes nothing once it is gone', () => {
    const { change, unmount, playsFile } = open({ url: file, stream_url: stream }, { isNative: true });
    unmount();
    act(() => change({}, 'error'));
    expect(playsFile()).toBe(false);
  });
});

describe('An encoded video in another browser', () => {
  it('is loaded from where it is when it is started, and not before', async () => {
    const { element, change } = open({ url: file, stream_url: stream });
    await loaded();
    expect(steps).toEqual([
      ['new', { enableWorker: false, autoStartLoad: false, capLevelToPlayerSize: true }],
      ['load', stream],
      ['attach', element],
    ]);
    change({ currentTime: 12 }, 'play');
    change({}, 'play');
    expect(steps.slice(3)).toEqual([['start', 12]]);
  });

  it('is loaded at once if it was started before', async () => {
    open({ url: file, stream_url: stream }, { playback: { paused: false, currentTime: 3 } });
    await vi.waitFor(() => expect(steps.slice(3)).toEqual([['start', 3]]));
  });

  it('plays its file after a fatal error only', async () => {
    const { playsFile } = open({ url: file, stream_url: stream });
    await loaded();
    act(() => hls.onError('error', { fatal: false }));
    expect(playsFile()).toBe(false);
    act(() => hls.onError('error', { fatal: true }));
    expect(playsFile()).toBe(true);
    expect(steps.at(-1)).toEqual(['destroy']);
  });

  it('plays its file where streams can not be played at all', async () => {
    hls.isSupported = false;
    const { playsFile } = open({ url: file, stream_url: stream });
    await vi.waitFor(() => expect(playsFile()).toBe(true));
    expect(steps).toEqual([]);
  });

  it('is loaded no more once it is gone', async () => {
    const { unmount, change } = open({ url: file, stream_url: stream });
    await loaded();
    unmount();
    change({}, 'play');
    expect(steps.slice(3)).toEqual([['destroy']]);
    open({ url: file, stream_url: stream }).unmount();
    await vi.dynamicImportSettled();
    expect(steps).toHaveLength(4);
  });
});
