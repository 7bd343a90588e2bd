import { type RefObject, useCallback, useEffect, useState } from 'react';
import { readSpeed, storeSpeed } from './speed.ts';

export interface PlayerState {
  isPlaying: boolean;
  isStarted: boolean;
  isMuted: boolean;
  isFullscreen: boolean;
  hasFailed: boolean;
  position: number;
  /** In seconds; 0 until it's known. */
  duration: number;
  speed: number;
}

const initial: PlayerState = {
  isPlaying: false,
  isStarted: false,
  isMuted: false,
  isFullscreen: false,
  hasFailed: false,
  position: 0,
  duration: 0,
  speed: 1,
};
const events = 'play pause ended timeupdate seeking durationchange volumechange ratechange error'.split(' ');

export interface PlayerCommands {
  toggle: () => void;
  jumpTo: (position: number) => void;
  jumpBy: (seconds: number) => void;
  mute: () => void;
  /** Makes it louder or quieter by a share of the full volume. */
  changeVolume: (share: number) => void;
  setSpeed: (speed: number) => void;
  showFullscreen: () => void;
  /** Undefined where the browser has no picture-in-picture. */
  showFloating: (() => void) | undefined;
}

/** The state of a video element, and what its controls and keys do. */
export function usePlayer(
  box: RefObject<HTMLElement | null>,
  element: RefObject<HTMLVideoElement | null>,
): { state: PlayerState; commands: PlayerCommands } {
  const [state, setState] = useState(initial);
  const [canFloat, setCanFloat] = useState(false);
  useEffect(() => {
    const player = element.current;
    if (!player) return;
    setCanFloat(document.pictureInPictureEnabled === true);
    player.defaultPlaybackRate = readSpeed();
    player.playbackRate = player.defaultPlaybackRate;
    const update = () =>
      setState((known) => ({
        isPlaying: !player.paused,
        isStarted: known.isStarted || !player.paused,
        isMuted: player.muted,
        isFullscreen: document.fullscreenElement === box.current,
        hasFailed: player.error !== null,
        position: player.currentTime,
        duration: Number.isFinite(player.duration) ? player.duration : 0,
        speed: player.playbackRate,
      }));
    for (const event of events) player.addEventListener(event, update);
    document.addEventListener('fullscreenchange', update);
    update();
    return () => {
      for (const event of events) player.removeEventListener(event, update);
      document.removeEventListener('fullscreenchange', update);
    };
  }, [box, element]);
  const withPlayer = useCallback(
    (run: (player: HTMLVideoElement) => void) => () => {
      if (element.current) run(element.current);
    },
    [element],
  );
  const jumpTo = (position: number) =>
    withPlayer((player) => {
      // Its duration isn't known before anything is loaded.
      const end = Number.isFinite(player.duration) ? player.duration : position;
      player.currentTime = Math.max(0, Math.min(position, end));
    })();
  const setSpeed = (speed: number) =>
    withPlayer((player) => {
      player.playbackRate = speed;
      storeSpeed(speed);
    })();
  const commands: PlayerCommands = {
    // A browser that refuses to play leaves it paused.
    toggle: withPlayer((player) => (player.paused ? void player.play().catch(() => {}) : player.pause())),
    jumpTo,
    jumpBy: (seconds) => withPlayer((player) => jumpTo(player.currentTime + seconds))(),
    mute: withPlayer((player) => {
      player.muted = !player.muted;
    }),
    changeVolume: (share) =>
      withPlayer((player) => {
        player.volume = Math.max(0, Math.min(1, player.volume + share));
        player.muted = player.volume === 0;
      })(),
    setSpeed,
    showFullscreen: () => {
      if (document.fullscreenElement) void document.exitFullscreen();
      else if (box.current?.requestFullscreen) void box.current.requestFullscreen().catch(() => {});
      // iPhones show only the video itself in the whole screen.
      else (element.current as { webkitEnterFullscreen?: () => void } | null)?.webkitEnterFullscreen?.();
    },
    showFloating: canFloat
      ? withPlayer((player) => {
          if (document.pictureInPictureElement) void document.exitPictureInPicture();
          else void player.requestPictureInPicture().catch(() => {});
        })
      : undefined,
  };
  return { state, commands };
}
