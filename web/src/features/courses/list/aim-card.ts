import type { Point } from '#web/lib/drag/drag-session.ts';
import type { Position } from '../course-tree.ts';

/** Where something is on the screen, in pixels. */
interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface CardTarget {
  after: Position;
  /** Where the line is, relative to the list: beside a card, or between two that are below each other. */
  line: { left: number; top: number; height: number } | { top: number };
}

/** How far beside a card the line is, in pixels. */
const beside = 8;

const distanceTo = ({ left, right, top, bottom }: Box, { x, y }: Point): number =>
  Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));

/** Returns where a card of a grid would be dropped at a point: before or after the nearest card. Null where it is already. */
export function aimCard(
  cards: readonly (Box & { id: string })[],
  list: Pick<Box, 'left' | 'top'>,
  movedId: string,
  at: Point,
): CardTarget | null {
  const [first, second] = cards;
  if (!first) return null;
  const nearest = cards.reduce((best, card) => (distanceTo(card, at) < distanceTo(best, at) ? card : best));
  const isColumn = !second || second.top >= first.bottom;
  const isBefore = isColumn
    ? at.y < (nearest.top + nearest.bottom) / 2
    : at.x < (nearest.left + nearest.right) / 2;
  const index = cards.indexOf(nearest);
  const after = isBefore ? (cards[index - 1]?.id ?? null) : nearest.id;
  const now = cards[cards.findIndex(({ id }) => id === movedId) - 1]?.id ?? null;
  if (after === movedId || after === now) return null;
  if (isColumn)
    return {
      after,
      line: { top: Math.round((isBefore ? nearest.top - beside : nearest.bottom + beside) - list.top) },
    };
  return {
    after,
    line: {
      left: Math.round((isBefore ? nearest.left - beside : nearest.right + beside) - list.left),
      top: Math.round(nearest.top - list.top),
      height: Math.round(nearest.bottom - nearest.top),
    },
  };
}

export const isSameCardTarget = (one: CardTarget, other: CardTarget): boolean =>
  one.after === other.after && JSON.stringify(one.line) === JSON.stringify(other.line);
