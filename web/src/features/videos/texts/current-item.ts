/** Returns the index of the last item that starts at or before a position; -1 before the first. Items are in order. */
export function currentIndex(items: readonly { start: number }[], position: number): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((items[middle]?.start ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
