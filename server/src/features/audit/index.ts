import type { Feature } from '#server/platform/feature.ts';
import { auditRoutes } from './audit.routes.ts';

export { findLastDecline, listModerators } from './audit.queries.ts';
export { recordAudit } from './record-audit.ts';

export const audit: Feature = { name: 'audit', routes: auditRoutes };
