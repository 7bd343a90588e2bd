import { inSpace } from '../sample-content.ts';
import type { FeatureCalls, SampleContext } from '../sample-context.ts';

const inSpaceWithMap = async ({ server, space }: SampleContext) => {
  await server.db
    .updateTable('spaces')
    .set({ feature_map_enabled: true })
    .where('id', '=', space.id)
    .execute();
  return { space_id: space.id };
};

/** One valid call for each endpoint. */
export const sampleCalls: FeatureCalls<'map'> = {
  search_cities: { input: () => ({ search: 'lis' }) },
  get_space_map: { input: inSpaceWithMap },
  list_map_people: { input: inSpaceWithMap },
  // Lisbon.
  set_location: { input: async (context) => ({ ...(await inSpaceWithMap(context)), city_id: 2267057 }) },
  delete_location: { input: inSpace },
};
