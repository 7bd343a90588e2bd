import type { Feature } from '#server/platform/feature.ts';
import { profileRoutes } from './profiles.routes.ts';

export { setOwnPicture } from './set-own-picture.ts';

export const profiles: Feature = { name: 'profiles', routes: profileRoutes };
