import type { Poll } from '#contract/polls.ts';

export function isClosed({ closed_at, closes_at }: Poll, now: number): boolean {
  return closed_at !== null || (closes_at !== null && Date.parse(closes_at) <= now);
}

/** Whether the viewer sees, or may now see, how the votes stand. */
export function seesResults(poll: Poll): boolean {
  return poll.closed_at !== null || poll.options.some(({ vote_count }) => vote_count !== null);
}

/** Share of the people who voted for an option, 0 to 1. */
export function shareOf(poll: Poll, voteCount: number | null): number {
  return poll.voter_count > 0 ? Math.min(1, (voteCount ?? 0) / poll.voter_count) : 0;
}
