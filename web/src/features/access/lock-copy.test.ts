import { describe, expect, it } from 'vitest';
import type { Lock } from '#contract/features/access/access.ts';
import { idOf } from '#web-testing/fixtures.ts';
import { toLockLine, toStep } from './lock-copy.ts';

const at = '2026-12-01T17:05:00.000Z';
const lock = (fields: Partial<Lock> = {}): Lock => ({
  match: 'all',
  unmet: [{ rule: { kind: 'level', level: 3 }, opens_at: null, title: null }],
  opens_at: null,
  ...fields,
});
const dated = lock({ unmet: [{ rule: { kind: 'date', at }, opens_at: at, title: null }], opens_at: at });

describe('The text of a lock', () => {
  it('names the minute in the zone of the reader', () => {
    expect(toLockLine(dated, 'Asia/Kolkata')).toMatch(/^Opens December 1, 2026 at 10:35\sPM$/);
  });

  it('says what to do, or how much', () => {
    expect(toLockLine(lock())).toBe('Reach level 3');
    const two = lock({ unmet: [...lock().unmet, { rule: { kind: 'grant' }, opens_at: null, title: null }] });
    expect(toLockLine(two)).toBe('2 conditions to meet');
    expect(toLockLine({ ...two, match: 'any' })).toBe('1 of 2 conditions to meet');
    const before = { kind: 'prerequisite', target: { kind: 'page', id: idOf(1) } } as const;
    expect(toStep({ rule: before, opens_at: null, title: 'Flour' })).toBe('Complete “Flour”');
    expect(toStep({ rule: before, opens_at: null, title: null })).toBe('Complete something else first');
  });
});
