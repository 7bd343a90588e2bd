import type { Feature } from '#server/platform/feature.ts';
import { feedRoutes } from './feed.routes.ts';

export const feed: Feature = { name: 'feed', routes: feedRoutes };
