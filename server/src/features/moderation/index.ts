import type { Feature } from '#server/platform/feature.ts';
import { moderationRoutes } from './moderation.routes.ts';

export { decideCase } from './decide-case.ts';
export { removeThing } from './remove-thing.ts';
export { reportThing } from './report-thing.ts';

export const moderation: Feature = { name: 'moderation', routes: moderationRoutes };
