import type { Feature } from '#server/platform/feature.ts';
import { auditRoutes } from './audit.routes.ts';

export { selectRunners } from './audit.queries.ts';
export { recordAct } from './record-act.ts';

export const audit: Feature = { name: 'audit', routes: auditRoutes };
