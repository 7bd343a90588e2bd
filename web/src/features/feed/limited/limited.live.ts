import { type LiveContext, registerLiveHandler } from '#web/lib/live/live-client.ts';
import { loadLimitedCode } from './load-limited-code.ts';

registerLiveHandler('categories.changed', ({ payload: { space_id } }, { client }) => {
  void loadLimitedCode()
    .then(({ reloadFeeds }) => reloadFeeds(client, space_id))
    .catch(() => {});
});

registerLiveHandler('post.moved', ({ channel, payload }, { client }) => {
  // Those who can open its new category get its id. That of its old one repeats what the space gets.
  if (!payload.is_limited || payload.category_id !== null || !channel.startsWith('space:')) return;
  void loadLimitedCode()
    .then(({ recheckPost }) => recheckPost(client, payload))
    .catch(() => {});
});

function reloadIfLimited(spaceId: string, { client }: LiveContext): void {
  void loadLimitedCode()
    .then(({ reloadIfLimited: reload }) => reload(client, spaceId))
    .catch(() => {});
}

// Rules can ask for a level, for a page or course to be completed, or for a plan, and never keep the owner and admins out.
registerLiveHandler('member.level_changed', ({ payload: { space_id, user_id } }, context) => {
  if (user_id === context.viewerId) reloadIfLimited(space_id, context);
});
for (const type of ['course.completion_changed', 'membership.changed'] as const)
  registerLiveHandler(type, ({ payload }, context) => reloadIfLimited(payload.space_id, context));
registerLiveHandler('space.changed', ({ payload }, context) => {
  if (payload.access_changed) reloadIfLimited(payload.space.id, context);
});
