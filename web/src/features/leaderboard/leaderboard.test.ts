import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toPeriod } from './leaderboard.api.ts';
import { toShare } from './level-share.ts';
import { createPacer, firstAfter, nextAfter } from './throttle.ts';

describe('the address of a leaderboard', () => {
  it('says its period, and seven days without one that is known', () => {
    expect(['7d', '30d', 'all', '8d', undefined, 30].map(toPeriod)).toEqual([
      '7d',
      '30d',
      'all',
      '7d',
      '7d',
      '7d',
    ]);
  });
});

describe('the share of a level', () => {
  it('shows that there is somebody, and nobody of nobody', () => {
    expect(toShare(0, 0)).toBe('0%');
    expect(toShare(1, 3)).toBe('33%');
    expect(toShare(1, 1000)).toBe('< 1%');
    expect(toShare(1000, 1000)).toBe('100%');
  });
});

describe('reading anew while points move', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('comes soon, then not more often than every few seconds, and never misses the last change', () => {
    const pace = createPacer();
    const runs: string[] = [];
    const likes = (key: string) => pace(key, () => runs.push(key));
    for (let n = 0; n < 20; n += 1) likes('one');
    likes('other');
    vi.advanceTimersByTime(firstAfter);
    expect(runs).toEqual(['one', 'other']);
    vi.advanceTimersByTime(1_000);
    for (let n = 0; n < 20; n += 1) likes('one');
    vi.advanceTimersByTime(nextAfter - 1_000 - 1);
    expect(runs).toEqual(['one', 'other']);
    vi.advanceTimersByTime(1);
    expect(runs).toEqual(['one', 'other', 'one']);
    vi.advanceTimersByTime(60_000);
    expect(runs).toHaveLength(3);
  });
});
