import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeVideo } from '#web-testing/fake-video.ts';
import { formatTime } from './format-time.ts';
import { nextSpeed, readSpeed, storeSpeed } from './speed.ts';
import { usePlayer } from './use-player.ts';

/** What the browser shows outside the page. */
const browser = {
  pictureInPictureEnabled: false,
  pictureInPictureElement: null as Element | null,
  fullscreenElement: null as Element | null,
  exitPictureInPicture: vi.fn(),
  exitFullscreen: vi.fn(),
};
beforeEach(() => {
  localStorage.clear();
  Object.assign(browser, {
    pictureInPictureEnabled: false,
    pictureInPictureElement: null,
    fullscreenElement: null,
  });
  for (const name of Object.keys(browser) as (keyof typeof browser)[])
    Object.defineProperty(document, name, { configurable: true, get: () => browser[name] });
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
  vi.restoreAllMocks();
  for (const name of Object.keys(browser)) Reflect.deleteProperty(document, name);
});

function open(playback = {}) {
  const player = fakeVideo(playback);
  const box = { current: document.createElement('section') };
  const { result, unmount } = renderHook(() => usePlayer(box, player.ref));
  return {
    ...player,
    box: box.current,
    unmount,
    state: () => result.current.state,
    commands: () => result.current.commands,
    change: (...changes: Parameters<typeof player.change>) => act(() => player.change(...changes)),
  };
}

describe('The state of a player', () => {
  it('is that of its video from the start', () => {
    const { state } = open({ currentTime: 12, duration: 60 });
    expect(state()).toEqual({
      isPlaying: false,
      isStarted: false,
      isMuted: false,
      isFullscreen: false,
      hasFailed: false,
      position: 12,
      duration: 60,
      speed: 1,
    });
  });

  it.each([
    'play',
    'pause',
    'ended',
    'timeupdate',
    'seeking',
    'durationchange',
    'volumechange',
    'ratechange',
    'error',
  ])('follows the event %s', (event) => {
    const { state, change } = open();
    change({ currentTime: 5 }, event);
    expect(state().position).toBe(5);
  });

  it('says whether it plays, and that it was started once', () => {
    const { state, change } = open();
    change({ paused: false }, 'play');
    expect(state()).toMatchObject({ isPlaying: true, isStarted: true });
    change({ paused: true }, 'pause');
    expect(state()).toMatchObject({ isPlaying: false, isStarted: true });
  });

  it('says that it failed, and that its duration is unknown', () => {
    const { state, change } = open();
    expect(state()).toMatchObject({ hasFailed: false, duration: 0 });
    change({ error: {}, duration: Number.POSITIVE_INFINITY }, 'error');
    expect(state()).toMatchObject({ hasFailed: true, duration: 0 });
  });

  it('says whether the player, and not another element, fills the screen', () => {
    const { state, box } = open();
    const show = (element: Element | null) => {
      browser.fullscreenElement = element;
      act(() => void document.dispatchEvent(new Event('fullscreenchange')));
      return state().isFullscreen;
    };
    expect([show(box), show(document.body), show(null)]).toEqual([true, false, false]);
  });

  it('no longer follows a video that is gone', () => {
    const { state, unmount, change, box } = open();
    unmount();
    browser.fullscreenElement = box;
    document.dispatchEvent(new Event('fullscreenchange'));
    change({ currentTime: 5 }, 'timeupdate', 'play');
    expect(state()).toMatchObject({ position: 0, isFullscreen: false });
  });
});

