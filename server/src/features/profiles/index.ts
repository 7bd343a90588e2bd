import type { Feature } from '#server/platform/feature.ts';
import { avatarUploads } from './avatar-uploads.queries.ts';
import { profileRoutes } from './profiles.routes.ts';

export { setAvatar } from './update-avatar.ts';

export const profiles: Feature = {
  name: 'profiles',
  uploads: [avatarUploads],
  routes: profileRoutes,
};
