/* A video element for tests: jsdom has no media. */
import { vi } from 'vitest';

interface Playback {
  paused: boolean;
  ended: boolean;
  seeking: boolean;
  currentTime: number;
  /** In seconds; NaN until it's known. */
  duration: number;
  error: object | null;
}

/** Returns a video element that plays what the test says. */
export function fakeVideo(fields: Partial<Playback> = {}) {
  const element = document.createElement('video');
  const playback: Playback = {
    paused: true,
    ended: false,
    seeking: false,
    currentTime: 0,
    duration: Number.NaN,
    error: null,
    ...fields,
  };
  for (const name of Object.keys(playback) as (keyof Playback)[])
    Object.defineProperty(element, name, {
      configurable: true,
      get: () => playback[name],
      set: (value) => Object.assign(playback, { [name]: value }),
    });
  /** Changes what it does, and tells its listeners. */
  const change = (changes: Partial<Playback>, ...events: string[]) => {
    Object.assign(playback, changes);
    for (const event of events) element.dispatchEvent(new Event(event));
  };
  const play = vi.fn(async () => change({ paused: false }, 'play'));
  const pause = vi.fn(() => change({ paused: true }, 'pause'));
  Object.assign(element, { play, pause });
  return { element, change, play, pause, ref: { current: element } };
}
