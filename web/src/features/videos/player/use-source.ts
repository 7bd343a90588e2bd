/// <reference path="./hls-light.d.ts" />
import { type RefObject, useEffect, useState } from 'react';
import type { PageVideo } from '#contract/features/videos/videos.ts';

const playlistType = 'application/vnd.apple.mpegurl';

/**
 * Gives a video element what it plays: the sizes that its server encoded, of which the browser or hls.js chooses by the connection, or
 * the uploaded file. The segments are loaded when it's started. Where the sizes don't play, it's the file. When the server has encoded
 * it meanwhile, a video that was started goes on with what it plays, unless that failed.
 */
export function useSource(
  element: RefObject<HTMLVideoElement | null>,
  { url, stream_url }: Pick<PageVideo, 'url' | 'stream_url'>,
  { isStarted, hasFailed: isBroken }: { isStarted: boolean; hasFailed: boolean },
): void {
  const [stream, setStream] = useState(stream_url);
  if (stream === null && stream_url !== null && (!isStarted || isBroken)) setStream(stream_url);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    const player = element.current;
    if (!player) return;
    if (!stream || hasFailed) {
      goOn(player, url);
      return;
    }
    const fail = () => setFailed(true);
    if (player.canPlayType(playlistType) !== '') {
      player.src = stream;
      player.addEventListener('error', fail, { once: true });
      return () => player.removeEventListener('error', fail);
    }
    return attach(player, stream, fail);
  }, [element, url, stream, hasFailed]);
}

/** Plays another source from where the video is. */
function goOn(player: HTMLVideoElement, url: string): void {
  const [position, isPlaying] = [player.currentTime, !player.paused];
  player.src = url;
  if (position > 0) player.currentTime = position;
  // A browser that refuses to play leaves it paused.
  if (isPlaying) void player.play().catch(() => {});
}

/** Plays a stream with hls.js. Returns what ends that. */
function attach(player: HTMLVideoElement, stream: string, onFail: () => void): () => void {
  let end = () => {};
  let isEnded = false;
  const load = async () => {
    const { default: Hls } = await import('hls.js/light');
    if (isEnded) return;
    if (!Hls.isSupported()) throw new Error('no media source');
    // A worker would be made of a blob, which pages may not run.
    const hls = new Hls({ enableWorker: false, autoStartLoad: false, capLevelToPlayerSize: true });
    const begin = () => hls.startLoad(player.currentTime);
    player.addEventListener('play', begin, { once: true });
    hls.on(Hls.Events.ERROR, (_event, { fatal }) => fatal && onFail());
    hls.loadSource(stream);
    hls.attachMedia(player);
    if (!player.paused) begin();
    end = () => {
      player.removeEventListener('play', begin);
      hls.destroy();
    };
  };
  void load().catch(onFail);
  return () => {
    isEnded = true;
    end();
  };
}
