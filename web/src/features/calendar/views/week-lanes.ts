import { type Day, daysBetween, daysOf, minutesOfDay, sortEvents, toLocalDay } from './calendar-days.ts';

type Timed = Parameters<typeof daysOf>[0] & { id: string };

/** The first hour of the part of a day that is shown first. */
export const firstHour = 8;
/** Earlier events are at night, in minutes from midnight. */
const morning = 6 * 60;

/** Whether an event lasts a day or longer. Overnight events are shown by their hours on both days. */
export const isBanner = (event: Timed): boolean =>
  event.all_day || Date.parse(event.ends_at) - Date.parse(event.starts_at) >= 86_400_000;

/**
 * Returns the minute of the day that a week scrolls to first: that of the working day, or of an earlier event that morning. In the
 * week of `now`, what is over doesn't count, so that the rest of the day is in sight.
 */
export function findFirstMinute(events: readonly Timed[], days: readonly Day[], now: number): number {
  const isThisWeek = days.includes(toLocalDay(now));
  const begins = events
    .filter((event) => !isBanner(event) && days.includes(daysOf(event).first))
    .filter((event) => !isThisWeek || Date.parse(event.ends_at) > now)
    .map((event) => minutesOfDay(event.starts_at))
    .filter((minutes) => minutes >= morning);
  return Math.min(firstHour * 60, ...begins);
}

/** The part of an event within one row of days: `column` and `lane` count from 0, from the left and the top. */
export interface Segment<T> {
  event: T;
  column: number;
  columns: number;
  lane: number;
  /** Whether the event started before this row, or continues after it. */
  fromBefore: boolean;
  goesOn: boolean;
}

/** Arranges the events of a row of days in lanes, so that none overlap. */
export function toSegments<T extends Timed>(events: readonly T[], days: readonly Day[]): Segment<T>[] {
  const start = days[0] ?? '';
  const end = days.at(-1) ?? '';
  const freeFrom: number[] = [];
  const segments: Segment<T>[] = [];
  for (const event of sortEvents(events)) {
    const { first, last } = daysOf(event);
    if (last < start || first > end) continue;
    const column = Math.max(0, daysBetween(start, first));
    const until = Math.min(days.length, daysBetween(start, last) + 1);
    const free = freeFrom.findIndex((from) => from <= column);
    const lane = free === -1 ? freeFrom.length : free;
    freeFrom[lane] = until;
    segments.push({
      event,
      column,
      columns: until - column,
      lane,
      fromBefore: first < start,
      goesOn: last > end,
    });
  }
  return segments;
}

/**
 * A block in a day's column: minutes from midnight, and its share of the width where others overlap it: `span` of the
 * `slots`, starting at `slot`.
 */
export interface Block<T> {
  event: T;
  from: number;
  to: number;
  slot: number;
  span: number;
  slots: number;
}

/** Minimum height of a block in minutes, so that its title is readable. */
const minBlockMinutes = 30;

/**
 * Places the timed events of one day side by side where they overlap. `toMinutes` returns when each starts and ends.
 */
export function toBlocks<T>(
  events: readonly T[],
  toMinutes: (event: T) => { from: number; to: number },
): Block<T>[] {
  const sorted = events
    .map((event) => {
      const { from, to } = toMinutes(event);
      const begin = Math.min(from, 1440 - minBlockMinutes);
      return { event, from: begin, to: Math.max(to, begin + minBlockMinutes) };
    })
    .sort((a, b) => a.from - b.from || b.to - a.to);
  const blocks: Block<T>[] = [];
  let group: Block<T>[] = [];
  let groupEnd = -1;
  const close = () => {
    const slots = Math.max(0, ...group.map(({ slot }) => slot)) + 1;
    for (const block of group) {
      block.slots = slots;
      // A block also takes the free slots beside it.
      const beside = group
        .filter(({ slot, from, to }) => slot > block.slot && from < block.to && to > block.from)
        .map(({ slot }) => slot);
      block.span = Math.min(slots, ...beside) - block.slot;
    }
    group = [];
  };
  for (const item of sorted) {
    if (item.from >= groupEnd) close();
    const taken = new Set(group.filter(({ to }) => to > item.from).map(({ slot }) => slot));
    let slot = 0;
    while (taken.has(slot)) slot += 1;
    const block = { ...item, slot, span: 1, slots: 1 };
    group.push(block);
    blocks.push(block);
    groupEnd = Math.max(groupEnd, item.to);
  }
  close();
  return blocks;
}

/** Events of a day that don't fit beside the others: start, end and the events. */
export interface Fold<T> {
  from: number;
  to: number;
  events: T[];
}

/** Returns blocks with at most `most` side by side. Where there are more, the last slot holds the folded events. */
export function foldBlocks<T>(
  blocks: readonly Block<T>[],
  most: number,
): { blocks: Block<T>[]; folds: Fold<T>[] } {
  const folded: (Omit<Fold<T>, 'events'> & { blocks: Block<T>[] })[] = [];
  const shown: Block<T>[] = [];
  for (const block of blocks) {
    const { from, to, slot, slots } = block;
    const last = folded.at(-1);
    if (slots <= most) shown.push(block);
    else if (slot < most - 1) {
      shown.push({ ...block, slots: most, span: Math.min(block.span, most - 1 - slot) });
    } else if (last && from < last.to) {
      last.to = Math.max(last.to, to);
      last.blocks.push(block);
    } else folded.push({ from, to, blocks: [block] });
  }
  const folds: Fold<T>[] = [];
  for (const { from, to, blocks: inside } of folded) {
    const [only] = inside;
    // A single event is shown by name instead of folded.
    if (inside.length === 1 && only) shown.push({ ...only, slot: most - 1, span: 1, slots: most });
    else folds.push({ from, to, events: inside.map(({ event }) => event) });
  }
  return { blocks: shown, folds };
}
