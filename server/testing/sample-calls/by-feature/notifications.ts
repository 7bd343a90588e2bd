import { newId } from '#server/platform/ids.ts';
import { inSpace, ofPost } from '../sample-content.ts';
import type { FeatureCalls } from '../sample-context.ts';

/** The address of a browser that doesn't exist. */
const browser = () => ({ endpoint: `https://push.example/${newId()}` });

/** One valid call for each endpoint. */
export const sampleCalls: FeatureCalls<'notifications'> = {
  get_notifications_with_actors: { input: () => ({}) },
  get_unread_notification_count: { input: () => ({}) },
  list_unread_spaces: { input: () => ({}) },
  mark_notifications_as_read: { input: () => ({ notification_ids: [newId()] }) },
  mark_notifications_as_unread: { input: () => ({ notification_ids: [newId()] }) },
  mark_notifications_of_post_as_read: { input: () => ({ post_id: newId(), seen_ids: [newId()] }) },
  snooze_notification: { input: () => ({ notification_id: newId(), duration: '1_hour' as const }) },
  unsnooze_notification: { input: () => ({ notification_id: newId() }) },
  mark_all_notifications_as_read: { input: () => ({}) },
  delete_notification: { input: () => ({ notification_id: newId() }) },
  restore_notification: { input: () => ({ notification_id: newId() }) },
  get_push_key: { input: () => ({}) },
  subscribe_push: { input: () => ({ ...browser(), p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) }) },
  unsubscribe_push: { input: browser },
  list_unread_of_shown: { input: () => ({ shown_ids: [newId()] }) },
  send_test_push: { input: browser },
  get_notification_preferences: { input: () => ({}) },
  update_notification_preferences: { input: () => ({ likes: false }) },
  reset_space_notification_preferences: { input: inSpace },
  mute_space: { input: (context) => ({ ...inSpace(context), duration: '1_hour' as const }) },
  unmute_space: { input: inSpace },
  get_post_mute: { input: ofPost },
  mute_post: { input: async (context) => ({ ...(await ofPost(context)), duration: 'always' as const }) },
  unmute_post: { input: ofPost },
  get_effective_notification_preferences: { input: inSpace },
  update_space_notification_preferences: {
    input: (context) => ({ ...inSpace(context), event_reminders: false }),
  },
};
