import { registerLiveHandler } from '#web/lib/live/live-client.ts';
import { presenceSettingsQuery } from './presence.api.ts';

// Chosen on another page of the viewer.
registerLiveHandler('presence.changed', ({ payload }, { client }) => {
  if (client.getQueryData(presenceSettingsQuery.queryKey))
    client.setQueryData(presenceSettingsQuery.queryKey, payload);
});
