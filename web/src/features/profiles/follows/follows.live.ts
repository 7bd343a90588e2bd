import type { FollowState } from '#contract/features/profiles/follows.ts';
import type { LivePayload } from '#contract/live.ts';
import { registerChannelRefetch, registerLiveHandler } from '#web/lib/live/live-client.ts';
import { patchFollow } from './follows.api.ts';

/** Applies that one person follows another, or not anymore, to what is known about one of them. */
export function applyFollow(
  state: FollowState,
  event: LivePayload<'follow.changed'>,
  viewerId: string | null,
): FollowState {
  const { follower_id, following_id, is_following } = event;
  const totals = event.totals.find(({ user_id }) => user_id === state.user_id);
  if (!totals || totals.version <= state.version) return state;
  return {
    ...state,
    ...totals,
    ...(follower_id === viewerId && following_id === state.user_id && { is_following }),
    ...(following_id === viewerId && follower_id === state.user_id && { follows_viewer: is_following }),
  };
}

registerLiveHandler('follow.changed', ({ payload }, { client, viewerId }) => {
  for (const { user_id } of payload.totals)
    patchFollow(client, user_id, (stored) => applyFollow(stored, payload, viewerId));
});

registerLiveHandler('block.changed', ({ payload: { user_id, is_blocked } }, { client }) => {
  patchFollow(client, user_id, (stored) => ({ ...stored, can_follow: !is_blocked }));
});

registerChannelRefetch('user', (_id, { client }) => {
  void client.invalidateQueries({ queryKey: ['get_follow'] });
});
