import type { Feature } from '#server/platform/feature.ts';
import { leaderboardRoutes } from './leaderboard.routes.ts';

export { nameLevels } from './name-levels.ts';

export const leaderboard: Feature = { name: 'leaderboard', routes: leaderboardRoutes };
