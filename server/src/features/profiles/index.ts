import type { Feature } from '#server/platform/feature.ts';
import { avatarUploads } from './avatar-uploads.queries.ts';
import { endFollowsBetween } from './follows/follow-user.ts';
import { profileRoutes } from './profiles.routes.ts';

export { followUser } from './follows/follow-user.ts';
export { setAvatar } from './update-avatar.ts';

export const profiles: Feature = {
  name: 'profiles',
  uploads: [avatarUploads],
  routes: profileRoutes,
  hooks: {
    userBlocked: (tx, { user_id, blocked_user_id }) => endFollowsBetween(tx, user_id, blocked_user_id),
  },
};
