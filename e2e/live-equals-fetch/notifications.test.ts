import { beforeAll, describe, it } from 'vitest';
import type { Notification } from '#contract/notifications.ts';
import { expectLiveEqualsFetch, type LiveView } from '#testing/live-equals-fetch.ts';
import { newComment, newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { withTestServer } from '#testing/server.ts';
import {
  applyToEntry,
  applyToPages,
  applyToUnread,
  type Unread,
} from '#web/features/notifications/notification-changes.ts';
import { type NotificationPage, toRow } from '#web/features/notifications/notifications.api.ts';

const server = withTestServer();
let owner: TestPerson;
beforeAll(async () => {
  owner = await newPerson(server);
});

interface State {
  pages: NotificationPage[];
  entries: Record<string, Notification>;
  unread: Unread;
}

/** A person's list and count as the browser keeps them. */
const listView = (viewerId: string): LiveView<State> => ({
  topics: [`user:${viewerId}`],
  fetch: async (viewer) => {
    const { notifications, next_cursor, live_cursor } = await viewer.call(
      'get_notifications_with_actors',
      {},
    );
    const { unread_count, version } = await viewer.call('get_unread_notification_count', {});
    return {
      state: {
        pages: [{ rows: notifications.map(toRow), next_cursor, live_cursor: 0 }],
        entries: Object.fromEntries(notifications.map((entry) => [entry.id, entry])),
        unread: { unread_count, version },
      },
      live_cursor,
    };
  },
  reduce: (state, event) => {
    if (
      event.type !== 'notification.changed' &&
      event.type !== 'notification.read' &&
      event.type !== 'notification.removed'
    )
      return state;
    const pages = applyToPages(state.pages, event, {});
    const known =
      event.type === 'notification.changed'
        ? { [event.payload.notification.id]: event.payload.notification, ...state.entries }
        : state.entries;
    const entries = Object.fromEntries(
      Object.entries(known).map(([id, entry]) => [id, applyToEntry(entry, event)]),
    );
    return { pages, entries, unread: applyToUnread(state.unread, event) };
  },
  shown: (state) => ({
    ...state,
    entries: Object.fromEntries(
      state.pages.flatMap((page) => page.rows.map(({ id }) => [id, state.entries[id] as Notification])),
    ),
  }),
});

describe('what is kept by events equals what is fetched', () => {
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
});
