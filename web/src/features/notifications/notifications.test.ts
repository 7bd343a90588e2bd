import { createElement, Fragment } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { toActorPhrase } from '#contract/features/notifications/actor-phrase.ts';
import type { NotificationParams } from '#contract/features/notifications/notification-params.ts';
import type { Notification } from '#contract/features/notifications/notifications.ts';
import { toEventSentence } from '#contract/values/events/event-copy.ts';
import { type ListChanges, noChanges } from '#web/lib/list/list-changes.ts';
import { applyToEntry, applyToList, applyToUnread, isInList } from './notification-changes.ts';
import { showNotification } from './notification-copy.tsx';
import { arrangeNotifications } from './notification-order.ts';
import type { NotificationPage, NotificationRow } from './notifications.api.ts';

/** Any type can be given without the rest of its fields: the tests below need few of them. */
type Fields = { [K in keyof Notification]?: Notification[K] };
const entry = (fields: Fields = {}): Notification =>
  ({
    id: 'n1',
    user_id: 'me',
    actor_id: 'mia',
    last_actor_id: 'mia',
    type: 'post_like',
    content_preview: '',
    actor_relationship: 'member',
    space_id: 's1',
    target_type: 'post',
    target_id: 'p1',
    post_id: null,
    post_title: null,
    course_title: null,
    params: {},
    shown_inside_space: false,
    read: false,
    clicked: false,
    snoozed_until: null,
    created_at: '2026-11-21T04:00:00.000Z',
    expires_at: '2027-11-21T04:00:00.000Z',
    batch_key: null,
    batch_updated_at: '2026-11-21T04:00:00.000Z',
    actor_count: 1,
    actor_names: ['Mia'],
    version: 5,
    actor: null,
    space: { id: 's1', name: 'Bread', subdomain: 'bread', icon_image: null },
    conversation: null,
    ...fields,
  }) as Notification;
const changed = (notification: Notification, unread_count = 1) =>
  ({
    seq: 1,
    channel: 'user:me',
    type: 'notification.changed',
    payload: { notification, is_news: true, is_kept_unread: false, unread_count },
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
    [3, ['X', 'a'], 'X and 2 others'],
    [9, ['X', 'a'], 'X and 8 others'],
    [9, ['X', 'a', 'b', 'c'], 'X, a, b and 6 others'],
    [1, ['X', 'a', 'b'], 'X'],
    [2, [], 'Someone'],
    [0, [], 'Someone'],
  ] as const)('describes %i actors, named %j, as %s', (count, names, text) => {
    expect(phrase(count, [...names])).toBe(text);
  });
});

type EventParams = NotificationParams<'event_reminder'>;
const oven = (event: EventParams['event']): EventParams => ({
  event,
  minutes: event === 'soon' ? 15 : null,
  title: 'Oven day',
  starts_local: '2027-07-01T18:00',
  ends_local: '2027-07-01T20:00',
  time_zone: 'Africa/Lagos',
  all_day: false,
});

/** On the day before. */
const now = Date.parse('2027-06-30T12:00:00.000Z');

