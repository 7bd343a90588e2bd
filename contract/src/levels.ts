/** Points from which each of a space's nine levels begins, lowest first. Free of schemas: screens use it too. */
export const levelThresholds = [0, 5, 20, 65, 155, 515, 2015, 8015, 33015] as const;
export const highestLevel = levelThresholds.length;
/** Characters of a level's name. */
export const maxLevelName = 30;

/** The level (1 to 9) that someone with so many points in a space has. */
export function toLevel(points: number): number {
  const above = levelThresholds.findIndex((threshold) => points < threshold);
  return above === -1 ? highestLevel : Math.max(1, above);
}

/** Points missing to the next level; null on the highest. */
export function toPointsMissing(points: number): number | null {
  const next = levelThresholds[toLevel(points)];
  return next === undefined ? null : next - points;
}

/** How far between a level's beginning and the next one's, from 0 to 1; 1 on the highest. */
export function toLevelProgress(points: number): number {
  const level = toLevel(points);
  const [begin = 0, end] = levelThresholds.slice(level - 1, level + 1);
  return end === undefined ? 1 : (points - begin) / (end - begin);
}

/**
 * Activity level of a profile (document 3, section 9): a level for each 100 contributions, and what is missing to the next.
 * A post counts 5, a comment 2, a like that gave a point 1, in all spaces together; the database keeps the sum.
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
