import { authEndpoints } from './auth.ts';
import { commentEndpoints } from './comments.ts';
import { feedEndpoints } from './feed.ts';
import { memberEndpoints } from './members.ts';
import { profileEndpoints } from './profiles.ts';
import { reactionEndpoints } from './reactions.ts';
import { reportEndpoints } from './reports.ts';
import { spaceEndpoints } from './spaces.ts';
import { uploadEndpoints } from './uploads.ts';

/** Every endpoint of Hearth by its operation id. */
export const api = {
  ...authEndpoints,
  ...spaceEndpoints,
  ...memberEndpoints,
  ...profileEndpoints,
  ...feedEndpoints,
  ...commentEndpoints,
  ...reactionEndpoints,
  ...uploadEndpoints,
  ...reportEndpoints,
};
export type Api = typeof api;
export type OperationId = keyof Api;
