import { newId } from '#server/platform/ids.ts';
import { inSpace } from '../sample-content.ts';
import type { FeatureCalls } from '../sample-context.ts';

/** One valid call for each endpoint. */
export const sampleCalls: FeatureCalls<'notifications'> = {
  get_notifications_with_actors: { input: () => ({}) },
  get_unread_notification_count: { input: () => ({}) },
  list_unread_spaces: { input: () => ({}) },
  mark_notifications_as_read: { input: () => ({ notification_ids: [newId()] }) },
  mark_all_notifications_as_read: { input: () => ({}) },
  delete_notification: { input: () => ({ notification_id: newId() }) },
  get_effective_notification_preferences: { input: inSpace },
  update_space_notification_preferences: {
    input: (context) => ({ ...inSpace(context), event_reminders: false }),
  },
};
