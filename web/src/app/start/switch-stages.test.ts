import { expect, it } from 'vitest';
import { type SwitchStage, switchPercent, toSwitchStage } from './switch-stages.ts';

const walk = (...stages: SwitchStage[]) => stages.reduce(toSwitchStage);

it('goes through 0, 20, 40, 60 and 100 percent, and back to 0 on failure', () => {
  const stages: SwitchStage[] = ['initiated', 'snapshot-created', 'switching', 'loading', 'completed'];
  expect(stages.map((_stage, last) => switchPercent[walk(...stages.slice(0, last + 1))])).toEqual([
    0, 20, 40, 60, 100,
  ]);
  expect(switchPercent[walk('initiated', 'loading', 'failed')]).toBe(0);
});

it('never goes back, and stays finished until a new switch starts', () => {
  expect(walk('loading', 'switching')).toBe('loading');
  expect(walk('completed', 'failed')).toBe('completed');
  expect(walk('failed', 'loading')).toBe('failed');
  expect(walk('completed', 'initiated', 'loading')).toBe('loading');
});
