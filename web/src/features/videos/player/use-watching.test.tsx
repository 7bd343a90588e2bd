import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PageVideo } from '#contract/features/videos/videos.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { fakeVideo, type VideoFacts } from '#web-testing/fake-video.ts';
import { idOf } from '#web-testing/fixtures.ts';
import { pageVideoQuery } from '../videos.api.ts';
import { useWatching } from './use-watching.ts';

const [pageId, uploadId] = [idOf(1), idOf(2)];
const video = (watched: PageVideo['watched']): PageVideo => ({
  upload_id: uploadId,
  file_name: 'knead.mp4',
  mime_type: 'video/mp4',
  url: '/files/x/original',
  stream_url: null,
  byte_size: 5,
  duration: 100,
  poster: null,
  caption_languages: [],
  chapters: [],
  can_edit: false,
  watched,
});

const call = vi.fn();
const fetched = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  call.mockReset();
  call.mockImplementation(async () => ({ percent: 7 }));
  fetched.mockReset();
  fetched.mockImplementation(async () => new Response('{}'));
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open(facts: Partial<VideoFacts> = {}, watched: PageVideo['watched'] = { position: 0, percent: 0 }) {
  const fake = fakeVideo({ duration: 100, ...facts });
  const client = createQueryClient(call as never);
  client.setQueryData(pageVideoQuery(pageId, uploadId).queryKey, { video: video(watched) } as never);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const element = { current: fake.element };
  const { unmount } = renderHook(() => useWatching(element, pageId, video(watched)), {
    wrapper,
  });
  /** Plays from one position to another, with an event a second. */
  const play = (from: number, to: number) => {
    for (let position = from; position <= to; position += 1)
      fake.happen('timeupdate', { paused: false, currentTime: position });
  };
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  return { ...fake, play, wait, unmount, client };
}
const sent = () => call.mock.calls.map(([operation, input]) => [operation, input.watched, input.position]);
const report = (watched: number[][], position: number) => ['record_watching', watched, position];

describe('What is watched of a video', () => {
  it('is reported every five seconds while it plays', async () => {
    const { play, wait } = open();
    play(0, 4);
    await wait(4_999);
    expect(sent()).toEqual([]);
    await wait(1);
    expect(call).toHaveBeenCalledExactlyOnceWith('record_watching', {
      page_id: pageId,
      upload_id: uploadId,
      position: 4,
      watched: [[0, 4]],
      duration: 100,
    });
    play(5, 8);
    await wait(5_000);
    expect(sent().at(-1)).toEqual(report([[4, 8]], 8));
  });

  it('is not reported while it is paused, or by people who have no progress', async () => {
    const paused = open();
    paused.happen('timeupdate', { currentTime: 9 });
    await paused.wait(20_000);
    const stranger = open({}, null);
    stranger.play(0, 9);
    stranger.happen('pause', { paused: true });
    await stranger.wait(20_000);
    stranger.unmount();
    expect(call).not.toHaveBeenCalled();
    expect(fetched).not.toHaveBeenCalled();
  });

  it.each(['pause', 'ended'])('is reported at once at %s', async (event) => {
    const { play, happen, wait } = open();
    play(0, 3);
    happen(event, { paused: true, ended: event === 'ended' });
    await wait(0);
    expect(sent()).toEqual([report([[0, 3]], event === 'ended' ? 0 : 3)]);
    await wait(20_000);
    expect(sent()).toHaveLength(1);
  });

  it('leaves out what was jumped over', async () => {
    const { play, happen, wait } = open();
    play(0, 2);
    happen('seeking', { currentTime: 4, seeking: true });
    happen('timeupdate', { currentTime: 4 });
    happen('timeupdate', { currentTime: 5, seeking: false });
    play(5, 6);
    happen('pause', { paused: true });
    await wait(0);
    expect(sent()).toEqual([
      report(
        [
          [0, 2],
          [5, 6],
        ],
        6,
      ),
    ]);
  });

  it('is only a position if one jumps while it is paused', async () => {
    const { happen, wait } = open({ currentTime: 10 });
    happen('pause', { currentTime: 10.4 });
    await wait(0);
    expect(sent()).toEqual([]);
    happen('pause', { currentTime: 30 });
    await wait(0);
    expect(sent()).toEqual([report([], 30)]);
  });

  it('is shown with what the server counts', async () => {
    const { play, happen, wait, client } = open();
    play(0, 3);
    happen('pause', { paused: true });
    await wait(0);
    const known = client.getQueryData(pageVideoQuery(pageId, uploadId).queryKey) as { video: PageVideo };
    expect(known.video.watched).toEqual({ position: 3, percent: 7 });
  });

  it('is reported with the next if a report fails', async () => {
    call.mockRejectedValueOnce(new Error('offline'));
    const { play, happen, wait } = open();
    play(0, 3);
    happen('pause', { paused: true });
    await wait(0);
    play(3, 5);
    happen('pause', { paused: true });
    await wait(0);
    expect(sent().at(-1)).toEqual(report([[0, 5]], 5));
  });

  it.each([
    ['the page is hidden', () => document.dispatchEvent(new Event('visibilitychange')), 'hidden'],
    ['the page is left', () => window.dispatchEvent(new Event('pagehide')), 'visible'],
  ] as const)('is reported by a request that outlives the page when %s', async (_, leave, state) => {
    const { play } = open({ duration: Number.NaN });
    play(0, 3);
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
    leave();
    vi.restoreAllMocks();
    const [[url, init]] = fetched.mock.calls as [[string, RequestInit]];
    expect(url).toContain(pageId);
    expect(init).toMatchObject({ keepalive: true, headers: { 'content-type': 'application/json' } });
    expect(JSON.parse(String(init.body))).toMatchObject({ watched: [[0, 3]], position: 3, duration: null });
  });

  it('is not reported when the page is shown again', () => {
    const { play } = open();
    play(0, 3);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(fetched).not.toHaveBeenCalled();
  });

  it('is reported once when the player goes, and nothing after', async () => {
    const { play, happen, wait, unmount } = open();
    play(0, 3);
    unmount();
    expect(fetched).toHaveBeenCalledOnce();
    happen('timeupdate', { currentTime: 9 });
    happen('pause', { paused: true });
    window.dispatchEvent(new Event('pagehide'));
    await wait(20_000);
    expect(fetched).toHaveBeenCalledOnce();
    expect(call).not.toHaveBeenCalled();
  });

  it('has at most 100 ranges a report', async () => {
    const { happen, wait } = open();
    for (let start = 0; start < 150; start += 1) {
      happen('timeupdate', { paused: false, currentTime: start * 10 });
      happen('timeupdate', { currentTime: start * 10 + 2 });
    }
    happen('pause', { paused: true });
    await wait(0);
    expect(call.mock.calls[0]?.[1].watched).toHaveLength(100);
  });
});
