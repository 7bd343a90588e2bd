import { describe, expect, it } from 'vitest';
import type { Lock, UnmetRule } from '#contract/features/access/access.ts';
import { idOf } from '#web-testing/fixtures.ts';
import { toLockLine, toStep, toUnmetText } from './lock-copy.ts';

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

  it('names the time, however much there is to wait for', () => {
    const later = { rule: { kind: 'days', days: 3 } as const, opens_at: at, title: null };
    const both = lock({ unmet: [...dated.unmet, later], opens_at: at });
    expect(toLockLine(both, 'Asia/Kolkata')).toMatch(/^Opens December 1/);
  });

  it('names what can be done instead of waiting, if one of the rules is enough', () => {
    const either = lock({ unmet: [...dated.unmet, ...lock().unmet], opens_at: at, match: 'any' });
    const text = /^Reach level 3, or wait until December 1, 2026 at 10:35\sPM$/;
    expect(toLockLine(either, 'Asia/Kolkata')).toMatch(text);
    expect(toLockLine({ ...dated, match: 'any' }, 'Asia/Kolkata')).toMatch(/^Opens December 1/);
    expect(toLockLine({ ...either, match: 'all' }, 'Asia/Kolkata')).toMatch(/^Opens December 1/);
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

  it.each<[UnmetRule['rule'], string]>([
    [{ kind: 'days', days: 1 }, 'Be a member for 1 day'],
    [{ kind: 'days', days: 30 }, 'Be a member for 30 days'],
    [{ kind: 'plan', plan: 'paid' }, 'Be a paying member'],
    [{ kind: 'purchase' }, 'Buy access'],
    [{ kind: 'grant' }, 'Get access from the owner or an admin'],
    [{ kind: 'date', at }, 'Get access from the owner or an admin'],
  ])('says what to do for the rule $kind', (rule, text) => {
    const unmet = { rule, opens_at: null, title: null };
    expect(toStep(unmet)).toBe(text);
    expect(toUnmetText(unmet)).toBe(text);
    expect(toLockLine(lock({ unmet: [unmet] }))).toBe(text);
  });

  it('asks to wait for what opens by itself, in the zone of the reader', () => {
    const unmet: UnmetRule = { rule: { kind: 'days', days: 3 }, opens_at: at, title: null };
    expect(toUnmetText(unmet, 'Asia/Kolkata')).toMatch(/^Wait until December 1, 2026 at 10:35\sPM$/);
    expect(toStep(unmet, 'Asia/Kolkata')).toMatch(/^Opens December 1, 2026 at 10:35\sPM$/);
  });

  it('is one word where nothing is said about what is missing', () => {
    expect(toLockLine(lock({ unmet: [] }))).toBe('Locked');
  });
});
