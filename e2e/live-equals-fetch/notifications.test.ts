import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Notification } from '#contract/features/notifications/notifications.ts';
import { returnSnoozed } from '#server/features/notifications/snooze/return-snoozed.job.ts';
import { nowMs, withFrozenTime } from '#server/platform/clock.ts';
import { newEvent } from '#testing/events.ts';
import { newComment, newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { waitUntilNumbered } from '#testing/published-events.ts';
import { sharedServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';
import { arrangeNotifications } from '#web/features/notifications/notification-order.ts';
import {
  type NotificationFilter,
  notificationChanges,
  notificationPages,
  unreadQuery,
} from '#web/features/notifications/notifications.api.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { expectLiveEqualsFetch, type LiveView } from './expect-live-equals-fetch.ts';

const server = sharedServer();
let owner: TestPerson;
beforeAll(async () => {
  owner = await newPerson(server);
});

/** A user's list, or that of what they have snoozed, and count. */
const listView = (
  viewerId: string,
  filter: NotificationFilter = {},
): LiveView<{ list: (Notification | undefined)[]; unread: unknown }> => ({
  channels: [`user:${viewerId}`],
  load: async (client) => {
    const { pages } = await client.fetchInfiniteQuery(notificationPages(filter));
    await client.fetchQuery(unreadQuery());
    return pages[0]?.live_cursor ?? 0;
  },
  shown: (client) => ({
    list: arrangeNotifications(
      client.getQueryData(notificationPages(filter).queryKey)?.pages ?? [],
      notificationChanges.read(client, filter),
    ).map(({ id, batch_updated_at }) => {
      const entry = readEntity(client, 'notification', id);
      expect(entry?.batch_updated_at).toBe(batch_updated_at);
      return entry;
    }),
    // Without the position of the channel.
    unread: { ...(client.getQueryData(unreadQuery().queryKey) as object), live_cursor: null },
  }),
});

describe('State updated by events equals a fresh fetch', () => {
  it('for a list of notifications', async () => {
    const space = await newSpace(owner);
    const [mia, ben] = [await newMember(server, space, 'Mia'), await newMember(server, space, 'Ben')];
    const posts = [await newPost(owner, space), await newPost(owner, space)];
    const [first, second] = posts.map((post) => post.id) as [string, string];
    await expectLiveEqualsFetch(server, space.id, [owner], listView(owner.user.id), async () => {
      await mia.call('like_post', { post_id: first });
      const comment = await newComment(mia, second, '<p>One.</p>');
      await Promise.all([
        ben.call('like_post', { post_id: first }),
        newComment(ben, second, '<p>Two.</p>'),
        newComment(mia, first, '<p>Three.</p>'),
      ]);
      const { notifications } = await owner.call('get_notifications_with_actors', {});
      await owner.call('mark_notifications_as_read', {
        notification_ids: [notifications[0]?.id ?? ''],
        clicked: true,
      });
      await mia.call('delete_comment', { comment_id: comment.id });
      await owner.call('mark_all_notifications_as_read');
      const last = await newComment(ben, second, '<p>Four.</p>');
      await ben.call('delete_comment', { comment_id: last.id });
      await owner.call('delete_post', { post_id: first });
    });
  });

  it.each([[undefined], ['snoozed' as const]])(
    'for what is snoozed, comes back and is marked as unread (%s)',
    async (state) => {
      const space = await newSpace(owner);
      const mia = await newMember(server, space, 'Mia');
      const [first, second] = [await newPost(owner, space), await newPost(owner, space)];
      const view = listView(owner.user.id, state ? { state } : {});
      await expectLiveEqualsFetch(server, space.id, [owner], view, async () => {
        const latest = async () =>
          (await owner.call('get_notifications_with_actors', {})).notifications[0]?.id ?? '';
        const snooze = async () => {
          const notification_id = await latest();
          await owner.call('snooze_notification', { notification_id, duration: '1_hour' });
          return notification_id;
        };
        await mia.call('like_post', { post_id: first.id });
        const like = await snooze();
        await newComment(mia, second.id);
        const comment = await snooze();
        await newComment(mia, second.id);
        await owner.call('mark_notifications_as_read', { notification_ids: [comment] });
        await owner.call('mark_notifications_as_unread', { notification_ids: [comment] });
        const { id } = await newComment(mia, first.id);
        await owner.call('mark_notifications_of_post_as_read', {
          post_id: first.id,
          seen_ids: [first.id, id],
        });
        await owner.call('unsnooze_notification', { notification_id: await snooze() });
        await withFrozenTime(nowMs() + 2 * 60 * 60_000, () => returnSnoozed(server.running.platform));
        expect(await latest()).toBe(like);
        await snooze();
      });
    },
  );

  it('for the titles of posts that are edited and deleted', async () => {
    const space = await newSpace(owner);
    const mia = await newMember(server, space, 'Mia');
    const [post, other] = [await newPost(owner, space), await newPost(owner, space)];
    const view = listView(owner.user.id);
    const whole = { ...view, channels: [`user:${owner.user.id}`, `space:${space.id}`] };
    await expectLiveEqualsFetch(server, space.id, [owner], whole, async () => {
      await mia.call('like_post', { post_id: post.id });
      await newComment(mia, post.id, '<p>One.</p>');
      await newComment(mia, other.id, '<p>Two.</p>');
      // Numbers of two channels may be in another order than their events: those of the notifications come first.
      await waitUntilNumbered(server);
      const edit = { post_id: post.id, revision: 1, body: '<p>Text</p>', upload_ids: [] };
      await owner.call('update_post', { ...edit, title: 'Another title' });
      await owner.call('delete_post', { post_id: other.id });
    });
  });

  it('for decisions on join requests, seats, removals and reviewed reports', async () => {
    const space = await newSpace(owner);
    const admin = await newMember(server, space, 'Ada');
    await setRole(server, space.id, admin.user.id, 'admin');
    const [mia, ben] = [await newMember(server, space, 'Mia'), await newMember(server, space, 'Ben')];
    const event = await newEvent(owner, space, { capacity: 1 });
    await ben.call('set_rsvp', { event_id: event.id, rsvp: 'going' });
    await mia.call('set_rsvp', { event_id: event.id, rsvp: 'going' });
    const post = await newPost(mia, space);
    const other = await newPost(ben, space);
    await mia.call('report_post', { post_id: other.id, reason: 'spam' });
    const hidden = await newSpace(owner, { is_private: true });
    await mia.call('request_to_join', { space_id: hidden.id });
    await expectLiveEqualsFetch(server, space.id, [mia], listView(mia.user.id), async () => {
      const decision = { space_id: hidden.id, user_id: mia.user.id };
      await owner.call('decline_join_request', decision);
      await mia.call('request_to_join', { space_id: hidden.id });
      await owner.call('approve_join_request', decision);
      await ben.call('set_rsvp', { event_id: event.id, rsvp: 'no' });
      await admin.call('remove_post', { post_id: post.id, reason: 'Not here.' });
      await owner.call('update_event', { event_id: event.id, title: 'Changed' });
      await admin.call('remove_post', { post_id: other.id, reason: 'Spam.' });
      const types = async () =>
        (await mia.call('get_notifications_with_actors', {})).notifications.map(({ type }) => type);
      await vi.waitFor(async () => expect(await types()).toHaveLength(6));
    });
  });
});
