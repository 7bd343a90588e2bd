import type { WelcomeState } from '#contract/features/members/welcome.ts';
import { patchEntity } from '#web/lib/cache/entity-cache.ts';
import { type EventOf, type LiveContext, registerLiveHandler } from '#web/lib/live/live-client.ts';

/** Applies what a member did to their welcome; null once it is dismissed. */
export function applyToWelcome(
  welcome: WelcomeState,
  { has_looked_around, is_dismissed }: EventOf<'welcome.changed'>['payload'],
): WelcomeState | null {
  if (is_dismissed) return null;
  return { ...welcome, has_looked_around: welcome.has_looked_around || has_looked_around };
}

function patchWelcome(
  { client }: LiveContext,
  spaceId: string,
  change: (welcome: WelcomeState) => WelcomeState | null,
): void {
  patchEntity(client, 'space', spaceId, ({ welcome }) => (welcome ? { welcome: change(welcome) } : {}));
}

registerLiveHandler('welcome.changed', ({ payload }, context) =>
  patchWelcome(context, payload.space_id, (welcome) => applyToWelcome(welcome, payload)),
);
registerLiveHandler('post.created', ({ payload: { post } }, context) => {
  if (post.user_id === context.viewerId)
    patchWelcome(context, post.space_id, (welcome) => ({ ...welcome, has_posted: true }));
});
