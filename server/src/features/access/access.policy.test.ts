import { describe, expect, it } from 'vitest';
import type { AccessRule, AccessSettings } from '#contract/features/access/access.ts';
import { type AccessFacts, checkAccess } from './access.policy.ts';

const now = '2026-11-26T12:00:00.000Z';
const item = '00000000-0000-7000-8000-000000000001';
const [pageId, courseId] = ['00000000-0000-7000-8000-000000000002', '00000000-0000-7000-8000-000000000003'];
const day = 86_400_000;
const ago = (days: number) => new Date(Date.parse(now) - days * day).toISOString();

const rules: AccessRule[] = [
  { kind: 'level', level: 3 },
  { kind: 'days', days: 10 },
  { kind: 'date', at: ago(2) },
  { kind: 'date', at: ago(-2) },
  { kind: 'plan', plan: 'paid' },
  { kind: 'purchase' },
  { kind: 'prerequisite', target: { kind: 'page', id: pageId } },
  { kind: 'prerequisite', target: { kind: 'course', id: courseId } },
  { kind: 'grant' },
];

/** People who differ in everything that rules ask about. */
const people: AccessFacts[] = [null, 0, 3, 10, 30].flatMap((days) =>
  [1, 3].flatMap((level) =>
    [
      [false, false],
      [true, false],
      [true, true],
    ].flatMap(([is_paid = false, has_trial = false]) =>
      [[], [pageId], [pageId, courseId]].flatMap((completed) =>
        [false, true].map((isGranted) => ({
          joined_at: days === null ? null : ago(days),
          level,
          is_paid,
          has_trial,
          completed: new Map(completed.map((id) => [id, ago(1)])),
          granted: new Map(isGranted ? [[item, ago(1)]] : []),
        })),
      ),
    ),
  ),
);

/** Every list of one, two or three rules, in this order. */
const lists = rules.flatMap((first, i) => [
  [first],
  ...rules
    .slice(i + 1)
    .flatMap((second, j) => [
      [first, second],
      ...rules.slice(i + j + 2).map((third) => [first, second, third]),
    ]),
]);

/**
 * The rules again, written differently: as a sentence of the documentation for each kind, with counts of milliseconds and without
 * anything of the policy.
 */
function mayOpen(access: AccessSettings, person: AccessFacts, at: number): boolean {
  const isMember = person.joined_at !== null;
  const age = isMember ? at - Date.parse(person.joined_at ?? '') : -1;
  if (isMember && [...person.granted.keys()].includes(item)) return true;
  let met = 0;
  for (const rule of access.rules) {
    if (rule.kind === 'level' && isMember && person.level > rule.level - 1) met += 1;
    if (rule.kind === 'days' && isMember && age / day >= rule.days) met += 1;
    if (rule.kind === 'date' && !(Date.parse(rule.at) > at)) met += 1;
    if (rule.kind === 'plan' && isMember && person.is_paid && (!person.has_trial || age >= 7 * day)) met += 1;
    if (rule.kind === 'prerequisite' && isMember && person.completed.has(rule.target.id)) met += 1;
  }
  return access.match === 'all' ? met === access.rules.length : met > 0;
}

