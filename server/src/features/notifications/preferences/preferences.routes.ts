import type { RouteBinder } from '#server/platform/http/routes.ts';
import { toMuteEnd } from '#server/platform/mute-end.ts';
import type { Platform } from '#server/platform/platform.ts';
import { deleteMute, findMute, upsertMute } from './mutes.queries.ts';
import {
  getShownGeneralPreferences,
  getSpacePreferences,
  resetSpacePreferences,
  updateGeneralPreferences,
  updateSpacePreferences,
} from './update-preferences.ts';

export function preferenceRoutes(route: RouteBinder, { db }: Platform): void {
  route('get_notification_preferences', ({ viewer }) => getShownGeneralPreferences(db, viewer.user_id));
  route('update_notification_preferences', ({ input, viewer }) =>
    updateGeneralPreferences(db, viewer.user_id, input),
  );
  route('get_effective_notification_preferences', ({ viewer, scope }) =>
    getSpacePreferences(db, viewer.user_id, scope),
  );
  route('update_space_notification_preferences', ({ input, viewer, scope }) => {
    const { space_id: _space_id, ...changes } = input;
    return updateSpacePreferences(db, viewer.user_id, scope, changes);
  });
  route('reset_space_notification_preferences', ({ viewer, scope }) =>
    resetSpacePreferences(db, viewer.user_id, scope),
  );

  route('mute_space', async ({ input, viewer, scope: { space_id } }) => ({
    mute: await upsertMute(db, viewer.user_id, { space_id, target_id: space_id }, toMuteEnd(input.duration)),
  }));
  route('unmute_space', async ({ viewer, scope }) => {
    await deleteMute(db, viewer.user_id, scope.space_id);
    return { mute: null };
  });
  route('get_post_mute', async ({ input, viewer }) => ({
    mute: await findMute(db, viewer.user_id, input.post_id),
  }));
  route('mute_post', async ({ input, viewer, scope: { space_id } }) => ({
    mute: await upsertMute(
      db,
      viewer.user_id,
      { space_id, target_id: input.post_id },
      toMuteEnd(input.duration),
    ),
  }));
  route('unmute_post', async ({ input, viewer }) => {
    await deleteMute(db, viewer.user_id, input.post_id);
    return { mute: null };
  });
}
