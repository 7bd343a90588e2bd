import type { RouteBinder } from '#server/platform/http/routes.ts';
import type { Platform } from '#server/platform/platform.ts';
import { followUser, readFollow, unfollowUser } from './follows/follow-user.ts';
import { setTimeZone } from './set-time-zone.ts';
import { setAvatar } from './update-avatar.ts';

export function profileRoutes(route: RouteBinder, platform: Platform): void {
  const { db } = platform;
  route('update_avatar', async ({ input, viewer }) => {
    return { user: await setAvatar(db, viewer.user_id, input.upload_id) };
  });
  route('update_time_zone', async ({ input, viewer }) => ({
    user: await setTimeZone(db, viewer.user_id, input),
  }));
  route('get_follow', async ({ input, viewer }) => ({
    follow: await readFollow(db, viewer.user_id, input.user_id),
  }));
  route('follow_user', async ({ input, viewer }) => ({
    follow: await followUser(platform, viewer, input.user_id),
  }));
  route('unfollow_user', async ({ input, viewer }) => ({
    follow: await unfollowUser(db, viewer, input.user_id),
  }));
}
