/**
 * The points at which each of a space's nine levels starts, lowest first. This file contains no schemas, so screens can
 * import it.
 */
export const levelThresholds = [0, 5, 20, 65, 155, 515, 2015, 8015, 33015] as const;
export const highestLevel = levelThresholds.length;
/** In characters. */
export const maxLevelName = 30;

/** Returns the level (1 to 9) for a number of points in a space. */
export function toLevel(points: number): number {
  const above = levelThresholds.findIndex((threshold) => points < threshold);
  return above === -1 ? highestLevel : Math.max(1, above);
}

/** Returns the points missing to the next level; null on the highest. */
export function toPointsMissing(points: number): number | null {
  const next = levelThresholds[toLevel(points)];
  return next === undefined ? null : next - points;
}

/** Returns the progress from a level to the next one, from 0 to 1; 1 on the highest. */
export function toLevelProgress(points: number): number {
  const level = toLevel(points);
  const [begin = 0, end] = levelThresholds.slice(level - 1, level + 1);
  return end === undefined ? 1 : (points - begin) / (end - begin);
}

/**
 * Returns the activity level of a profile: one level per 100 contributions, and what is missing to the next. A post
 * counts 5, a comment 2 and a like that earned a point 1, across all spaces; the database keeps the total.
 */
export function toActivity(contributions: number): {
  level: number;
  progress: number;
  points_missing: number;
} {
  const level = Math.floor(contributions / 100) + 1;
  return {
    level,
    progress: Math.min(1, (contributions % 100) / 100),
    points_missing: level * 100 - contributions,
  };
}
