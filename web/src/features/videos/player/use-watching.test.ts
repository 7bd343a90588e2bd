import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PageVideo } from '#contract/features/videos/videos.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { respondWith } from '#web-testing/fake-api.ts';
import { fakeVideo } from '#web-testing/fake-video.ts';
import { idOf } from '#web-testing/fixtures.ts';
import { pageProvider } from '#web-testing/render-page.tsx';
import { aPageVideo } from '#web-testing/video-fixtures.ts';
import { pageVideoQuery } from '../videos.api.ts';
import { useWatching } from './use-watching.ts';

const pageId = idOf(1);
const key = pageVideoQuery(pageId, idOf(2)).queryKey;
/** Requests that outlive the page. */
const fetched = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  fetched.mockReset().mockResolvedValue(new Response('{}'));
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function open(video: PageVideo = aPageVideo(), playback = {}) {
  const player = fakeVideo({ duration: 100, ...playback });
  const reports: unknown[] = [];
  const server = { isDown: false };
  const client = createQueryClient(
    respondWith({
      record_watching: ({ position, watched, duration }) => {
        reports.push({ position, watched, duration });
        if (server.isDown) throw new Error('lost');
        return { percent: 7, completed_at: null };
      },
    }),
  );
  client.setQueryData(key, { video });
  const page = renderHook(() => useWatching(player.ref, pageId, video), { wrapper: pageProvider(client) });
  /** Plays through these positions. */
  const watch = (...positions: number[]) => {
    for (const currentTime of positions) player.change({ paused: false, currentTime }, 'timeupdate');
  };
  return { ...player, ...page, client, reports, server, watch };
}
const settle = () => vi.advanceTimersByTimeAsync(0);
const hide = () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
};
const fetchedBodies = () => fetched.mock.calls.map(([, { body }]) => JSON.parse(body));

describe('What is watched', () => {
  it('is reported every five seconds while the video plays, and shown', async () => {
    const { watch, reports, client } = open();
    watch(0, 1, 2);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(reports).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(reports).toEqual([{ position: 2, watched: [[0, 2]], duration: 100 }]);
    expect(client.getQueryData(key)?.video.watched).toEqual({ position: 2, percent: 7 });
    watch(4);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(reports.slice(1)).toEqual([{ position: 4, watched: [[2, 4]], duration: 100 }]);
  });

  it('is not reported by the time while it is paused', async () => {
    const { change, reports } = open();
    change({ currentTime: 30 });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(reports).toEqual([]);
  });

  it('is reported when it pauses, without a second time for the same place', async () => {
    const { watch, pause, reports } = open();
    watch(0, 1, 2);
    pause();
    await settle();
    pause();
    await settle();
    expect(reports).toEqual([{ position: 2, watched: [[0, 2]], duration: 100 }]);
  });

  it('is where the viewer jumped to, although nothing of it was played', async () => {
    const { change, pause, reports } = open(aPageVideo(), { currentTime: 10 });
    change({ currentTime: 10.4 });
    pause();
    change({ currentTime: 10.5 });
    pause();
    await settle();
    expect(reports).toEqual([{ position: 10.5, watched: [], duration: 100 }]);
  });

  it('starts over once the video has ended', async () => {
    const { watch, change, reports } = open();
    watch(97, 99, 100);
    change({ ended: true, paused: true }, 'ended');
    await settle();
    expect(reports).toEqual([{ position: 0, watched: [[97, 100]], duration: 100 }]);
  });

  it('leaves out what is passed while the viewer looks for a place or has paused', async () => {
    const { watch, change, pause, reports } = open();
    watch(0, 1);
    change({ seeking: true }, 'seeking');
    watch(2);
    change({ seeking: false });
    watch(3, 4);
    pause();
    change({ currentTime: 5 }, 'timeupdate');
    watch(6, 7);
    pause();
    await settle();
    expect(reports).toEqual([
      {
        position: 4,
        watched: [
          [0, 1],
          [3, 4],
        ],
        duration: 100,
      },
      { position: 7, watched: [[6, 7]], duration: 100 },
    ]);
  });

  it('has no duration while the player knows none', async () => {
    const { watch, pause, reports } = open(aPageVideo(), { duration: Number.POSITIVE_INFINITY });
    watch(0, 1);
    pause();
    await settle();
    expect(reports).toEqual([{ position: 1, watched: [[0, 1]], duration: null }]);
  });

  it('goes with the next report if one fails', async () => {
    const { watch, pause, reports, server, client } = open();
    server.isDown = true;
    watch(0, 1);
    pause();
    await settle();
    expect(client.getQueryData(key)?.video.watched).toEqual({ position: 0, percent: 0 });
    server.isDown = false;
    watch(1, 2);
    pause();
    await settle();
    expect(reports.at(-1)).toEqual({ position: 2, watched: [[0, 2]], duration: 100 });
  });

  it('of someone who is no member is not reported', async () => {
    const { watch, pause, unmount, reports } = open(aPageVideo({ watched: null }));
    watch(0, 1, 2);
    pause();
    unmount();
    await settle();
    expect(reports).toEqual([]);
    expect(fetched).not.toHaveBeenCalled();
  });
});

describe('Leaving a page with a video', () => {
  it.each([
    ['hides it', hide],
    ['leaves it', () => void window.dispatchEvent(new Event('pagehide'))],
  ])('that %s, a request that outlives it reports what was watched', (_what, leave) => {
    const { watch, reports } = open();
    watch(0, 1, 2);
    leave();
    expect(fetched).toHaveBeenCalledExactlyOnceWith(
      `/api/course-pages/${pageId}/videos/${idOf(2)}/watching`,
      expect.objectContaining({
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        keepalive: true,
      }),
    );
    expect(fetchedBodies()).toEqual([{ position: 2, watched: [[0, 2]], duration: 100 }]);
    expect(reports).toEqual([]);
  });

  it('reports nothing if nothing was watched since, or it becomes visible', () => {
    const { watch } = open();
    window.dispatchEvent(new Event('pagehide'));
    watch(0, 1, 2);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(fetched).not.toHaveBeenCalled();
  });

  it('reports it again once the page is back, if the request fails', async () => {
    fetched.mockRejectedValueOnce(new Error('lost'));
    const { watch, pause, reports } = open();
    watch(0, 1);
    hide();
    await settle();
    watch(2);
    pause();
    await settle();
    expect(reports).toEqual([{ position: 2, watched: [[0, 2]], duration: 100 }]);
  });

  it('for another page of the app reports the rest, and nothing more afterwards', async () => {
    const { watch, unmount, change, pause, reports } = open();
    watch(0, 1, 2);
    unmount();
    expect(fetchedBodies()).toEqual([{ position: 2, watched: [[0, 2]], duration: 100 }]);
    watch(3, 4, 5);
    change({}, 'ended');
    await vi.advanceTimersByTimeAsync(5_000);
    pause();
    hide();
    window.dispatchEvent(new Event('pagehide'));
    await settle();
    expect(reports).toEqual([]);
    expect(fetched).toHaveBeenCalledTimes(1);
  });
});