describe('checkAccess', () => {
  it('agrees with the rules written a second time, for every combination of up to three rules', () => {
    let count = 0;
    for (const match of ['all', 'any'] as const)
      for (const list of lists)
        for (const person of people) {
          const access = { match, rules: list };
          const state = checkAccess({ id: item, access }, person, now);
          if (state.is_open !== mayOpen(access, person, Date.parse(now)))
            expect.fail(`${JSON.stringify(access)} for ${JSON.stringify(person)}`);
          count += 1;
        }
    expect(count).toBe(2 * 129 * people.length);
  });

  it('opens a lock at the time that it names, and not before', () => {
    for (const match of ['all', 'any'] as const)
      for (const list of lists)
        for (const person of people) {
          const access = { match, rules: list };
          const { is_open, at } = checkAccess({ id: item, access }, person, now);
          if (is_open || at === null) continue;
          const isOpenAt = (time: number) =>
            checkAccess({ id: item, access }, person, new Date(time).toISOString()).is_open;
          expect([isOpenAt(Date.parse(at) - 1), isOpenAt(Date.parse(at))]).toEqual([false, true]);
        }
  });

  it('says since when an item is open, if that is known', () => {
    for (const match of ['all', 'any'] as const)
      for (const list of lists)
        for (const person of people.filter(({ granted, completed }) => granted.size + completed.size === 0)) {
          const access = { match, rules: list };
          const { is_open, at } = checkAccess({ id: item, access }, person, now);
          if (!is_open || at === null) continue;
          const before = new Date(Date.parse(at) - 1).toISOString();
          expect(checkAccess({ id: item, access }, person, before).is_open).toBe(false);
        }
  });

  it('names exactly the rules that are not met', () => {
    const person = { ...nobodyWith({ level: 3 }), joined_at: ago(1) };
    const access: AccessSettings = { match: 'all', rules };
    const { unmet } = checkAccess({ id: item, access }, person, now);
    expect(unmet.map(({ rule }) => rule.kind)).toEqual([
      'days',
      'date',
      'plan',
      'purchase',
      'prerequisite',
      'prerequisite',
      'grant',
    ]);
    expect(unmet.map(({ opens_at }) => opens_at)).toStrictEqual([
      ago(-9),
      ago(-2),
      null,
      null,
      null,
      null,
      null,
    ]);
  });

  const member = { joined_at: ago(5), level: 1 };
  const [known, later, unknown] = [
    { kind: 'days', days: 3 },
    { kind: 'date', at: ago(1) },
    { kind: 'level', level: 1 },
  ] as const;
  const [soon, late, never] = [
    { kind: 'days', days: 6 },
    { kind: 'date', at: ago(-4) },
    { kind: 'level', level: 5 },
  ] as const;
  it.each([
    ['all', [known, later], ago(1)],
    ['any', [known, later], ago(2)],
    ['any', [known, late], ago(2)],
    ['all', [known, unknown], null],
    ['any', [known, unknown], null],
  ] as const)('with %s of these rules met, is open since the right time', (match, list, at) => {
    const state = checkAccess({ id: item, access: { match, rules: [...list] } }, nobodyWith(member), now);
    expect(state).toStrictEqual({ is_open: true, at, unmet: [] });
  });

  it.each([
    ['all', [soon, late], ago(-4)],
    ['any', [soon, late], ago(-1)],
    ['all', [known, soon], ago(-1)],
    ['all', [soon, never], null],
    ['any', [soon, never], ago(-1)],
    ['any', [never], null],
  ] as const)('with %s of these rules to be met, opens at the right time', (match, list, at) => {
    const state = checkAccess({ id: item, access: { match, rules: [...list] } }, nobodyWith(member), now);
    expect(state).toMatchObject({ is_open: false, at });
  });

  it.each([
    ['met before', known, ago(2)],
    ['met later', later, ago(1.5)],
    ['met since nobody knows when', unknown, ago(1.5)],
    ['to be met', soon, ago(1.5)],
    ['never met', never, ago(1.5)],
  ] as const)('with access given by hand and a rule %s, is open since the first of both', (_, rule, at) => {
    const person = nobodyWith({ ...member, granted: new Map([[item, ago(1.5)]]) });
    const state = checkAccess({ id: item, access: { match: 'all', rules: [rule] } }, person, now);
    expect(state).toStrictEqual({ is_open: true, at, unmet: [] });
  });

  it('leaves items without rules open', () => {
    for (const access of [null, { match: 'all', rules: [] } as const])
      expect(
        checkAccess({ id: item, access: access && { match: 'all', rules: [] } }, nobodyWith({}), now).is_open,
      ).toBe(true);
  });
});

function nobodyWith(fields: Partial<AccessFacts>): AccessFacts {
  const empty = { completed: new Map<string, string>(), granted: new Map<string, string>() };
  return { joined_at: null, level: 1, is_paid: false, has_trial: false, ...empty, ...fields };
}