describe('Notification sentence', () => {
  const said = (fields: Fields) => {
    const { sentence, detail } = showNotification(entry(fields), { timeZone: 'Africa/Lagos', now }, (names) =>
      createElement('b', null, names),
    );
    const html = renderToStaticMarkup(createElement(Fragment, null, sentence));
    return detail === '' ? [html] : [html, detail];
  };
  const comment = { target_type: 'comment', target_id: 'c1', post_id: 'p1' } as const;
  const titled = { post_title: 'Rye' } as const;
  const course = { target_type: 'course', target_id: 'k1', course_title: 'Bread' } as const;
  const page = { post_id: 'p2', post_title: 'Rye' } as const;
  const space = { target_type: 'space', target_id: 's1' } as const;
  const event = { type: 'event_reminder', target_type: 'event', actor_count: 0 } as const;
  const when = 'Thursday, July 1, 2027, 6:00\u00a0PM to 8:00\u00a0PM (Africa/Lagos)';
  it.each<[Fields, ...string[]]>([
    [{}, '<b>Mia</b> liked your post'],
    [{ content_preview: 'Rye' }, '<b>Mia</b> liked your post', 'Rye'],
    [{ ...comment, actor_count: 2 }, '<b>Mia and 1 other</b> liked your comment'],
    [{ type: 'comment_reply', ...comment, params: { to: 'post' } }, '<b>Mia</b> commented on your post'],
    [{ type: 'comment_reply', ...comment, params: { to: 'page' } }, '<b>Mia</b> commented on your page'],
    [{ type: 'comment_reply', ...comment, params: { to: 'comment' } }, '<b>Mia</b> replied to your comment'],
    [{ type: 'mention' }, '<b>Mia</b> mentioned you in a post'],
    [{ type: 'mention', ...comment }, '<b>Mia</b> mentioned you in a comment'],
    [{ ...titled, content_preview: 'Rye' }, '<b>Mia</b> liked <b>Rye</b>'],
    [
      { ...comment, ...titled, content_preview: 'Nice' },
      '<b>Mia</b> liked your comment on <b>Rye</b>',
      'Nice',
    ],
    [
      { type: 'comment_reply', ...comment, ...titled, params: { to: 'post' }, content_preview: 'Nice' },
      '<b>Mia</b> commented on <b>Rye</b>',
      'Nice',
    ],
    [
      { type: 'comment_reply', ...comment, ...titled, params: { to: 'comment' } },
      '<b>Mia</b> replied to your comment on <b>Rye</b>',
    ],
    [{ type: 'mention', ...titled }, '<b>Mia</b> mentioned you in <b>Rye</b>'],
    [{ type: 'mention', ...comment, ...titled }, '<b>Mia</b> mentioned you in a comment on <b>Rye</b>'],
    [{ type: 'new_post', ...titled, params: { several: false } }, '<b>Mia</b> published <b>Rye</b>'],
    [
      { type: 'new_post', ...titled, params: { several: true } },
      '<b>Mia</b> published new posts, most recently <b>Rye</b>',
    ],
    [{ type: 'admin_announcement', ...titled, content_preview: 'Rye' }, '<b>Mia</b> announced <b>Rye</b>'],
    [{ type: 'space_join', ...space, params: { event: 'joined' } }, '<b>Mia</b> joined the space'],
    [{ type: 'space_join', ...space, params: { event: 'requested' } }, '<b>Mia</b> asked to join'],
    [{ type: 'new_post', params: { several: false } }, '<b>Mia</b> published a new post'],
    [{ type: 'new_post', params: { several: true } }, '<b>Mia</b> published new posts'],
    [{ type: 'new_customer', ...space }, '<b>Mia</b> became a paying member'],
    [{ type: 'admin_announcement' }, '<b>Mia</b> made an announcement'],
    [
      { type: 'new_course', ...course, content_preview: 'All about rye' },
      '<b>Mia</b> published the course <b>Bread</b>',
      'All about rye',
    ],
    [{ type: 'new_course', ...course, course_title: null }, '<b>Mia</b> published a new course'],
    [
      { type: 'new_pages', ...course, ...page, params: { several: false, since: '' } },
      '<b>Mia</b> published <b>Rye</b> in Bread',
    ],
    [
      { type: 'new_pages', ...course, params: { several: false, since: '' } },
      '<b>Mia</b> published a new page of a course',
    ],
    [
      { type: 'new_pages', ...course, params: { several: true, since: '' } },
      '<b>Mia</b> published new pages in <b>Bread</b>',
    ],
    [
      { type: 'new_pages', ...course, course_title: null, params: { several: true, since: '' } },
      '<b>Mia</b> published new pages of a course',
    ],
    [{ ...event, params: oven('day') }, 'Tomorrow: Oven day', when],
    [{ ...event, params: oven('soon') }, 'Oven day starts in 15 minutes', when],
    [{ ...event, params: oven('starting') }, 'Oven day is starting now', when],
    [{ ...event, params: oven('started') }, 'Oven day has started', when],
    [{ ...event, params: oven('changed') }, 'Oven day was changed', when],
    [{ ...event, params: oven('cancelled') }, 'Oven day was canceled', when],
    [{ ...event, params: oven('seat') }, 'You&#x27;re in: Oven day', when],
    [
      { type: 'membership', ...space, params: { outcome: 'approved' } },
      'Your request to join was approved',
      'Welcome! Take a look around and say hello.',
    ],
    [
      { type: 'membership', ...space, params: { outcome: 'declined' } },
      'Your request to join wasn&#x27;t approved',
      'You can still read about the space or ask again later.',
    ],
    [{ type: 'content_removed', content_preview: 'Spam' }, '<b>Mia</b> removed your post', 'Spam'],
    [{ type: 'content_removed', ...comment }, '<b>Mia</b> removed your comment'],
    [
      { type: 'report_reviewed', ...space, params: { kind: 'post', outcome: 'removed' } },
      'Moderators reviewed the post you reported',
      'The post was removed. Thanks for letting us know.',
    ],
    [
      { type: 'report_reviewed', ...comment, params: { kind: 'comment', outcome: 'dismissed' } },
      'Moderators reviewed the comment you reported',
      'They decided to take no action.',
    ],
    [
      { type: 'report_reviewed', ...space, params: { kind: 'comment', outcome: 'removed' } },
      'Moderators reviewed the comment you reported',
      'The comment was removed. Thanks for letting us know.',
    ],
    [
      { type: 'report_reviewed', ...space, params: { kind: 'member', outcome: 'banned' } },
      'Moderators reviewed the member you reported',
      'They took action. Thanks for letting us know.',
    ],
  ])('of %j', (fields, ...texts) => {
    expect(said(fields)).toEqual(texts);
  });
});

