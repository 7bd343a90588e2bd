import { registerLiveHandler } from '#web/lib/live-client.ts';
import { getApiClient } from '#web/lib/query-client.ts';
import { forgetAccount } from './session-switch.ts';

// One of this person's sessions ended somewhere. Only the server can say whether it was this browser's.
registerLiveHandler('session.ended', (_event, { client, viewerId }) => {
  void getApiClient(client)('get_session').then((session) => {
    if (session.user?.id !== viewerId) forgetAccount('/');
  });
});
