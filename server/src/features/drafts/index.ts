import type { Feature } from '#server/platform/feature.ts';
import { draftRoutes } from './drafts.routes.ts';

export { finishDraft } from './save-draft.ts';

export const drafts: Feature = { name: 'drafts', routes: draftRoutes };
