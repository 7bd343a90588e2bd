import type { Poll } from '#contract/features/polls/polls.ts';
import { canSeeResults } from './polls.policy.ts';
import type { PollRow } from './polls.queries.ts';

/** Converts a row to a poll as this viewer may see it. */
export function toPoll({ sees_all, ...row }: PollRow, now: string): Poll {
  const poll = { ...row, viewer_option_ids: row.viewer_option_ids ?? [] };
  return canSeeResults({ ...poll, sees_all }, now) ? poll : withoutResults(poll);
}

/** Converts a row that was read for no one to a poll as a viewer may see it who chose the options in `voted`. */
export function toPollOfViewer(
  row: PollRow,
  { voted, sees_all }: { voted: ReadonlySet<string>; sees_all: boolean },
  now: string,
): Poll {
  const viewer_option_ids = row.options.filter(({ id }) => voted.has(id)).map(({ id }) => id);
  return toPoll({ ...row, viewer_option_ids, sees_all }, now);
}

/** Returns the poll as published to subscribers: without results or votes. */
export function toPublishedPoll(poll: Poll): Poll {
  return { ...withoutResults(poll), viewer_option_ids: [] };
}

function withoutResults(poll: Poll): Poll {
  return { ...poll, options: poll.options.map((option) => ({ ...option, vote_count: null })) };
}
