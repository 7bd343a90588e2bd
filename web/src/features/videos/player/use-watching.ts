import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect } from 'react';
import type { PageVideo } from '#contract/features/videos/videos.ts';
import { toRequest } from '#web/lib/api/api-client.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { pageVideoQuery } from '../videos.api.ts';
import { collectWatchedRanges } from './watched-ranges.ts';

/** How often it's reported while a video plays, in milliseconds. */
const interval = 5_000;

/** Reports what is watched of a video: while it plays, when it stops, and when its page is left. */
export function useWatching(
  element: RefObject<HTMLVideoElement | null>,
  pageId: string,
  video: PageVideo,
): void {
  const client = useQueryClient();
  const { upload_id } = video;
  const isReported = video.watched !== null;
  useEffect(() => {
    const player = element.current;
    if (!player || !isReported) return;
    const call = getApiClient(client);
    const ranges = collectWatchedRanges();
    let sentPosition = player.currentTime;
    const next = () => {
      const watched = ranges.take().slice(0, 100);
      const position = player.ended ? 0 : player.currentTime;
      if (watched.length === 0 && Math.abs(position - sentPosition) < 0.5) return null;
      sentPosition = position;
      const duration = Number.isFinite(player.duration) ? player.duration : null;
      return { page_id: pageId, upload_id, position, watched, duration };
    };
    const report = async () => {
      const input = next();
      if (!input) return;
      try {
        const { percent } = await call('record_watching', input);
        client.setQueryData(
          pageVideoQuery(pageId, upload_id).queryKey,
          (known) => known && { video: { ...known.video, watched: { position: input.position, percent } } },
        );
      } catch {
        // It's sent again with the next report.
        ranges.putBack(input.watched);
      }
    };
    /** A request that outlives the page. */
    const reportAtEnd = () => {
      const input = next();
      if (!input) return;
      const { method, url, body = '' } = toRequest('record_watching', input);
      const headers = { 'content-type': 'application/json' };
      void fetch(url, { method, headers, body, keepalive: true }).catch(() => ranges.putBack(input.watched));
    };
    const onTime = () => !player.paused && !player.seeking && ranges.moveTo(player.currentTime);
    const onStop = () => {
      ranges.stop();
      void report();
    };
    const onHidden = () => document.visibilityState === 'hidden' && reportAtEnd();
    const timer = setInterval(() => !player.paused && void report(), interval);
    player.addEventListener('timeupdate', onTime);
    player.addEventListener('seeking', ranges.stop);
    player.addEventListener('pause', onStop);
    player.addEventListener('ended', onStop);
    document.addEventListener('visibilitychange', onHidden);
    window.addEventListener('pagehide', reportAtEnd);
    return () => {
      clearInterval(timer);
      player.removeEventListener('timeupdate', onTime);
      player.removeEventListener('seeking', ranges.stop);
      player.removeEventListener('pause', onStop);
      player.removeEventListener('ended', onStop);
      document.removeEventListener('visibilitychange', onHidden);
      window.removeEventListener('pagehide', reportAtEnd);
      reportAtEnd();
    };
  }, [client, element, pageId, upload_id, isReported]);
}
