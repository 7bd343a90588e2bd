import { apiQuery } from '#web/lib/cache/query-client.ts';

/** A member's level and points in a space, and badges. */
export const memberCardQuery = (spaceId: string, userId: string) => ({
  ...apiQuery('get_member_card', { space_id: spaceId, user_id: userId }),
  // Points change often and are fetched only when the card opens.
  staleTime: 0,
});
