import type { Feature } from '#server/platform/feature.ts';
import { deleteLocationRow } from './map.queries.ts';
import { mapRoutes } from './map.routes.ts';

export { searchCities } from './find-cities.ts';
export { setLocation } from './set-location.ts';

export const map: Feature = {
  name: 'map',
  routes: mapRoutes,
  hooks: {
    membershipEnded: async (tx, { space_id, user_id }) => {
      await deleteLocationRow(tx, space_id, user_id);
    },
  },
};
