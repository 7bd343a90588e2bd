import type { Feature } from '#server/platform/feature.ts';
import { certificateFileRoutes, certificateRoutes } from './certificates.routes.ts';

export { updateGivesCertificates } from './certificates.queries.ts';

export const certificates: Feature = {
  name: 'certificates',
  routes: certificateRoutes,
  plainRoutes: certificateFileRoutes,
};
