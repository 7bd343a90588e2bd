import { type Day, daysBetween, daysOf, inOrder } from './calendar-days.ts';

type Timed = Parameters<typeof daysOf>[0] & { id: string };

/** A piece of an event inside one row of days: `column` counts from 0, `lane` from the top. */
export interface Segment<T> {
  event: T;
  column: number;
  columns: number;
  lane: number;
  /** Whether the event began before this row, or goes on after it. */
  fromBefore: boolean;
  goesOn: boolean;
}

/** Lays the events of a row of days into lanes, so that none covers another. */
export function toSegments<T extends Timed>(events: readonly T[], days: readonly Day[]): Segment<T>[] {
  const start = days[0] ?? '';
  const end = days.at(-1) ?? '';
  const freeFrom: number[] = [];
  const segments: Segment<T>[] = [];
  for (const event of inOrder(events)) {
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
 * A block of a day's column: minutes from midnight, and its share of the width where others overlap it: from `slot` on
 * `span` of the `slots`.
 */
export interface Block<T> {
  event: T;
  from: number;
  to: number;
  slot: number;
  span: number;
  slots: number;
}

/** Least height of a block in minutes, so that its title can be read. */
const leastMinutes = 30;

/** Puts the timed events of one day side by side where they overlap. `toMinutes` says when each begins and ends. */
export function toBlocks<T>(
  events: readonly T[],
  toMinutes: (event: T) => { from: number; to: number },
): Block<T>[] {
  const sorted = events
    .map((event) => {
      const { from, to } = toMinutes(event);
      const begin = Math.min(from, 1440 - leastMinutes);
      return { event, from: begin, to: Math.max(to, begin + leastMinutes) };
    })
    .sort((a, b) => a.from - b.from || b.to - a.to);
  const blocks: Block<T>[] = [];
  let group: Block<T>[] = [];
  let groupEnd = -1;
  const close = () => {
    const slots = Math.max(0, ...group.map(({ slot }) => slot)) + 1;
    for (const block of group) {
      block.slots = slots;
      // What is free beside it is its own too.
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

/** Events of a day that no room is left for beside the others: from when to when, and which. */
export interface Fold<T> {
  from: number;
  to: number;
  events: T[];
}

/**
 * Blocks of which at most `most` stand side by side. Where more would, the last of those places is for what is folded
 * together.
 */
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
    // One alone may as well stand there by its name.
    if (inside.length === 1 && only) shown.push({ ...only, slot: most - 1, span: 1, slots: most });
    else folds.push({ from, to, events: inside.map(({ event }) => event) });
  }
  return { blocks: shown, folds };
}
