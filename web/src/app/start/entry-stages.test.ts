import { describe, expect, it } from 'vitest';
import { type EntryStage, showsLoading, toNextStage } from './entry-stages.ts';

const walk = (...stages: EntryStage[]) => stages.reduce(toNextStage);

describe('Entry stages', () => {
  it('follow the fast path or the slow path', () => {
    expect(walk('initializing', 'checking-cache', 'fast-path', 'redirecting', 'complete')).toBe('complete');
    expect(walk('initializing', 'checking-cache', 'slow-path', 'redirecting', 'complete')).toBe('complete');
  });

  it.each<[EntryStage, EntryStage]>([
    ['complete', 'slow-path'],
    ['complete', 'error'],
    ['redirecting', 'slow-path'],
    ['initializing', 'redirecting'],
    ['fast-path', 'slow-path'],
  ])('never go from %s to %s', (from, to) => {
    expect(toNextStage(from, to)).toBe(from);
  });

  it('can fail at every stage but the last, and restart after that', () => {
    for (const stage of ['initializing', 'checking-cache', 'fast-path', 'slow-path', 'redirecting'] as const)
      expect(toNextStage(stage, 'error')).toBe('error');
    expect(toNextStage('error', 'initializing')).toBe('initializing');
  });

  it('show the loading screen in two stages only', () => {
    const stages = [
      'initializing',
      'checking-cache',
      'fast-path',
      'slow-path',
      'redirecting',
      'complete',
      'error',
    ];
    expect(stages.filter((stage) => showsLoading(stage as EntryStage))).toEqual([
      'initializing',
      'slow-path',
    ]);
  });
});
