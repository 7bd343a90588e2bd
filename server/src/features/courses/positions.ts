export interface Placed {
  id: string;
  position: number;
}

/** A new position of the moved item, or the ids of all items in their new order if no number is left between two of them. */
export type Move = { position: number } | { order: string[] };

/**
 * Plans how an item is placed after another one, or first if `afterId` is null.
 * @param others the other items, in their order
 * @param first the position of an item without others
 * @returns null if `afterId` isn't one of them
 */
export function planMove(
  others: readonly Placed[],
  movedId: string,
  afterId: string | null,
  first = 1,
): Move | null {
  const index = afterId === null ? -1 : others.findIndex(({ id }) => id === afterId);
  if (afterId !== null && index === -1) return null;
  const before = others[index];
  const next = others[index + 1];
  if (!before) return { position: next ? next.position - 1 : first };
  if (!next) return { position: before.position + 1 };
  const position = (before.position + next.position) / 2;
  if (position > before.position && position < next.position) return { position };
  const ids = others.map(({ id }) => id);
  return { order: [...ids.slice(0, index + 1), movedId, ...ids.slice(index + 1)] };
}
