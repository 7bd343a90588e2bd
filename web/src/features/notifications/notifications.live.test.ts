import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Notification } from '#contract/features/notifications/notifications.ts';
import type { LiveEvent } from '#contract/live.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { applyLiveEvent, refetchChannel } from '#web/lib/live/live-client.ts';
import { aNotification, aPost, idOf, spaceId } from '#web-testing/fixtures.ts';
import { seedEntities } from '#web-testing/seed-entities.ts';
import { arrangeNotifications } from './notification-order.ts';
import {
  type NotificationFilter,
  type NotificationPage,
  notificationChanges,
  notificationPages,
  toRow,
  unreadQuery,
} from './notifications.api.ts';
import './notifications.live.ts';

const offerPush = vi.hoisted(() => vi.fn(async (_viewerId: string) => {}));
vi.mock('./push/offer-push.ts', () => ({ offerPush }));

const otherSpaceId = idOf(9);
/** The lists that someone has opened. */
const filters = {
  all: {},
  inside: { inside_space_id: spaceId },
  only: { only_space_id: spaceId },
  other: { only_space_id: otherSpaceId },
  snoozed: { state: 'snoozed' },
} satisfies Record<string, NotificationFilter>;

let client: ReturnType<typeof createQueryClient>;
let seq = 0;
const context = () => ({ client, viewerId: 'me' });
const receive = (type: LiveEvent['type'], payload: object) => {
  seq += 1;
  applyLiveEvent({ seq, channel: 'user:me', type, payload } as LiveEvent, context());
};
const changed = (notification: Notification, unread_count = 1) =>
  receive('notification.changed', { notification, is_news: true, is_kept_unread: false, unread_count });
const read = (notification_ids: string[] | null, version: number, clicked = false) =>
  receive('notification.read', { notification_ids, clicked, unread_count: 0, version });

/** Loads all lists with these notifications, and a count of 3 at version 4. */
function load(notifications: Notification[]) {
  seedEntities(client, { notification: notifications });
  for (const filter of Object.values(filters)) {
    const page: NotificationPage = { rows: notifications.map(toRow), next_cursor: null, live_cursor: 0 };
    client.setQueryData(notificationPages(filter).queryKey, { pages: [page], pageParams: [null] });
  }
  for (const inside of [undefined, spaceId, otherSpaceId]) {
    client.setQueryData(unreadQuery(inside).queryKey, { unread_count: 3, version: 4, live_cursor: 0 });
  }
}
const listed = (filter: NotificationFilter) => {
  const pages = client.getQueryData(notificationPages(filter).queryKey)?.pages ?? [];
  return arrangeNotifications(pages, notificationChanges.read(client, filter)).map(({ id }) => id);
};
const stored = (n = 1) => readEntity(client, 'notification', idOf(n));
const count = () => client.getQueryData(unreadQuery().queryKey);
const outdatedCounts = () =>
  [undefined, spaceId, otherSpaceId].filter(
    (inside) => client.getQueryState(unreadQuery(inside).queryKey)?.isInvalidated,
  );

beforeEach(() => {
  seq = 0;
  client = createQueryClient(vi.fn());
});

describe('a new notification', () => {
  it('goes to the top of the lists it belongs to', () => {
    load([aNotification()]);
    changed(aNotification({ id: idOf(2), batch_updated_at: '2026-02-01T00:00:00.000Z', version: 5 }));
    expect(listed(filters.all)).toEqual([idOf(2), idOf(1)]);
    expect(listed(filters.only)).toEqual([idOf(2), idOf(1)]);
    expect(listed(filters.inside)).toEqual([idOf(1)]);
    expect(listed(filters.other)).toEqual([idOf(1)]);
    expect(stored(2)).toMatchObject({ version: 5 });
  });

  it('sets the count of all, and outdates those inside of spaces that show it', () => {
    load([]);
    changed(aNotification({ version: 5 }), 8);
    expect(count()).toMatchObject({ unread_count: 8, version: 5 });
    expect(outdatedCounts()).toEqual([otherSpaceId]);
    changed(aNotification({ version: 6, shown_inside_space: true }), 9);
    expect(outdatedCounts()).toEqual([spaceId, otherSpaceId]);
  });

  it('moves between the lists and the one of snoozed ones', () => {
    load([]);
    const snoozed_until = '2026-02-02T09:00:00.000Z';
    changed(aNotification({ version: 5, read: true, snoozed_until }), 2);
    expect([listed(filters.all), listed(filters.only), listed(filters.snoozed)]).toEqual([[], [], [idOf(1)]]);
    changed(aNotification({ version: 6 }), 3);
    expect([listed(filters.all), listed(filters.only), listed(filters.snoozed)]).toEqual([
      [idOf(1)],
      [idOf(1)],
      [],
    ]);
    expect(count()).toMatchObject({ unread_count: 3 });
  });

  it('with an older version than the entry leaves it alone', () => {
    load([aNotification({ version: 5 })]);
    changed(aNotification({ version: 4, read: true }));
    expect(stored()?.read).toBe(false);
    changed(aNotification({ version: 6, read: true }));
    expect(stored()?.read).toBe(true);
  });

  it('with an older version than the count leaves it alone', () => {
    load([]);
    changed(aNotification({ version: 4 }), 8);
    expect(count()).toMatchObject({ unread_count: 3, version: 4 });
  });

  it('adds no count where none was loaded', () => {
    changed(aNotification({ version: 5 }), 8);
    expect(count()).toBeUndefined();
  });
});

