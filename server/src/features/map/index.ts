import type { Feature } from '#server/platform/feature.ts';
import { mapRoutes } from './map.routes.ts';

export { searchCities } from './find-cities.ts';
export { sharePlace } from './share-place.ts';

export const map: Feature = { name: 'map', routes: mapRoutes };
