import { describe, expect, it } from 'vitest';
import { type AccessRule, accessRule } from '#contract/features/access/access.ts';
import { maxAccessDays } from '#contract/features/access/access-items.ts';
import { idOf } from '#web-testing/fixtures.ts';
import { newRule, type RuleDraft, toRule, toRuleDraft } from './rule-draft.ts';

const draft = (fields: Partial<RuleDraft>): RuleDraft => ({ ...newRule(), ...fields });
const requiring = (kind: 'course' | 'page'): AccessRule => ({
  kind: 'prerequisite',
  target: { kind, id: idOf(1) },
});

describe('A stored rule', () => {
  it.each<AccessRule>([
    { kind: 'level', level: 5 },
    { kind: 'days', days: 30 },
    { kind: 'date', at: new Date(2027, 0, 2, 3, 4).toISOString() },
    { kind: 'plan', plan: 'paid' },
    { kind: 'purchase' },
    { kind: 'grant' },
    requiring('course'),
    requiring('page'),
  ])('of the kind $kind is the same after editing nothing', (rule) => {
    const saved = toRule(toRuleDraft(rule));
    expect(saved).toEqual(rule);
    expect(accessRule.parse(saved)).toEqual(rule);
  });

  it('is edited with the date and the clock of the reader, in two digits', () => {
    const at = new Date(2027, 8, 5, 7, 6).toISOString();
    expect(toRuleDraft({ kind: 'date', at })).toMatchObject({ day: '2027-09-05', clock: '07:06' });
  });
});

describe('A rule that is edited', () => {
  it('starts as the second level, and has values for all kinds that need no choice', () => {
    expect(toRule(newRule())).toEqual({ kind: 'level', level: 2 });
    expect(toRule(draft({ kind: 'days' }))).toEqual({ kind: 'days', days: 7 });
    const atNine = new Date(2027, 0, 2, 9, 0).toISOString();
    expect(toRule(draft({ kind: 'date', day: '2027-01-02' }))).toEqual({ kind: 'date', at: atNine });
  });

  it.each([
    ['1', 1],
    [String(maxAccessDays), maxAccessDays],
    [String(maxAccessDays + 1), null],
    ['0', null],
    ['-3', null],
    ['1.5', null],
    ['', null],
    ['soon', null],
  ])('has with "%s" days a whole number in the range, or is incomplete', (days, expected) => {
    const rule = toRule(draft({ kind: 'days', days }));
    expect(rule).toEqual(expected === null ? null : { kind: 'days', days: expected });
  });

  it.each([
    ['a date without a day', { kind: 'date' }],
    ['a date without a time', { kind: 'date', day: '2027-01-02', clock: '' }],
    ['nothing to complete', { kind: 'prerequisite' }],
    ['an unknown kind to complete', { kind: 'prerequisite', target: `event:${idOf(1)}` }],
    ['a page without an id', { kind: 'prerequisite', target: 'page:' }],
  ] as const)('is incomplete with %s', (_, fields) => {
    expect(toRule(draft(fields))).toBeNull();
  });

  it('has a key of its own', () => {
    expect(newRule().key).not.toBe(newRule().key);
  });
});
