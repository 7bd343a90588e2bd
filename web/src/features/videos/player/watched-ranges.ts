import type { WatchedRange } from '#contract/features/videos/videos.ts';

/** A jump is more than a player moves between two of its events at the highest speed, in seconds. */
const largestStep = 3;

/** Collects which seconds of a video are played, in order to report them. */
export interface WatchedRanges {
  /** Called with each position while the video plays. */
  moveTo: (position: number) => void;
  /** Called when the viewer jumps, or the video stops. */
  stop: () => void;
  /** Returns the whole seconds that were played since it was called last, merged and in order. */
  take: () => WatchedRange[];
  /** Adds ranges that couldn't be reported. */
  putBack: (ranges: readonly WatchedRange[]) => void;
}

/** Merges ranges that touch, in order. */
export function mergeRanges(ranges: readonly WatchedRange[]): WatchedRange[] {
  const merged: WatchedRange[] = [];
  for (const [from, to] of [...ranges].sort(([a], [b]) => a - b)) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

export function collectWatchedRanges(): WatchedRanges {
  let ranges: WatchedRange[] = [];
  let current: { from: number; to: number } | null = null;
  const close = () => {
    if (current) {
      const { from, to } = current;
      // A second counts once the player has passed half of it: events don't come at whole seconds.
      const range: WatchedRange = [Math.max(0, Math.round(from)), Math.round(to)];
      if (range[1] > range[0]) ranges.push(range);
    }
    current = null;
  };
  return {
    moveTo(position) {
      if (current && position >= current.to && position - current.to <= largestStep) current.to = position;
      else {
        close();
        current = { from: position, to: position };
      }
    },
    stop: close,
    take() {
      const position = current?.to;
      close();
      if (position !== undefined) current = { from: position, to: position };
      const taken = mergeRanges(ranges);
      ranges = [];
      return taken;
    },
    putBack(unsent) {
      ranges.push(...unsent);
    },
  };
}
