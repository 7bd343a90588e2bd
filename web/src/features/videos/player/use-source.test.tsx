import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeVideo, type VideoFacts } from '#web-testing/fake-video.ts';
import { useSource } from './use-source.ts';

const hls = vi.hoisted(() => ({
  isSupported: true,
  made: [] as { options: object; calls: [string, unknown?][]; fail: (data: { fatal: boolean }) => void }[],
}));
vi.mock('hls.js/light', () => {
  class Hls {
    static Events = { ERROR: 'error' };
    static isSupported = () => hls.isSupported;
    calls: [string, unknown?][] = [];
    fail = (_data: { fatal: boolean }) => {};
    constructor(options: object) {
      hls.made.push(Object.assign(this, { options }));
    }
    on(_event: string, handler: (event: string, data: { fatal: boolean }) => void) {
      this.fail = (data) => handler('error', data);
    }
    loadSource = (url: string) => this.calls.push(['load', url]);
    attachMedia = (media: unknown) => this.calls.push(['attach', media]);
    startLoad = (position: number) => this.calls.push(['start', position]);
    destroy = () => this.calls.push(['destroy']);
  }
  return { default: Hls };
});

beforeEach(() => {
  hls.made = [];
  hls.isSupported = true;
});
afterEach(cleanup);

function open(
  stream_url: string | null,
  { canPlay = '', ...facts }: Partial<VideoFacts> & { canPlay?: string } = {},
  player = { isStarted: false, hasFailed: false },
) {
  const video = fakeVideo(facts);
  video.element.canPlayType = () => canPlay as CanPlayTypeResult;
  const element = { current: video.element };
  const { rerender, unmount } = renderHook(
    (source: { url: string; stream_url: string | null }) => useSource(element, source, player),
    { initialProps: { url: '/files/x/original', stream_url } },
  );
  return { ...video, rerender, unmount, source: () => video.element.getAttribute('src') };
}
const made = async () => {
  await waitFor(() => expect(hls.made).toHaveLength(1));
  const [one] = hls.made;
  if (!one) throw new Error('nothing was made');
  return one;
};

describe('A video without smaller sizes', () => {
  it('plays its file', () => {
    const { source } = open(null);
    expect(source()).toBe('/files/x/original');
    expect(hls.made).toEqual([]);
  });

  it('goes on with its file when the server has encoded it meanwhile', () => {
    const { source, rerender } = open(null, { canPlay: 'maybe' }, { isStarted: true, hasFailed: false });
    rerender({ url: '/files/x/original', stream_url: '/stream.m3u8' });
    expect(source()).toBe('/files/x/original');
  });

  it.each([
    { isStarted: false, hasFailed: false },
    { isStarted: true, hasFailed: true },
  ])('plays the stream once there is one, if it is %j', (player) => {
    const { source, rerender } = open(null, { canPlay: 'maybe' }, player);
    rerender({ url: '/files/x/original', stream_url: '/stream.m3u8' });
    expect(source()).toBe('/stream.m3u8');
  });
});

describe('A browser that plays streams', () => {
  it('gets the stream, and the file after a failure, from where it was', () => {
    const { source, happen, state, play } = open('/stream.m3u8', { canPlay: 'maybe' });
    expect(source()).toBe('/stream.m3u8');
    expect(hls.made).toEqual([]);
    Object.assign(state, { currentTime: 12, paused: false });
    act(() => happen('error'));
    expect(source()).toBe('/files/x/original');
    expect(state.currentTime).toBe(12);
    expect(play).toHaveBeenCalledOnce();
  });

  it('stays paused if it was', () => {
    const { happen, play } = open('/stream.m3u8', { canPlay: 'maybe' });
    act(() => happen('error'));
    expect(play).not.toHaveBeenCalled();
  });

  it('is left alone once its player is gone', () => {
    const { source, happen, unmount } = open('/stream.m3u8', { canPlay: 'maybe' });
    unmount();
    act(() => happen('error'));
    expect(source()).toBe('/stream.m3u8');
  });
});

describe('Any other browser', () => {
  it('loads the segments when the video is started', async () => {
    const { element, happen } = open('/stream.m3u8', { currentTime: 7 });
    const { calls, options } = await made();
    expect(options).toMatchObject({ enableWorker: false, autoStartLoad: false });
    expect(calls).toEqual([
      ['load', '/stream.m3u8'],
      ['attach', element],
    ]);
    happen('play');
    happen('play');
    expect(calls.slice(2)).toEqual([['start', 7]]);
  });

  it('loads them at once if it plays already', async () => {
    open('/stream.m3u8', { paused: false, currentTime: 3 });
    expect((await made()).calls.at(-1)).toEqual(['start', 3]);
  });

  it('plays the file after an error that ends the stream, not after others', async () => {
    const { source } = open('/stream.m3u8');
    const { fail, calls } = await made();
    act(() => fail({ fatal: false }));
    expect(source()).toBeNull();
    act(() => fail({ fatal: true }));
    expect(source()).toBe('/files/x/original');
    expect(calls.at(-1)).toEqual(['destroy']);
  });

  it('without media sources plays the file', async () => {
    hls.isSupported = false;
    const { source } = open('/stream.m3u8');
    await waitFor(() => expect(source()).toBe('/files/x/original'));
    expect(hls.made).toEqual([]);
  });

  it('loads nothing for a player that is gone', async () => {
    const { unmount } = open('/stream.m3u8');
    unmount();
    await act(async () => await new Promise((done) => setTimeout(done, 0)));
    expect(hls.made).toEqual([]);
    const next = open('/stream.m3u8');
    const { calls } = await made();
    next.unmount();
    expect(calls.at(-1)).toEqual(['destroy']);
    next.happen('play');
    expect(calls.at(-1)).toEqual(['destroy']);
  });
});
