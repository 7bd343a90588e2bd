import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeVideo, type VideoFacts } from '#web-testing/fake-video.ts';
import { readSpeed, storeSpeed } from './speed.ts';
import { usePlayer } from './use-player.ts';

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  for (const name of ['fullscreenElement', 'pictureInPictureEnabled', 'pictureInPictureElement'])
    Reflect.deleteProperty(document, name);
});

const set = (name: string, value: unknown) =>
  Object.defineProperty(document, name, { configurable: true, value });

function open(facts: Partial<VideoFacts> = {}) {
  const video = fakeVideo({ duration: 100, ...facts });
  const box = document.createElement('div');
  const [boxRef, videoRef] = [{ current: box }, { current: video.element }];
  const { result, unmount } = renderHook(() => usePlayer(boxRef, videoRef));
  const happen = (...input: Parameters<typeof video.happen>) => act(() => video.happen(...input));
  const run = (work: () => void) => act(work);
  return {
    ...video,
    happen,
    run,
    box,
    unmount,
    shown: () => result.current.state,
    commands: () => result.current.commands,
  };
}

describe('The state of a player', () => {
  it('is that of its video from the beginning', () => {
    const { shown } = open({ currentTime: 12, muted: true, duration: Number.POSITIVE_INFINITY });
    expect(shown()).toEqual({
      isPlaying: false,
      isStarted: false,
      isMuted: true,
      isFullscreen: false,
      hasFailed: false,
      position: 12,
      duration: 0,
      speed: 1,
    });
  });

  it.each([
    ['play', { paused: false }, { isPlaying: true, isStarted: true }],
    ['timeupdate', { currentTime: 3 }, { position: 3 }],
    ['seeking', { currentTime: 9 }, { position: 9 }],
    ['durationchange', { duration: 50 }, { duration: 50 }],
    ['volumechange', { muted: true }, { isMuted: true }],
    ['ratechange', { playbackRate: 2 }, { speed: 2 }],
    ['error', { error: {} }, { hasFailed: true }],
    ['ended', { currentTime: 100 }, { position: 100 }],
  ])('follows the event %s', (event, change, expected) => {
    const { happen, shown } = open();
    happen(event, change);
    expect(shown()).toMatchObject(expected);
  });

  it('stays started after a pause, and does not follow a video that is gone', () => {
    const { happen, shown, unmount } = open();
    happen('play', { paused: false });
    happen('pause', { paused: true });
    expect(shown()).toMatchObject({ isPlaying: false, isStarted: true });
    unmount();
    happen('timeupdate', { currentTime: 5 });
    expect(shown().position).toBe(0);
  });

  it('says whether it has the whole screen', () => {
    const { box, run, shown } = open();
    set('fullscreenElement', box);
    run(() => void document.dispatchEvent(new Event('fullscreenchange')));
    expect(shown().isFullscreen).toBe(true);
    set('fullscreenElement', document.body);
    run(() => void document.dispatchEvent(new Event('fullscreenchange')));
    expect(shown().isFullscreen).toBe(false);
  });
});

describe('A command of a player', () => {
  it('plays and pauses', () => {
    const { commands, play, pause, state } = open();
    commands().toggle();
    expect(play).toHaveBeenCalledOnce();
    state.paused = false;
    commands().toggle();
    expect(pause).toHaveBeenCalledOnce();
    expect(play).toHaveBeenCalledOnce();
  });

  it.each([
    [30, 30],
    [-5, 0],
    [500, 100],
  ])('jumps to %i, within the video', (position, expected) => {
    const { commands, state } = open({ currentTime: 50 });
    commands().jumpTo(position);
    expect(state.currentTime).toBe(expected);
  });

  it('jumps before the duration is known', () => {
    const { commands, state } = open({ duration: Number.NaN });
    commands().jumpTo(40);
    expect(state.currentTime).toBe(40);
  });

  it('jumps from where the video is', () => {
    const { commands, state } = open({ currentTime: 50 });
    commands().jumpBy(-10);
    expect(state.currentTime).toBe(40);
  });

  it('changes the sound, within its limits', () => {
    const { commands, state } = open({ volume: 0.5 });
    commands().mute();
    expect(state.muted).toBe(true);
    commands().changeVolume(0.25);
    expect(state).toMatchObject({ volume: 0.75, muted: false });
    commands().changeVolume(0.5);
    expect(state.volume).toBe(1);
    commands().changeVolume(-2);
    expect(state).toMatchObject({ volume: 0, muted: true });
  });

  it('sets the speed, also for the next video', () => {
    const { commands, state } = open();
    commands().setSpeed(1.5);
    expect(state.playbackRate).toBe(1.5);
    expect(readSpeed()).toBe(1.5);
    expect(open().state.playbackRate).toBe(1.5);
    storeSpeed(2);
    expect(open().element.defaultPlaybackRate).toBe(2);
  });

  it('fills the screen, and leaves it', () => {
    const { box, commands, element } = open();
    const onPhone = vi.fn();
    Object.assign(element, { webkitEnterFullscreen: onPhone });
    commands().showFullscreen();
    expect(onPhone).toHaveBeenCalledOnce();
    const [enter, leave] = [vi.fn(async () => {}), vi.fn()];
    Object.assign(box, { requestFullscreen: enter });
    Object.assign(document, { exitFullscreen: leave });
    commands().showFullscreen();
    expect(enter).toHaveBeenCalledOnce();
    expect(leave).not.toHaveBeenCalled();
    set('fullscreenElement', box);
    commands().showFullscreen();
    expect(leave).toHaveBeenCalledOnce();
    expect(onPhone).toHaveBeenCalledOnce();
  });

  it('floats above other windows where the browser can', () => {
    expect(open().commands().showFloating).toBeUndefined();
    set('pictureInPictureEnabled', true);
    const { commands, element } = open();
    const [enter, leave] = [vi.fn(async () => {}), vi.fn()];
    Object.assign(element, { requestPictureInPicture: enter });
    Object.assign(document, { exitPictureInPicture: leave });
    commands().showFloating?.();
    expect(enter).toHaveBeenCalledOnce();
    set('pictureInPictureElement', element);
    commands().showFloating?.();
    expect(leave).toHaveBeenCalledOnce();
    expect(enter).toHaveBeenCalledOnce();
  });
});
