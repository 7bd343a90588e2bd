import { type LiveContext, registerLiveHandler } from '#web/lib/live/live-client.ts';
import { loadLimitedCode } from './load-limited-code.ts';

registerLiveHandler('categories.changed', ({ payload: { space_id } }, { client }) => {
  void loadLimitedCode()
    .then(({ reloadFeeds }) => reloadFeeds(client, space_id))
    .catch(() => {});
});

registerLiveHandler('post.moved', ({ payload }, { client }) => {
  void loadLimitedCode()
    .then(({ recheckPost }) => recheckPost(client, payload))
    .catch(() => {});
});

function reloadIfLimited(spaceId: string, { client }: LiveContext): void {
  void loadLimitedCode()
    .then(({ reloadIfLimited: reload }) => reload(client, spaceId))
    .catch(() => {});
}

// Rules can ask for a level, or for a page or course to be completed.
registerLiveHandler('member.level_changed', ({ payload: { space_id, user_id } }, context) => {
  if (user_id === context.viewerId) reloadIfLimited(space_id, context);
});
registerLiveHandler('course.completion_changed', ({ payload }, context) =>
  reloadIfLimited(payload.space_id, context),
);
