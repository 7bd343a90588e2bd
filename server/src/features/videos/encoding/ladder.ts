/** A size in which videos are encoded. */
export interface Rung {
  /** The width or height, whichever is smaller. */
  short_side: number;
  /** At most, without sound. */
  kilobits: number;
}

const ladder: readonly Rung[] = [
  { short_side: 360, kilobits: 800 },
  { short_side: 480, kilobits: 1_400 },
  { short_side: 720, kilobits: 2_800 },
  { short_side: 1080, kilobits: 5_000 },
];

/** Returns the sizes for a video, smallest first. None is larger than the video; one that is smaller than all keeps its size. */
export function rungsOf(shortSide: number): Rung[] {
  const rungs = ladder.filter((rung) => rung.short_side <= shortSide);
  // Encoders need even numbers.
  return rungs.length > 0 ? rungs : [{ short_side: shortSide - (shortSide % 2), kilobits: 800 }];
}
