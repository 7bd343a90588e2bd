import { registerLiveHandler } from '#web/lib/live/live-client.ts';
import { loadLimitedCode } from './load-limited-code.ts';

registerLiveHandler('categories.changed', ({ payload: { space_id } }, { client }) => {
  void loadLimitedCode().then(({ reloadFeeds }) => reloadFeeds(client, space_id));
});

// Rules can ask for a level.
registerLiveHandler('member.level_changed', ({ payload: { space_id, user_id } }, { client, viewerId }) => {
  if (user_id === viewerId)
    void loadLimitedCode().then(({ reloadAfterLevel }) => reloadAfterLevel(client, space_id));
});
