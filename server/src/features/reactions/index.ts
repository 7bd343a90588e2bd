import type { Feature } from '#server/platform/feature.ts';
import { reactionRoutes } from './reactions.routes.ts';

export const reactions: Feature = { name: 'reactions', routes: reactionRoutes };
