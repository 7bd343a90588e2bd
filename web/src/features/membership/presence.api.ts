import { apiQuery } from '#web/lib/cache/query-client.ts';

/** Whether the viewer appears offline. */
export const presenceSettingsQuery = apiQuery('get_presence_settings', {});
