import type { Feature } from '#server/platform/feature.ts';
import { reportRoutes } from './reports.routes.ts';

/** What goes wrong in people's browsers, kept where those who run the server look. */
export const reports: Feature = { name: 'reports', routes: reportRoutes };
