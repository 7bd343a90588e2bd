import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RepeatRule } from '#contract/values/events/event-times.ts';
import { anEvent, idOf } from '#web-testing/fixtures.ts';
import { addDays, daysBetween } from '../views/calendar-days.ts';
import {
  type EventDraft,
  emptyDraft,
  findProblems,
  hasOtherRules,
  restoreDraft,
  toAccess,
  toChanges,
  toDraft,
  toFields,
  toNewAccess,
  withStartClock,
  withStartDay,
} from './event-draft.ts';

const weekly: RepeatRule = {
  frequency: 'weekly',
  interval: 1,
  weekdays: ['SA'],
  ends: { type: 'count', count: 5 },
};
const draftOf = (fields: Partial<EventDraft> = {}): EventDraft => ({
  ...emptyDraft('2026-11-21'),
  title: 'Bread evening',
  ...fields,
});

describe('Event draft title', () => {
  it.each([
    [2, 'Title must be at least 3 characters'],
    [3, undefined],
    [100, undefined],
    [101, 'Title must be at most 100 characters'],
  ])('counts the characters of %i emoji like the server', (count, problem) => {
    expect(findProblems(draftOf({ title: '😀'.repeat(count) })).title).toBe(problem);
  });
});

describe('Moving the start of an event draft', () => {
  const instantOf = (day: string, clock: string) => Date.parse(`${day}T${clock}:00Z`);
  const length = (draft: EventDraft) =>
    instantOf(draft.ends_day, draft.ends_clock) - instantOf(draft.starts_day, draft.starts_clock);
  const someClock = fc
    .integer({ min: 0, max: 1439 })
    .map((at) => new Date(at * 60_000).toISOString().slice(11, 16));
  const someDay = fc.integer({ min: -400, max: 400 }).map((days) => addDays('2026-11-21', days));

  it('keeps the duration when day or time changes', () => {
    fc.assert(
      fc.property(someDay, someClock, someClock, fc.integer({ min: 1, max: 4 }), (day, from, to, days) => {
        const draft = draftOf({ ends_day: addDays('2026-11-21', days), starts_clock: from });
        const moved = withStartClock(withStartDay(draft, day), to);
        expect(moved).toMatchObject({ starts_day: day, starts_clock: to });
        expect(length(moved)).toBe(length(draft));
      }),
    );
  });

  it('moves the end past midnight', () => {
    expect(withStartClock(draftOf(), '23:30')).toMatchObject({ ends_day: '2026-11-22', ends_clock: '00:30' });
  });

  it('accepts incomplete values of a date field while typing', () => {
    for (const day of ['', '12026-11-21']) {
      const draft = withStartDay(draftOf(), day);
      expect(draft).toMatchObject({ starts_day: day, ends_day: '2026-11-21' });
      expect(Object.keys(findProblems(draft))).toEqual(['starts_day']);
      expect(withStartDay(draft, '2026-12-01').ends_day).toBe('2026-12-01');
    }
    expect(withStartClock(draftOf(), '').ends_clock).toBe('19:00');
    expect(findProblems(draftOf({ all_day: true, ends_day: '' })).starts_day).toBeDefined();
    expect(() => toChanges(draftOf(), draftOf({ all_day: true, ends_day: '' }))).not.toThrow();
    expect(findProblems(draftOf({ starts_day: '0202-11-21' })).starts_day).toBe(
      'Choose dates from 2000 to 2099.',
    );
  });
});

describe('The draft of an event', () => {
  it('of whole days has its last day, and times for an evening if it gets some', () => {
    const event = anEvent({
      all_day: true,
      starts_local: '2027-06-01T00:00',
      ends_local: '2027-06-03T00:00',
      capacity: 12,
    });
    const draft = toDraft(event);
    expect(draft).toMatchObject({ starts_day: '2027-06-01', ends_day: '2027-06-02', capacity: '12' });
    expect([draft.starts_clock, draft.ends_clock]).toEqual(['18:00', '19:00']);
    expect(toFields(draft)).toMatchObject({
      starts_local: event.starts_local,
      ends_local: event.ends_local,
      capacity: 12,
    });
  });
});

describe('Event request fields', () => {
  it('names the cover, or that there is none', () => {
    expect(toFields(draftOf({ cover: { id: idOf(3), url: '/c.webp' } })).cover_upload_id).toBe(idOf(3));
    expect(toFields(draftOf()).cover_upload_id).toBeNull();
  });

  it('sends all-day events from midnight to the midnight after the last day', () => {
    const fields = toFields(draftOf({ all_day: true, ends_day: '2026-11-22' }));
    expect(fields).toMatchObject({ starts_local: '2026-11-21T00:00', ends_local: '2026-11-23T00:00' });
    expect(daysBetween('2026-11-21', fields.ends_local.slice(0, 10))).toBe(2);
  });

  it('sends only the fields of the chosen location type', () => {
    const both = { url: ' https://example.com/room ', address: ' 1 Mill Lane ' };
    expect(toFields(draftOf({ ...both, location_type: 'link' }))).toMatchObject({
      url: 'https://example.com/room',
      address: null,
    });
    expect(toFields(draftOf({ ...both, location_type: 'in_person' }))).toMatchObject({
      url: null,
      address: '1 Mill Lane',
    });
    expect(toFields(draftOf({ ...both, location_type: 'none' }))).toMatchObject({ url: null, address: null });
  });

  it('sends only changed fields', () => {
    const before = draftOf({ repeat: weekly, capacity: '3' });
    expect(toChanges(before, { ...before })).toEqual({});
    expect(toChanges(before, { ...before, title: ' Bread evening ' })).toEqual({});
    expect(toChanges(before, { ...before, title: 'Cake evening' })).toEqual({ title: 'Cake evening' });
    expect(toChanges(before, { ...before, capacity: '' })).toEqual({ capacity: null });
    expect(toChanges(before, { ...before, repeat: { ...weekly, interval: 2 } })).toEqual({
      repeat: { ...weekly, interval: 2 },
    });
  });

  it('sends all time fields together, and the location type with its fields', () => {
    const before = draftOf();
    expect(toChanges(before, { ...before, ends_clock: '20:00' })).toEqual({
      starts_local: '2026-11-21T18:00',
      ends_local: '2026-11-21T20:00',
      time_zone: before.time_zone,
      all_day: false,
    });
    expect(toChanges(before, { ...before, location_type: 'in_person', address: 'Mill Lane' })).toEqual({
      location_type: 'in_person',
      address: 'Mill Lane',
      url: null,
    });
  });
});