describe('reading', () => {
  it('marks the given notifications as read, and as clicked if they were opened', () => {
    load([aNotification(), aNotification({ id: idOf(2) }), aNotification({ id: idOf(3), clicked: true })]);
    read([idOf(1)], 5, true);
    read([idOf(3)], 5);
    expect(stored(1)).toMatchObject({ read: true, clicked: true, version: 5 });
    expect(stored(2)).toMatchObject({ read: false, clicked: false, version: 1 });
    expect(stored(3)).toMatchObject({ read: true, clicked: true });
    expect(count()).toMatchObject({ unread_count: 0, version: 5 });
    expect(outdatedCounts()).toEqual([spaceId, otherSpaceId]);
  });

  it('of everything leaves read ones and newer ones as they are', () => {
    load([
      aNotification(),
      aNotification({ id: idOf(2), read: true, version: 2 }),
      aNotification({ id: idOf(3), version: 9 }),
    ]);
    read(null, 5);
    expect(stored(1)).toMatchObject({ read: true, clicked: false, version: 5 });
    expect(stored(2)).toMatchObject({ read: true, version: 2 });
    expect(stored(3)).toMatchObject({ read: false, version: 9 });
    expect(listed(filters.all)).toHaveLength(3);
  });

  it('with the version that a notification has changes nothing', () => {
    load([aNotification({ version: 5 })]);
    read([idOf(1)], 5);
    expect(stored()).toMatchObject({ read: false });
  });
});

it('a removed notification leaves all lists, and lowers the count', () => {
  load([aNotification(), aNotification({ id: idOf(2) })]);
  receive('notification.removed', { notification_id: idOf(1), unread_count: 2, version: 5 });
  expect(listed(filters.all)).toEqual([idOf(2)]);
  expect(listed(filters.only)).toEqual([idOf(2)]);
  expect(stored(1)).toMatchObject({ read: false, version: 1 });
  expect(count()).toMatchObject({ unread_count: 2 });
  expect(outdatedCounts()).toEqual([spaceId, otherSpaceId]);
});

it('outdates the counts inside of spaces, but not their lists, which the event has changed', () => {
  load([aNotification()]);
  changed(aNotification({ version: 2, shown_inside_space: true }));
  expect(outdatedCounts()).toEqual([spaceId, otherSpaceId]);
  const list = notificationPages(filters.inside).queryKey;
  expect(client.getQueryState(list)?.isInvalidated).toBe(false);
});

it('offers push notifications for a reply to a post of the viewer, and for nothing else', async () => {
  const replied = (fields: Partial<Notification>) =>
    aNotification({
      type: 'comment_reply',
      params: { to: 'post' },
      target_type: 'comment',
      ...fields,
    } as never);
  changed(aNotification());
  changed(replied({ params: { to: 'comment' } } as never));
  receive('notification.changed', {
    notification: replied({ id: idOf(2) }),
    is_news: false,
    is_kept_unread: false,
    unread_count: 1,
  });
  changed(replied({ id: idOf(3), user_id: idOf(77) }));
  await vi.waitFor(() => expect(offerPush).toHaveBeenCalled());
  expect(offerPush.mock.calls).toEqual([[idOf(77)]]);
});

describe('everything is requested again', () => {
  const outdated = () => [
    client.getQueryState(notificationPages().queryKey)?.isInvalidated,
    client.getQueryState(unreadQuery().queryKey)?.isInvalidated,
  ];

  it('after the end of a membership, but not after another change of it', () => {
    load([]);
    receive('membership.changed', { space_id: spaceId, role: 'admin' });
    expect(outdated()).toEqual([false, false]);
    receive('membership.changed', { space_id: spaceId, role: null });
    expect(outdated()).toEqual([true, true]);
  });

  it('after a lost connection', () => {
    load([]);
    refetchChannel('user:me', context());
    expect(outdated()).toEqual([true, true]);
  });
});

it('shows the new title of an edited post, but not of a post that the viewer could not read', () => {
  const about = { target_id: idOf(21), post_title: 'Rye' };
  const reply = {
    id: idOf(2),
    type: 'comment_reply',
    params: { to: 'post' },
    target_type: 'comment',
    target_id: idOf(31),
    post_id: idOf(21),
    post_title: 'Rye',
  } as const;
  const others = [
    aNotification({ id: idOf(3), target_id: idOf(22), post_title: 'Oats' }),
    aNotification({ id: idOf(4), target_id: idOf(21), post_title: null }),
  ];
  load([aNotification(about), aNotification(reply), ...others]);
  receive('post.changed', { post: aPost({ id: idOf(21), title: 'Rye for beginners' }) });
  expect([1, 2, 3, 4].map((n) => stored(n)?.post_title)).toEqual([
    'Rye for beginners',
    'Rye for beginners',
    'Oats',
    null,
  ]);
});
