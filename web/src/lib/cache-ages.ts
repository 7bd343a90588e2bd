const minute = 60_000;

/**
 * How old what the browser shows may be, in milliseconds: the lives of the caches of document 1, section 9, as bounds of
 * the one query cache (reading A66). Live events and one's own writes make things anew at once.
 */
export const cacheAges = {
  /** The viewer's spaces: fetched anew behind what shows when older than `stale`, kept in this browser for `kept`. */
  userSpaces: { stale: 5 * minute, kept: 30 * minute },
  /** A space: fetched anew behind what shows when older than `stale`, shown at most `kept` after it was last open. */
  space: { stale: 2 * minute, kept: 15 * minute },
  /** The people of a space and their number. */
  members: { stale: minute },
} as const;