describe('The rules of an event draft', () => {
  const access = { match: 'any', rules: [{ kind: 'level', level: 3 }] } as const;
  const level3 = () => toDraft(anEvent({ access: { ...access, rules: [...access.rules] } }));
  const draft = level3();
  const withoutRules = { ...draft, access: { ...draft.access, rules: [] } };
  const [rule] = draft.access.rules;
  if (!rule) throw new Error('There is no rule');
  const incomplete = { ...draft, access: { ...draft.access, rules: [{ ...rule, kind: 'date' as const }] } };

  it('are those of the event, and none is something else than an incomplete one', () => {
    expect([toAccess(draft), toNewAccess(draft)]).toEqual([access, access]);
    expect(toAccess(withoutRules).rules).toEqual([]);
    expect(toNewAccess(withoutRules)).toBeNull();
    for (const read of [toAccess, toNewAccess]) expect(() => read(incomplete)).toThrow('Incomplete rules');
    expect([draft, withoutRules, incomplete].map((one) => findProblems(one).access)).toEqual([
      undefined,
      undefined,
      'Complete the rules.',
    ]);
  });

  it('are others if one was changed, added or removed, not if they were opened again', () => {
    const again = { ...draft, access: level3().access };
    expect(again.access.rules[0]?.key).not.toBe(rule.key);
    const all = { ...draft, access: { ...draft.access, match: 'all' as const } };
    const level4 = { ...draft, access: { ...draft.access, rules: [{ ...rule, level: '4' }] } };
    const others = [draft, again, all, level4, withoutRules, incomplete].map(hasOtherRules);
    expect(others).toEqual([false, false, true, true, true, true]);
    const none = toDraft(anEvent());
    expect(hasOtherRules({ ...none, access: { match: 'any', rules: [] } })).toBe(false);
  });

  it('of a draft are those that were typed, unless the event got others since', () => {
    const open = toDraft(anEvent());
    const typed = { ...open, title: 'Typed', access: draft.access };
    expect(restoreDraft(open, typed).access).toEqual(draft.access);
    const { saved_access: _, access: _rules, ...earlier } = typed;
    for (const saved of [{ ...typed, access: open.access }, typed, earlier]) {
      const restored = restoreDraft(level3(), saved);
      expect([restored.title, toAccess(restored)]).toEqual(['Typed', access]);
      expect(hasOtherRules(restored)).toBe(false);
    }
  });
});

describe('Event draft validation', () => {
  it.each<[Partial<EventDraft>, keyof EventDraft, string]>([
    [{ title: ' ab ' }, 'title', 'Title must be at least 3 characters'],
    [{ title: 'x'.repeat(101) }, 'title', 'Title must be at most 100 characters'],
    [{ starts_clock: '' }, 'starts_day', 'Add a start and end time.'],
    [{ ends_clock: '18:00' }, 'ends_day', 'The event must end after it starts.'],
    [{ ends_day: '2026-11-20' }, 'ends_day', 'The event must end after it starts.'],
    [{ all_day: true, ends_day: '2026-11-20' }, 'ends_day', 'The event must end after it starts.'],
    [{ location_type: 'link' }, 'url', 'An online event needs a link.'],
    [
      { location_type: 'link', url: 'javascript:alert(1)' },
      'url',
      'The link must start with https:// or http://.',
    ],
    [{ location_type: 'in_person', address: '  ' }, 'address', 'Add an address.'],
    [{ capacity: '0' }, 'capacity', 'Enter a number from 1 to 10,000, or leave blank.'],
    [{ capacity: '2.5' }, 'capacity', 'Enter a number from 1 to 10,000, or leave blank.'],
    [{ capacity: 'many' }, 'capacity', 'Enter a number from 1 to 10,000, or leave blank.'],
    [{ capacity: '10001' }, 'capacity', 'Enter a number from 1 to 10,000, or leave blank.'],
    [{ repeat: { ...weekly, weekdays: [] } }, 'repeat', 'Choose at least one day of the week.'],
    [{ repeat: { ...weekly, interval: 100 } }, 'repeat', 'The maximum is 99.'],
    [
      { repeat: { ...weekly, ends: { type: 'count', count: 201 } } },
      'repeat',
      'A series can have up to 200 events.',
    ],
  ])('reports %j at its field', (fields, field, text) => {
    expect(findProblems(draftOf(fields))).toEqual({ [field]: text });
  });

  it('finds no problems in valid drafts', () => {
    const most: RepeatRule = { ...weekly, interval: 99, ends: { type: 'count', count: 200 } };
    expect(findProblems(draftOf({ capacity: '1', repeat: most }))).toEqual({});
    expect(findProblems(draftOf({ title: '👩‍🍳👩‍🍳👩‍🍳', capacity: ' 10000 ', repeat: weekly }))).toEqual({});
    expect(findProblems(draftOf({ all_day: true }))).toEqual({});
    expect(findProblems(draftOf({ location_type: 'link', url: 'https://example.com' }))).toEqual({});
  });
});
