import type { Feature } from '#server/platform/feature.ts';
import { reactionRoutes } from './reactions.routes.ts';

export { setReaction } from './set-reaction.ts';

export const reactions: Feature = { name: 'reactions', routes: reactionRoutes };
