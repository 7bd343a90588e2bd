import { getApiClient } from '#web/lib/cache/query-client.ts';
import { registerLiveHandler } from '#web/lib/live/live-client.ts';
import { leaveEndedSession } from '#web/lib/session/leave-page.ts';
import { restartPage } from './session-switch.ts';

// One of this user's sessions ended. Only the server knows whether it was this browser's.
registerLiveHandler('session.ended', (_event, { client, viewerId }) => {
  void getApiClient(client)('get_session').then((session) => {
    if (session.user?.id === viewerId) return;
    if (session.user) restartPage('/');
    else leaveEndedSession();
  });
});