describe('Notification link', () => {
  it.each([
    [{}, '/bread/space/p1', { highlight: 'p1' }],
    [
      {
        type: 'comment_reply',
        target_type: 'comment',
        target_id: 'c1',
        post_id: 'p1',
        params: { to: 'post' },
      } as const,
      '/bread/space/p1',
      { highlight_comment: 'c1' },
    ],
    [
      { type: 'space_join', target_type: 'space', params: { event: 'joined' } } as const,
      '/bread/space/members',
      {},
    ],
    [{ type: 'new_customer', target_type: 'space' } as const, '/bread/space/members', {}],
    [{ type: 'membership', target_type: 'space', params: { outcome: 'declined' } } as const, '/bread', {}],
    [
      {
        type: 'report_reviewed',
        target_type: 'space',
        params: { kind: 'post', outcome: 'removed' },
      } as const,
      '/bread/space',
      {},
    ],
    [{ type: 'content_removed', target_type: 'post' } as const, '/bread/space/p1', { highlight: 'p1' }],
    [
      { type: 'event_reminder', target_type: 'event', target_id: 'e1', params: oven('changed') } as const,
      '/bread/space/calendar',
      { event: 'e1' },
    ],
    [
      {
        type: 'new_pages',
        target_type: 'course',
        target_id: 'k1',
        post_id: 'p2',
        params: { several: false, since: '' },
      } as const,
      '/bread/space/classroom/k1',
      { md: 'p2' },
    ],
    [
      { type: 'new_course', target_type: 'course', target_id: 'k1' } as const,
      '/bread/space/classroom/k1',
      {},
    ],
  ])('leads %j to %s', (fields, to, search) => {
    const written = showNotification(entry(fields), { timeZone: 'UTC', now }, (names) => names);
    expect({ to: written.to, search: written.search }).toEqual({ to, search });
  });
});

it('The times of an event are those of the reader', () => {
  const params = { event: 'changed', minutes: null, title: 'Oven day', time_zone: 'Africa/Lagos' } as const;
  const times = { starts_local: '2027-07-01T23:30', ends_local: '2027-07-02T01:00', all_day: false };
  const { detail } = showNotification(
    entry({ type: 'event_reminder', target_type: 'event', actor_count: 0, params: { ...params, ...times } }),
    { timeZone: 'Europe/Berlin', now },
    (names) => names,
  );
  expect(detail).toBe('Friday, July 2, 2027, 12:30\u00a0AM to 2:00\u00a0AM (Europe/Berlin)');
});

