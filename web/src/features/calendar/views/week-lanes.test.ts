import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { addDays, daysOf, weekOf } from './calendar-days.ts';
import { findFirstMinute, foldBlocks, toBlocks, toSegments } from './week-lanes.ts';

afterEach(() => vi.unstubAllEnvs());

const days = weekOf('2026-11-18');
const eventOf = (id: string, fromDay: number, length: number, hour: number, all_day: boolean) => {
  const first = addDays(days[0] ?? '', fromDay);
  const last = addDays(first, length - 1);
  return {
    id,
    all_day,
    starts_at: `${first}T${String(hour).padStart(2, '0')}:00:00.000Z`,
    ends_at: `${last}T${String(hour).padStart(2, '0')}:30:00.000Z`,
    starts_local: `${first}T00:00`,
    ends_local: `${addDays(last, 1)}T00:00`,
  };
};
const someEvents = fc
  .array(
    fc.tuple(
      fc.integer({ min: -9, max: 9 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 0, max: 23 }),
      fc.boolean(),
    ),
    { maxLength: 25 },
  )
  .map((list) => list.map((parts, at) => eventOf(`e${at}`, ...parts)));

it.each([
  ['the working day', [], '2026-11-19', 8],
  ['an event before it', [eventOf('a', 5, 1, 6, false)], '2026-11-19', 6],
  ['the working day despite an event at night', [eventOf('a', 5, 1, 5, false)], '2026-11-19', 8],
  ['the working day despite a longer event', [eventOf('a', 5, 2, 6, false)], '2026-11-19', 8],
  ['the working day if the early event is over', [eventOf('a', 0, 1, 6, false)], '2026-11-19', 8],
  ['an event that is over in another week', [eventOf('a', 0, 1, 6, false)], '2026-11-25', 6],
  ['the working day despite an event of the week before', [eventOf('a', -3, 1, 6, false)], '2026-11-19', 8],
] as const)('A week shows %s first', (_name, events, today, hour) => {
  vi.stubEnv('TZ', 'UTC');
  expect(findFirstMinute(events, days, Date.parse(`${today}T12:00:00.000Z`))).toBe(hour * 60);
});

describe('Row of days', () => {
  it('shows each event of the row once, in full length and without overlaps', () => {
    vi.stubEnv('TZ', 'UTC');
    fc.assert(
      fc.property(someEvents, (events) => {
        const segments = toSegments(events, days);
        const touching = events.filter((event) => {
          const { first, last } = daysOf(event);
          return first <= (days[6] ?? '') && last >= (days[0] ?? '');
        });
        expect(segments.map(({ event }) => event.id).sort()).toEqual(touching.map(({ id }) => id).sort());
        const taken = new Set<string>();
        for (const { event, column, columns, lane, fromBefore, goesOn } of segments) {
          const { first, last } = daysOf(event);
          expect(columns).toBeGreaterThan(0);
          expect(days[column]).toBe(fromBefore ? days[0] : first);
          expect(days[column + columns - 1]).toBe(goesOn ? days[6] : last);
          for (let at = column; at < column + columns; at += 1) {
            expect(taken.has(`${lane}/${at}`)).toBe(false);
            taken.add(`${lane}/${at}`);
          }
        }
      }),
    );
  });

  it('says which events go on before and after the row', () => {
    vi.stubEnv('TZ', 'UTC');
    const segments = toSegments(
      [eventOf('all', 0, 7, 9, true), eventOf('before', -1, 2, 9, true), eventOf('after', 6, 2, 9, true)],
      days,
    );
    const goes = Object.fromEntries(segments.map((one) => [one.event.id, [one.fromBefore, one.goesOn]]));
    expect(goes).toEqual({ all: [false, false], before: [true, false], after: [false, true] });
  });

  it('reuses a lane once it is free', () => {
    vi.stubEnv('TZ', 'UTC');
    const segments = toSegments(
      [eventOf('a', 0, 3, 9, true), eventOf('b', 1, 1, 9, false), eventOf('c', 3, 1, 9, false)],
      days,
    );
    expect(segments.map(({ event, lane }) => [event.id, lane])).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 0],
    ]);
  });
});

