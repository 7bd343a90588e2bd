import type { Feature } from '#server/platform/feature.ts';
import { mentionRoutes } from './mentions.routes.ts';

export { forgetMentions } from './mentions.queries.ts';
export { recordMentions, resolveMentions } from './record-mentions.ts';

export const mentions: Feature = { name: 'mentions', routes: mentionRoutes };
