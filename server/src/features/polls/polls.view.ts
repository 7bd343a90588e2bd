import type { Poll } from '#contract/polls.ts';
import { maySeeResults } from './polls.policy.ts';
import type { PollRow } from './polls.queries.ts';

/** A row as this viewer may see it. */
export function toPoll({ sees_all, ...row }: PollRow, now: string): Poll {
  const poll = { ...row, viewer_option_ids: row.viewer_option_ids ?? [] };
  return maySeeResults({ ...poll, sees_all }, now) ? poll : withoutResults(poll);
}

/** What everyone may hear of a poll: no results, and nobody's own vote. */
export function toPublishedPoll(poll: Poll): Poll {
  return { ...withoutResults(poll), viewer_option_ids: [] };
}

function withoutResults(poll: Poll): Poll {
  return { ...poll, options: poll.options.map((option) => ({ ...option, vote_count: null })) };
}
