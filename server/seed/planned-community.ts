import type { Community } from './content/community.ts';
import type { TimedThread } from './timeline.ts';

/** A community with its conversations put in time. */
export interface PlannedCommunity extends Community {
  timed: TimedThread[];
}
