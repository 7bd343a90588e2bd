import { vi } from 'vitest';

/** What a test sets of a video element. */
export interface VideoFacts {
  paused: boolean;
  seeking: boolean;
  ended: boolean;
  muted: boolean;
  currentTime: number;
  duration: number;
  volume: number;
  playbackRate: number;
  error: object | null;
}

/** Returns a video element whose state a test sets: the DOM of the tests plays nothing. Events are sent with `happen`. */
export function fakeVideo(facts: Partial<VideoFacts> = {}) {
  const element = document.createElement('video');
  const state: VideoFacts = {
    paused: true,
    seeking: false,
    ended: false,
    muted: false,
    currentTime: 0,
    duration: Number.NaN,
    volume: 1,
    playbackRate: 1,
    error: null,
    ...facts,
  };
  for (const name of Object.keys(state) as (keyof VideoFacts)[])
    Object.defineProperty(element, name, {
      configurable: true,
      get: () => state[name],
      set: (value) => Object.assign(state, { [name]: value }),
    });
  const play = vi.fn(async () => {
    state.paused = false;
  });
  const pause = vi.fn(() => {
    state.paused = true;
  });
  Object.assign(element, { play, pause });
  const happen = (event: string, change: Partial<VideoFacts> = {}) => {
    Object.assign(state, change);
    element.dispatchEvent(new Event(event));
  };
  return { element, state, play, pause, happen };
}
