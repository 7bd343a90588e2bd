import type { SpaceContext, Viewer } from '#server/platform/access.ts';

interface Closing {
  closes_at: string | null;
  closed_at: string | null;
}

/** Whether a poll takes no votes any more; `now` is wire text. */
export function isClosed({ closes_at, closed_at }: Closing, now: string): boolean {
  return closed_at !== null || (closes_at !== null && closes_at <= now);
}

/**
 * Results are for those who have voted and for everyone once the poll has closed; its author and the people who run the
 * space see them always, as they decide when to close it.
 */
export function maySeeResults(
  poll: Closing & { viewer_option_ids: string[]; sees_all: boolean },
  now: string,
): boolean {
  return poll.sees_all || poll.viewer_option_ids.length > 0 || isClosed(poll, now);
}

/** Its author, the owner and admins close a poll. */
export function canClose(viewer: Viewer, scope: SpaceContext, authorId: string): boolean {
  return viewer.user_id === authorId || scope.permissions.canEditSpace;
}
