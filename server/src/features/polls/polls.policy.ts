import type { MemberRights, Viewer } from '#server/platform/access.ts';

interface PollClosing {
  closes_at: string | null;
  closed_at: string | null;
}

/** Returns whether a poll no longer accepts votes. `now` is an ISO timestamp. */
export function isClosed({ closes_at, closed_at }: PollClosing, now: string): boolean {
  return closed_at !== null || (closes_at !== null && closes_at <= now);
}

/**
 * Results are visible to voters, to everyone once the poll is closed, and always to its author and the moderators, who
 * decide when to close it.
 */
export function canSeeResults(
  poll: PollClosing & { viewer_option_ids: string[]; sees_all: boolean },
  now: string,
): boolean {
  return poll.sees_all || poll.viewer_option_ids.length > 0 || isClosed(poll, now);
}

/** The author, the owner and admins may close a poll, and see its results at any time. */
export function canClose(viewer: Viewer | null, { permissions }: MemberRights, authorId: string): boolean {
  return viewer !== null && (viewer.user_id === authorId || permissions.canEditSpace);
}
