import { describe, expect, it } from 'vitest';
import type { Notification } from '#contract/notifications.ts';
import { type ListChanges, noChanges } from '#web/lib/list/list-changes.ts';
import { aNotification, idOf } from '#web-testing/fixtures.ts';
import { toActorPhrase } from './actor-phrase.ts';
import { applyToEntry, applyToList, applyToUnread, isInList } from './notification-changes.ts';
import { toNotificationTarget } from './notification-link.ts';
import { arrangeNotifications } from './notification-order.ts';
import type { NotificationPage, NotificationRow } from './notifications.api.ts';

const [n1, s1, p1, c1, e1] = [idOf(1), idOf(2), idOf(3), idOf(4), idOf(5)] as const;
const entry = (fields: Partial<Notification> = {}): Notification =>
  aNotification({ id: n1, space_id: s1, target_id: p1, version: 5, ...fields });
const changed = (notification: Notification, unread_count = 1) =>
  ({
    seq: 1,
    channel: 'user:me',
    type: 'notification.changed',
    payload: { notification, unread_count },
  }) as const;
const read = (notification_ids: string[] | null, version: number) =>
  ({
    seq: 2,
    channel: 'user:me',
    type: 'notification.read',
    payload: { notification_ids, clicked: false, unread_count: 0, version },
  }) as const;

type Changes = ListChanges<NotificationRow>;
const none: Changes = noChanges;

describe('Actor phrase', () => {
  const phrase = (actor_count: number, actor_names: string[]) =>
    toActorPhrase({ actor: null, actor_count, actor_names });
  it.each([
    [1, ['X'], 'X'],
    [2, ['X', 'a'], 'X and 1 other'],
    [3, ['X', 'a', 'b'], 'X and 2 others'],
    [4, ['X', 'a', 'b'], 'X, a, b and 1 other'],
    [9, ['X', 'a', 'b'], 'X, a, b and 6 others'],
    [9, ['X'], 'X and 8 others'],
    [2, [], 'Someone'],
    [0, [], null],
  ] as const)('describes %i actors, named %j, as %s', (count, names, text) => {
    expect(phrase(count, [...names])).toBe(text);
  });
});

describe('Notification link', () => {
  it.each([
    [{}, `/bread/space/${p1}`, { highlight: p1 }],
    [
      { type: 'comment_reply', target_type: 'comment', target_id: c1, post_id: p1 } as const,
      `/bread/space/${p1}`,
      { highlight_comment: c1 },
    ],
    [{ type: 'space_join', target_type: 'space' } as const, '/bread/space/members', {}],
    [{ type: 'new_customer', target_type: 'space' } as const, '/bread/space/members', {}],
    [{ type: 'membership', target_type: 'space' } as const, '/bread', {}],
    [{ type: 'moderation', target_type: 'space' } as const, '/bread/space', {}],
    [{ type: 'moderation', target_type: 'post' } as const, `/bread/space/${p1}`, { highlight: p1 }],
    [
      { type: 'event_reminder', target_type: 'event', target_id: e1 } as const,
      '/bread/space/calendar',
      { event: e1 },
    ],
  ])('leads %j to %s', (fields, to, search) => {
    expect(toNotificationTarget(entry(fields))).toEqual({ to, search });
  });
});

describe('Notification event', () => {
  it('with an older version changes neither entry nor count', () => {
    const now = entry({ version: 5, read: true });
    expect(applyToEntry(now, changed(entry({ version: 4 })))).toBe(now);
    expect(applyToEntry(entry({ version: 5 }), read([n1], 4)).read).toBe(false);
    const unread = { unread_count: 3, version: 5 };
    expect(applyToUnread(unread, read(null, 5))).toBe(unread);
    expect(applyToUnread(unread, read(null, 6))).toEqual({ unread_count: 0, version: 6 });
  });

  it('moves a changed entry to its position by time, once, even if received twice', () => {
    const row = (id: string, at: string) => ({ id, batch_updated_at: `2026-11-21T04:00:0${at}.000Z` });
    const pages: NotificationPage[] = [
      { rows: [row(idOf(33), '3'), row(idOf(32), '2')], next_cursor: 'x', live_cursor: 0 },
      { rows: [row(idOf(31), '1')], next_cursor: 'y', live_cursor: 0 },
    ];
    const ids = (changes: Changes) => arrangeNotifications(pages, changes).map(({ id }) => id);
    const event = changed(entry({ id: idOf(31), batch_updated_at: '2026-11-21T04:00:04.000Z' }));
    const once = applyToList(none, event, {});
    expect(ids(once)).toEqual([31, 33, 32].map(idOf));
    expect(applyToList(once, event, {})).toBe(once);
    // Older than all loaded entries, with more pages to come: it arrives with its page.
    const old = changed(entry({ id: idOf(39), batch_updated_at: '2026-11-20T00:00:00.000Z' }));
    expect(ids(applyToList(none, old, {}))).toEqual([33, 32, 31].map(idOf));
    const whole = pages.map((page) => ({ ...page, next_cursor: null }));
    expect(arrangeNotifications(whole, applyToList(none, old, {})).at(-1)?.id).toBe(idOf(39));
    // An entry that no longer belongs in the list disappears, even if a page request is in flight.
    expect(ids(applyToList(once, { ...event, seq: 2 }, { only_space_id: idOf(6) }))).toEqual(
      [33, 32].map(idOf),
    );
  });

  it('hides likes of the open space but shows replies', () => {
    const inside = { inside_space_id: s1 };
    expect(isInList(entry(), inside)).toBe(false);
    expect(isInList(entry({ type: 'comment_reply' }), inside)).toBe(true);
    expect(isInList(entry({ type: 'mention' }), inside)).toBe(true);
    expect(isInList(entry({ space_id: idOf(6) }), inside)).toBe(true);
    expect(isInList(entry({ space_id: idOf(6) }), { only_space_id: s1 })).toBe(false);
  });
});
