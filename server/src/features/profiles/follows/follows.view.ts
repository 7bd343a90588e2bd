import type { FollowState } from '#contract/features/profiles/follows.ts';
import { offersFollow } from './follows.policy.ts';
import type { FollowRow } from './follows.queries.ts';

/** Maps a row to how its viewer and a person follow each other. */
export function toFollowState(viewerId: string, row: FollowRow): FollowState {
  const { is_blocked_by_viewer: _, has_blocked_viewer: __, ...state } = row;
  return { ...state, can_follow: offersFollow(viewerId, row) };
}
