import { apiPages, apiQuery } from '#web/lib/cache/query-client.ts';

/** Up to 10 people whose name contains a text. */
export const peopleQuery = (search: string) => apiQuery('search_people', { search });
/** The people of the five latest direct conversations. */
export const recentContactsQuery = apiQuery('list_recent_contacts', {});
/** Members of the viewer's spaces to write to. */
export const suggestedPeopleQuery = apiQuery('list_suggested_people', {});

const cardAge = 5 * 60_000;
/** What connects the viewer with a person. */
export const connectionQuery = (userId: string) => ({
  ...apiQuery('get_user_connection_context', { user_id: userId }),
  staleTime: cardAge,
});
export const chatSettingsQuery = apiQuery('get_chat_settings', {});
export const blockedPages = () => apiPages('list_blocked_users', {}, (page) => page);
export const spaceChatQuery = (spaceId: string) => apiQuery('get_space_chat', { space_id: spaceId });
