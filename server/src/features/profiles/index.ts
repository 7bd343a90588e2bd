import type { Feature } from '#server/platform/feature.ts';
import { profileRoutes } from './profiles.routes.ts';

export { setAvatar } from './update-avatar.ts';

export const profiles: Feature = { name: 'profiles', routes: profileRoutes };
