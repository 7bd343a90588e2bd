import { afterEach, describe, expect, it, vi } from 'vitest';
import { endPlayer, registerPlayer, startPlayer } from './one-player.ts';
import { toDuration, toLevel, toPeaks } from './peaks.ts';

describe('The loudness of a recording', () => {
  it('is 64 values, scaled to the loudest', () => {
    const peaks = toPeaks([0.1, 0.2, 0.4]);
    expect(peaks).toHaveLength(64);
    expect([peaks[0], peaks[30], peaks[63]]).toEqual([25, 50, 100]);
  });

  it('is the loudest of each part of a long one', () => {
    const levels = Array.from({ length: 128 }, (_, index) => (index === 65 ? 1 : 0.5));
    const peaks = toPeaks(levels);
    expect([peaks[31], peaks[32], peaks[33]]).toEqual([50, 100, 50]);
  });

  it('of silence stays low', () => {
    expect(new Set(toPeaks([]))).toEqual(new Set([0]));
    expect(toPeaks([0.01])[0]).toBe(20);
  });

  it('of samples is how far they are from the middle', () => {
    expect([toLevel([128, 128]), toLevel([128, 192]), toLevel([64, 130]), toLevel([0])]).toEqual([
      0, 0.5, 0.5, 1,
    ]);
    expect(toLevel([])).toBe(0);
  });
});

it.each([
  [0, '0:00'],
  [-5, '0:00'],
  [1_499, '0:01'],
  [1_500, '0:02'],
  [65_000, '1:05'],
  [600_000, '10:00'],
])('%i milliseconds are %s', (milliseconds, text) => {
  expect(toDuration(milliseconds)).toBe(text);
});

describe('Voice messages', () => {
  const stops: (() => void)[] = [];
  afterEach(() => {
    for (const stop of stops.splice(0)) stop();
    document.body.replaceChildren();
  });
  /** Registers players in the order of `at`, their places in the page. */
  function newPlayers(...at: number[]) {
    const elements = at.map(() => document.createElement('div'));
    const sorted = at.map((place, index) => ({ place, element: elements[index] as Element }));
    document.body.append(...sorted.toSorted((a, b) => a.place - b.place).map(({ element }) => element));
    return elements.map((element) => {
      const player = { play: vi.fn(), pause: vi.fn(), element };
      stops.push(registerPlayer(player));
      return player;
    });
  }

  it('play one at a time', () => {
    const [first, second] = newPlayers(1, 2);
    if (!first || !second) throw new Error('no players');
    startPlayer(first);
    startPlayer(first);
    expect(first.pause).not.toHaveBeenCalled();
    startPlayer(second);
    expect(first.pause).toHaveBeenCalledOnce();
    expect(second.pause).not.toHaveBeenCalled();
  });

  it('are followed by the next one of the page when they end', () => {
    const [third, first, second] = newPlayers(3, 1, 2);
    if (!first || !second || !third) throw new Error('no players');
    startPlayer(first);
    endPlayer(first);
    expect([second.play.mock.calls.length, third.play.mock.calls.length]).toEqual([1, 0]);
    endPlayer(third);
    expect([first, second, third].map(({ play }) => play.mock.calls.length)).toEqual([0, 1, 0]);
  });

  it('that are gone are neither paused nor played', () => {
    const [first, second] = newPlayers(1, 2);
    if (!first || !second) throw new Error('no players');
    startPlayer(first);
    for (const stop of stops.splice(0)) stop();
    startPlayer(second);
    endPlayer(first);
    expect(first.pause).not.toHaveBeenCalled();
    expect(second.play).not.toHaveBeenCalled();
  });
});