describe('Day by the hour', () => {
  const someHours = fc.array(
    fc
      .tuple(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 0, max: 400 }))
      .map(([from, length]) => ({ from, to: Math.min(1440, from + length) })),
    { maxLength: 20 },
  );

  it('places overlapping events side by side, within the day and high enough to read', () => {
    fc.assert(
      fc.property(someHours, (hours) => {
        const blocks = toBlocks(hours, (event) => event);
        expect(blocks).toHaveLength(hours.length);
        for (const [at, a] of blocks.entries()) {
          expect(a.slot + a.span).toBeLessThanOrEqual(a.slots);
          expect(a.span).toBeGreaterThanOrEqual(1);
          expect(a.to - a.from).toBeGreaterThanOrEqual(30);
          expect(a.to).toBeLessThanOrEqual(1440);
          for (const b of blocks.slice(at + 1)) {
            if (a.from >= b.to || b.from >= a.to) continue;
            expect(a.slots).toBe(b.slots);
            expect(a.slot + a.span <= b.slot || b.slot + b.span <= a.slot).toBe(true);
          }
        }
      }),
    );
  });

  it('folds events that would be too narrow, with every event shown once and no overlaps', () => {
    fc.assert(
      fc.property(someHours, fc.integer({ min: 2, max: 4 }), (hours, most) => {
        const all = toBlocks(hours, (event) => event);
        const { blocks, folds } = foldBlocks(all, most);
        expect(blocks.length + folds.flatMap(({ events }) => events).length).toBe(hours.length);
        for (const [at, a] of blocks.entries()) {
          expect(a.slots).toBeLessThanOrEqual(most);
          expect(a.slot + a.span).toBeLessThanOrEqual(a.slots);
          for (const b of blocks.slice(at + 1)) {
            if (a.from >= b.to || b.from >= a.to) continue;
            expect(a.slot + a.span <= b.slot || b.slot + b.span <= a.slot).toBe(true);
          }
          for (const fold of folds) {
            if (a.from < fold.to && fold.from < a.to) expect(a.slot + a.span).toBeLessThan(most);
          }
        }
        for (const { from, to, events } of folds) {
          expect(events.length).toBeGreaterThan(1);
          for (const event of events) expect([event.from >= from - 30, event.to <= to]).toEqual([true, true]);
        }
      }),
    );
  });

  const hoursOf = (...hours: [number, number][]) =>
    toBlocks(
      hours.map(([from, to]) => ({ from: from * 60, to: to * 60 })),
      (event) => event,
    );

  it('gives an event the full width, however many were beside each other before it', () => {
    expect(hoursOf([9, 11], [9, 11], [11, 12]).map(({ slots }) => slots)).toEqual([2, 2, 1]);
  });

  it('shows as many events as there is room for, and folds only the others', () => {
    const all = hoursOf([9, 12], [9, 12], [9, 10], [9, 10], [11, 12]);
    const { blocks, folds } = foldBlocks(all, 3);
    expect(blocks.map(({ slot, slots }) => [slot, slots])).toEqual([
      [0, 3],
      [1, 3],
      [2, 3],
    ]);
    expect(blocks.at(-1)?.event).toEqual({ from: 660, to: 720 });
    expect(folds).toEqual([
      {
        from: 540,
        to: 600,
        events: [
          { from: 540, to: 600 },
          { from: 540, to: 600 },
        ],
      },
    ]);
  });

  it('gives an event the free space beside it', () => {
    const blocks = toBlocks(
      [
        { from: 540, to: 720 },
        { from: 540, to: 600 },
        { from: 550, to: 600 },
        { from: 630, to: 700 },
      ],
      (event) => event,
    );
    expect(blocks.map(({ slot, span, slots }) => [slot, span, slots])).toEqual([
      [0, 1, 3],
      [1, 1, 3],
      [2, 1, 3],
      [1, 2, 3],
    ]);
  });

  it('gives an event without overlaps the full width', () => {
    const blocks = toBlocks(
      [
        { from: 540, to: 600 },
        { from: 600, to: 660 },
      ],
      (event) => event,
    );
    expect(blocks.map(({ slots }) => slots)).toEqual([1, 1]);
  });
});
