import { apiQuery } from '#web/lib/query-client.ts';

/** One member: level and points in a space, badges, activity. */
export const memberCardQuery = (spaceId: string, userId: string) => ({
  ...apiQuery('get_member_card', { space_id: spaceId, user_id: userId }),
  // Points change often and nothing but opening the card asks for them.
  staleTime: 0,
});
