import type { Feature } from '#server/platform/feature.ts';
import { reportRoutes } from './reports.routes.ts';

/** Errors in people's browsers, written to the server log. */
export const reports: Feature = { name: 'reports', routes: reportRoutes };