describe('Commands of a player', () => {
  it('play and pause, also if the browser refuses to play', async () => {
    const { commands, play, pause, state } = open();
    play.mockRejectedValueOnce(new Error('not allowed'));
    await act(async () => commands().toggle());
    expect(state().isPlaying).toBe(false);
    await act(async () => commands().toggle());
    expect(state().isPlaying).toBe(true);
    expect(pause).not.toHaveBeenCalled();
    act(() => commands().toggle());
    expect(pause).toHaveBeenCalledTimes(1);
    expect(play).toHaveBeenCalledTimes(2);
  });

  it.each([
    [50, 60, 50],
    [-1, 60, 0],
    [70, 60, 60],
    [70, Number.NaN, 70],
  ])('jump to %d of %d seconds: %d', (position, duration, expected) => {
    const { commands, element } = open({ duration });
    commands().jumpTo(position);
    expect(element.currentTime).toBe(expected);
  });

  it('jump by seconds from where it is', () => {
    const { commands, element } = open({ duration: 60, currentTime: 20 });
    commands().jumpBy(10);
    expect(element.currentTime).toBe(30);
    commands().jumpBy(-50);
    expect(element.currentTime).toBe(0);
  });

  it('mute and unmute', () => {
    const { commands, element } = open();
    commands().mute();
    expect(element.muted).toBe(true);
    commands().mute();
    expect(element.muted).toBe(false);
  });

  it('change the volume within its bounds; none is muted, and louder is not', () => {
    const { commands, element } = open();
    commands().changeVolume(0.05);
    expect([element.volume, element.muted]).toEqual([1, false]);
    commands().changeVolume(-0.25);
    expect([element.volume, element.muted]).toEqual([0.75, false]);
    commands().changeVolume(-1);
    expect([element.volume, element.muted]).toEqual([0, true]);
    commands().changeVolume(0.5);
    expect([element.volume, element.muted]).toEqual([0.5, false]);
  });

  it('set the speed, which the next video has from the start', () => {
    const { commands, element } = open();
    commands().setSpeed(1.75);
    expect(element.playbackRate).toBe(1.75);
    const next = open();
    expect(next.element).toMatchObject({ playbackRate: 1.75, defaultPlaybackRate: 1.75 });
    expect(next.state().speed).toBe(1.75);
  });

  it('fill the screen and leave it', () => {
    const { commands, box } = open();
    const requestFullscreen = vi.fn(async () => {});
    Object.assign(box, { requestFullscreen });
    commands().showFullscreen();
    expect(requestFullscreen).toHaveBeenCalledTimes(1);
    expect(browser.exitFullscreen).not.toHaveBeenCalled();
    browser.fullscreenElement = box;
    commands().showFullscreen();
    expect(browser.exitFullscreen).toHaveBeenCalledTimes(1);
    expect(requestFullscreen).toHaveBeenCalledTimes(1);
  });

  it('fill the screen with the video alone on phones that show nothing else', () => {
    const { commands, element } = open();
    expect(() => commands().showFullscreen()).not.toThrow();
    const webkitEnterFullscreen = vi.fn();
    Object.assign(element, { webkitEnterFullscreen });
    commands().showFullscreen();
    expect(webkitEnterFullscreen).toHaveBeenCalledTimes(1);
  });

  it('show the video above other windows and back, where the browser can', () => {
    expect(open().commands().showFloating).toBeUndefined();
    browser.pictureInPictureEnabled = true;
    const { commands, element } = open();
    const requestPictureInPicture = vi.fn(async () => {});
    Object.assign(element, { requestPictureInPicture });
    commands().showFloating?.();
    expect(requestPictureInPicture).toHaveBeenCalledTimes(1);
    expect(browser.exitPictureInPicture).not.toHaveBeenCalled();
    browser.pictureInPictureElement = element;
    commands().showFloating?.();
    expect(browser.exitPictureInPicture).toHaveBeenCalledTimes(1);
    expect(requestPictureInPicture).toHaveBeenCalledTimes(1);
  });
});

describe('The speed', () => {
  it.each([
    [1, 1, 1.25],
    [1, -1, 0.75],
    [3, 1, 3],
    [0.5, -1, 0.5],
    [1.1, 1, 1.25],
    [1.1, -1, 1],
  ] as const)('%d in direction %d becomes %d', (speed, direction, expected) => {
    expect(nextSpeed(speed, direction)).toBe(expected);
  });

  it('is remembered if it can be chosen, and otherwise normal', () => {
    expect(readSpeed()).toBe(1);
    storeSpeed(2.5);
    expect(readSpeed()).toBe(2.5);
    storeSpeed(17);
    expect(readSpeed()).toBe(1);
  });

  it('counts for the page in a browser that stores nothing', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('denied');
    });
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new Error('denied');
    });
    const { commands, element } = open();
    expect(element.playbackRate).toBe(1);
    commands().setSpeed(2);
    expect(element.playbackRate).toBe(2);
  });
});

it.each([
  [0, '0:00'],
  [65.9, '1:05'],
  [600, '10:00'],
  [3_599, '59:59'],
  [3_600, '1:00:00'],
  [7_384, '2:03:04'],
  [-3, '0:00'],
  [Number.NaN, '0:00'],
])('%d seconds are shown as %s', (seconds, text) => {
  expect(formatTime(seconds)).toBe(text);
});