describe('A reminder', () => {
  it.each([
    // The event begins at 18:00 in Lagos on July 1, which is 02:00 on July 2 in Tokyo.
    ['the day before', 'Africa/Lagos', '2027-06-30T12:00:00.000Z', 'Tomorrow: Oven day'],
    ['the day before that of the reader', 'Asia/Tokyo', '2027-07-01T12:00:00.000Z', 'Tomorrow: Oven day'],
    ['two days before that of the reader', 'Asia/Tokyo', '2027-06-30T12:00:00.000Z', 'Reminder: Oven day'],
    ['its day', 'Africa/Lagos', '2027-06-30T23:00:00.000Z', 'Today: Oven day'],
    ['the day after', 'Africa/Lagos', '2027-07-02T12:00:00.000Z', 'Reminder: Oven day'],
    [
      'the day before, where the zone is not known',
      'Mars/Base',
      '2027-06-30T12:00:00.000Z',
      'Tomorrow: Oven day',
    ],
  ])('names the day as the reader counts it: on %s in %s', (_day, timeZone, at, expected) => {
    expect(toEventSentence(oven('day'), { timeZone, now: Date.parse(at) })).toBe(expected);
  });

  it("of whole days names the day on the reader's calendar", () => {
    const params = { ...oven('day'), starts_local: '2027-07-01T00:00', all_day: true };
    const at = (time: string) =>
      toEventSentence(params, { timeZone: 'America/New_York', now: Date.parse(time) });
    expect(at('2027-07-01T03:00:00.000Z')).toBe('Tomorrow: Oven day');
    expect(at('2027-07-01T04:00:00.000Z')).toBe('Today: Oven day');
    expect(toEventSentence(params, { timeZone: 'Mars/Base', now: 0 })).toBe('Reminder: Oven day');
  });
});

describe('Notification event', () => {
  it('with an older version changes neither entry nor count', () => {
    expect(applyToEntry(entry({ version: 5 }), read(['n1'], 4)).read).toBe(false);
    const unread = { unread_count: 3, version: 5 };
    expect(applyToUnread(unread, read(null, 5))).toBe(unread);
    expect(applyToUnread(unread, read(null, 6))).toEqual({ unread_count: 0, version: 6 });
  });

  it('moves a changed entry to its position by time, once, even if received twice', () => {
    const row = (id: string, at: string) => ({ id, batch_updated_at: `2026-11-21T04:00:0${at}.000Z` });
    const pages: NotificationPage[] = [
      { rows: [row('c', '3'), row('b', '2')], next_cursor: 'x', live_cursor: 0 },
      { rows: [row('a', '1')], next_cursor: 'y', live_cursor: 0 },
    ];
    const ids = (changes: Changes) => arrangeNotifications(pages, changes).map(({ id }) => id);
    const event = changed(entry({ id: 'a', batch_updated_at: '2026-11-21T04:00:04.000Z' }));
    const once = applyToList(none, event, {});
    expect(ids(once)).toEqual(['a', 'c', 'b']);
    expect(applyToList(once, event, {})).toBe(once);
    // Older than all loaded entries, with more pages to come: it arrives with its page.
    const old = changed(entry({ id: 'z', batch_updated_at: '2026-11-20T00:00:00.000Z' }));
    expect(ids(applyToList(none, old, {}))).toEqual(['c', 'b', 'a']);
    const whole = pages.map((page) => ({ ...page, next_cursor: null }));
    expect(arrangeNotifications(whole, applyToList(none, old, {})).at(-1)?.id).toBe('z');
    // An entry that no longer belongs in the list disappears, even if a page request is in flight.
    expect(ids(applyToList(once, { ...event, seq: 2 }, { only_space_id: 's2' }))).toEqual(['c', 'b']);
  });

  it('of another notification leaves an entry alone, however new it is', () => {
    const now = entry({ version: 5 });
    expect(applyToEntry(now, read(['n2'], 6))).toBe(now);
    expect(applyToEntry(now, read(['n1', 'n2'], 6)).read).toBe(true);
  });

  it('sorts entries of the same time by ID', () => {
    const rows = ['a', 'c', 'b'].map((id) => ({ id, batch_updated_at: '2026-11-21T04:00:00.000Z' }));
    const event = changed(entry({ id: 'bb' }));
    const page = {
      rows: rows.toSorted((x, y) => y.id.localeCompare(x.id)),
      next_cursor: null,
      live_cursor: 0,
    };
    expect(arrangeNotifications([page], applyToList(none, event, {})).map(({ id }) => id)).toEqual([
      'c',
      'bb',
      'b',
      'a',
    ]);
  });

  it('hides entries of the open space except those shown inside it', () => {
    const inside = { inside_space_id: 's1' };
    expect(isInList(entry(), inside)).toBe(false);
    expect(isInList(entry({ shown_inside_space: true }), inside)).toBe(true);
    expect(isInList(entry({ space_id: 's2' }), inside)).toBe(true);
    expect(isInList(entry({ space_id: 's2' }), { only_space_id: 's1' })).toBe(false);
  });
});
