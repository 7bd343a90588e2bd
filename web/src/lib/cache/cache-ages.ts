const minute = 60_000;

/** Maximum age of cached data in milliseconds. Live events and the viewer's own changes update it right away. */
export const cacheAges = {
  /** The viewer's spaces: refetched in the background when older than `stale`, stored in this browser for `kept`. */
  userSpaces: { stale: 5 * minute, kept: 30 * minute },
  /** A space: refetched in the background when older than `stale`, dropped `kept` after it was last open. */
  space: { stale: 2 * minute, kept: 15 * minute },
  /** Members of a space and their number. */
  members: { stale: minute },
} as const;
