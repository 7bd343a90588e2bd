import type { Poll } from '#contract/features/polls/polls.ts';

export function isClosed({ closed_at, closes_at }: Poll, now: number): boolean {
  return closed_at !== null || (closes_at !== null && Date.parse(closes_at) <= now);
}

/** Returns whether the viewer can see the results. */
export function seesResults(poll: Poll): boolean {
  return poll.closed_at !== null || poll.options.some(({ vote_count }) => vote_count !== null);
}

/** Returns the share of voters who chose an option, 0 to 1. */
export function getShare(poll: Poll, voteCount: number | null): number {
  return poll.voter_count > 0 ? Math.min(1, (voteCount ?? 0) / poll.voter_count) : 0;
}
