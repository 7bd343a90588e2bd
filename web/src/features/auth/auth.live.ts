import { registerLiveHandler } from '#web/lib/live-client.ts';
import { callOf } from '#web/lib/query-client.ts';
import { forgetAccount } from './change-account.ts';

// One of this person's sessions ended somewhere. Only the server can say whether it was this browser's.
registerLiveHandler('session.ended', (_event, { client, viewerId }) => {
  void callOf(client)('get_session').then((session) => {
    if (session.user?.id !== viewerId) forgetAccount('/');
  });
});
