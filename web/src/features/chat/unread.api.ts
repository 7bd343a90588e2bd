import { apiQuery } from '#web/lib/cache/query-client.ts';

/** How often the unread messages are counted again while a chat button is shown, in milliseconds. */
export const unreadPoll = 60_000;

/** The unread messages of all conversations. */
export const unreadQuery = apiQuery('get_unread_conversations', {});
