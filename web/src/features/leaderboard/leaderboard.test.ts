import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toLeaderboardSearch, toPeriod } from './leaderboard.api.ts';
import { formatLevelShare } from './level-share.ts';
import { createThrottle, firstAfter, nextAfter } from './throttle.ts';

describe('Leaderboard URL', () => {
  it('sets the period and defaults to seven days for unknown values', () => {
    expect(['7d', '30d', 'all', '8d', undefined, 30].map(toPeriod)).toEqual([
      '7d',
      '30d',
      'all',
      '7d',
      '7d',
      '7d',
    ]);
  });

  it.each([
    ['30d', '30d'],
    ['all', 'all'],
    ['7d', undefined],
    ['8d', undefined],
    [undefined, undefined],
  ])('keeps the period %s as %s, so that the default adds nothing to the address', (period, kept) => {
    expect(toLeaderboardSearch({ period, other: 'x' })).toEqual({ period: kept });
  });
});

describe('Share of a level', () => {
  it('shows small shares as less than one percent and empty levels as zero', () => {
    expect(formatLevelShare(0, 0)).toBe('0%');
    expect(formatLevelShare(0, 3)).toBe('0%');
    expect(formatLevelShare(1, 200)).toBe('1%');
    expect(formatLevelShare(1, 3)).toBe('33%');
    expect(formatLevelShare(1, 1000)).toBe('< 1%');
    expect(formatLevelShare(1000, 1000)).toBe('100%');
  });
});

describe('Refetching while points change', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('runs soon, then at most every few seconds, and never misses the last change', () => {
    const throttle = createThrottle();
    const runs: string[] = [];
    const likes = (key: string) => throttle(key, () => runs.push(key));
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
