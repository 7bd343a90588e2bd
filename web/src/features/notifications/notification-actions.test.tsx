import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Mute } from '#contract/features/notifications/mutes.ts';
import { writeNotification } from '#contract/features/notifications/notification-copy.ts';
import { notificationTypeNames } from '#contract/features/notifications/notification-types.ts';
import type { Notification } from '#contract/features/notifications/notifications.ts';
import { preferenceDefaults, type SpacePreferences } from '#contract/features/notifications/preferences.ts';
import { spaceSummary } from '#contract/features/spaces/spaces.ts';
import { mutedForGood } from '#contract/values/mute-durations.ts';
import { NetworkError } from '#web/lib/api/api-client.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { setShortcutsOn } from '#web/lib/shortcuts.ts';
import { dismissToast } from '#web/ui/overlays/toast.ts';
import { type Responses, respondWith } from '#web-testing/fake-api.ts';
import {
  aConversation,
  aNotification,
  anAccount,
  aSpace,
  idOf,
  spaceId,
  timeOf,
} from '#web-testing/fixtures.ts';
import { trackFocusVisible } from '#web-testing/focus-visible.ts';
import { renderPage, setViewer } from '#web-testing/render-page.tsx';
import { toStop } from './notification-stop.ts';
import { type NotificationSearch, unreadQuery } from './notifications.api.ts';
import { NotificationsScreen } from './notifications-screen.tsx';
import { toReturnTime } from './use-snooze.ts';

const call = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/api/api-client.ts', async (original) => ({ ...(await original<object>()), call }));
beforeEach(() => void call.mockReset());
afterEach(() => {
  cleanup();
  dismissToast();
  vi.restoreAllMocks();
});

function Screen() {
  const [selected, setSelected] = useState<NotificationSearch>({});
  return <NotificationsScreen selected={selected} onSelect={setSelected} />;
}

const like = aNotification({ target_id: idOf(21), content_preview: 'Rye bread' });
const reply = aNotification({
  id: idOf(2),
  created_at: timeOf(-60),
  type: 'comment_reply',
  params: { to: 'post' },
  target_type: 'comment',
  target_id: idOf(22),
  post_id: idOf(23),
  content_preview: 'Which flour?',
});
const removal = aNotification({
  id: idOf(3),
  created_at: timeOf(-120),
  type: 'content_removed',
  content_preview: 'Off topic',
});
const conversation = { id: idOf(31), is_group: true, name: 'Book club' };
const added = aNotification({
  id: idOf(4),
  created_at: timeOf(-180),
  type: 'group_added',
  space_id: null as never,
  space: null,
  conversation_id: conversation.id,
  conversation,
  target_type: 'message',
});
const down = () => {
  throw new NetworkError(null);
};

/** Shows the page of notifications. */
async function show(responses: Responses = {}, first = 'Rye bread') {
  let mute: Mute | null = null;
  let preferences: SpacePreferences = {
    preferences: preferenceDefaults,
    is_customized: false,
    customized_names: [],
    unsubscribed_types: [],
    mute: null,
  };
  let live_cursor = 5;
  let listed: Notification[] = [like, reply, removal];
  call.mockImplementation(
    respondWith({
      get_notifications_with_actors: () => ({ notifications: listed, next_cursor: null, live_cursor }),
      list_unread_spaces: () => ({
        spaces: [{ space_id: spaceId, unread_count: 2 }],
        muted_space_ids: [],
      }),
      get_user_spaces_with_memberships: () => ({ spaces: [spaceSummary.parse(aSpace())] }),
      get_unread_notification_count: () => ({ unread_count: listed.length, version: 1, live_cursor }),
      get_effective_notification_preferences: () => preferences,
      update_space_notification_preferences: ({ space_id: _space, ...changes }) => {
        preferences = { ...preferences, preferences: { ...preferences.preferences, ...changes } };
        return preferences;
      },
      get_post_mute: () => ({ mute }),
      mute_post: () => {
        mute = { until: mutedForGood };
        return { mute };
      },
      unmute_post: () => {
        mute = null;
        return { mute };
      },
      delete_notification: ({ notification_id }) => {
        live_cursor += 1;
        listed = listed.filter(({ id }) => id !== notification_id);
        return {};
      },
      restore_notification: () => {
        live_cursor += 1;
        listed = [like, reply, removal];
        return { restored: true };
      },
      ...responses,
    }),
  );
  const client = createQueryClient(call);
  setViewer(client, anAccount());
  renderPage(client, <Screen />);
  await screen.findByText(first);
  return client;
}
const writes = () =>
  call.mock.calls.flatMap(([name, input]) => (/^(get|list)_/.test(name) ? [] : [[name, input]]));
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const rows = () => screen.getAllByRole('listitem').map((item) => item.textContent ?? '');

describe('Each notification', () => {
  it('says why it came', async () => {
    await show();
    expect(rows()[0]).toContain("It's your post");
    for (const type of notificationTypeNames) {
      const params = {
        to: 'post',
        event: type === 'event_reminder' ? 'day' : 'joined',
        starts_local: '2027-07-01T18:00',
        ends_local: '2027-07-01T19:00',
        time_zone: 'UTC',
        outcome: 'approved',
        kind: 'post',
        count: 1,
        shows: 'text',
      } as never;
      expect(
        writeNotification({ ...like, type, params } as Notification, { timeZone: 'UTC', now: 0 }).reason,
      ).toMatch(/^\S.{5,30}$/);
    }
  });

  it('can be stopped unless no preference turns it off', async () => {
    await show();
    expect(toStop(removal)).toBeNull();
    expect(toStop(added)).toEqual({ kind: 'conversation', conversation_id: conversation.id });
    expect(screen.getAllByRole('button', { name: /^(Turn off|Mute)/ })).toHaveLength(2);
  });
});

describe('Stopping notifications', () => {
  it('like a comment mutes the post; undoing unmutes it', async () => {
    await show();
    await press('Mute this post');
    expect(await screen.findByText('Post muted')).toBeTruthy();
    await press('Undo');
    const post_id = idOf(23);
    await waitFor(() =>
      expect(writes()).toEqual([
        ['mute_post', { post_id, duration: 'always' }],
        ['unmute_post', { post_id }],
      ]),
    );
  });

  /** Shows that the viewer was added to a group, which they have muted until then. */
  const showAdded = (muted_until: string | null, get_conversation?: Responses['get_conversation']) =>
    show({
      get_notifications_with_actors: () => ({
        notifications: [added, like],
        next_cursor: null,
        live_cursor: 5,
      }),
      get_conversation:
        get_conversation ?? (() => ({ conversation: aConversation({ muted_until }), live_cursor: 5 })),
      mute_conversation: ({ conversation_id, duration }) => ({
        viewer_state: {
          conversation_id,
          last_read_seq: 0,
          unread_count: 0,
          is_marked_unread: false,
          muted_until: duration && mutedForGood,
          status: 'active' as const,
          version: 1,
          viewer_version: 1,
        },
      }),
    });

  it('from a conversation mutes it; undoing unmutes it', async () => {
    await showAdded(null);
    const row = rows().find((text) => text.includes('Book club')) ?? '';
    expect(row).toContain('added you to Book club');
    expect(row).toContain('You were added');
    const slug = conversation.id.replaceAll('-', '');
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toContain(`/app/chat?ch=${slug}`);
    await press('Mute this conversation');
    expect(await screen.findByText('Conversation muted')).toBeTruthy();
    await press('Undo');
    const { id: conversation_id } = conversation;
    await waitFor(() =>
      expect(writes()).toEqual([
        ['mute_conversation', { conversation_id, duration: 'always' }],
        ['mute_conversation', { conversation_id, duration: null }],
      ]),
    );
  });

  it('from a conversation offers to unmute it afterwards, also if it was muted elsewhere, until that ends', async () => {
    const hover = () => userEvent.hover(screen.getByRole('button', { name: 'Mute this conversation' }));
    await showAdded(mutedForGood);
    await hover();
    await press('Unmute this conversation');
    expect(await screen.findByText('Conversation unmuted')).toBeTruthy();
    await press('Mute this conversation');
    await screen.findByRole('button', { name: 'Unmute this conversation' });
    expect(writes().map(([, input]) => input.duration)).toEqual([null, 'always']);
    cleanup();
    await showAdded(timeOf(0));
    await hover();
    await waitFor(() => expect(call.mock.calls.at(-1)?.[0]).toBe('get_conversation'));
    expect(screen.queryByRole('button', { name: 'Unmute this conversation' })).toBeNull();
  });

  it('keeps what was chosen while the state from before is still on its way', async () => {
    const before = Promise.withResolvers<void>();
    await showAdded(null, async () => {
      await before.promise;
      return { conversation: aConversation({ muted_until: null }), live_cursor: 5 };
    });
    await press('Mute this conversation');
    await screen.findByRole('button', { name: 'Unmute this conversation' });
    await act(async () => before.resolve());
    await screen.findByText('Conversation muted');
    expect(screen.getByRole('button', { name: 'Unmute this conversation' })).toBeTruthy();
  });

  it('like a like turns off the preference in its space; undoing turns it on again', async () => {
    await show();
    await press('Turn off in Bread: Likes');
    expect(await screen.findByText('Likes from Bread')).toBeTruthy();
    await press('Undo');
    await waitFor(() =>
      expect(writes()).toEqual([
        ['update_space_notification_preferences', { space_id: spaceId, likes: false }],
        ['update_space_notification_preferences', { space_id: spaceId, likes: true }],
      ]),
    );
  });

  it('offers to turn them on again afterwards, in each entry that it stopped', async () => {
    const notifications = [like, { ...like, id: idOf(9), content_preview: 'Sourdough' }, reply];
    await show({
      get_notifications_with_actors: () => ({ notifications, next_cursor: null, live_cursor: 5 }),
    });
    await userEvent.click(
      screen.getAllByRole('button', { name: 'Turn off in Bread: Likes' })[0] as HTMLElement,
    );
    await waitFor(() =>
      expect(screen.getAllByRole('button', { name: 'Turn on in Bread: Likes' })).toHaveLength(2),
    );
    await userEvent.click(
      screen.getAllByRole('button', { name: 'Turn on in Bread: Likes' })[1] as HTMLElement,
    );
    expect(await screen.findByText('Turned on')).toBeTruthy();
    expect(await screen.findAllByRole('button', { name: 'Turn off in Bread: Likes' })).toHaveLength(2);
    await press('Mute this post');
    await press('Unmute this post');
    expect(await screen.findByText('Post unmuted')).toBeTruthy();
    await screen.findByRole('button', { name: 'Mute this post' });
    expect(writes().map(([name]) => name)).toEqual([
      'update_space_notification_preferences',
      'update_space_notification_preferences',
      'mute_post',
      'unmute_post',
    ]);
  });

  it('says so if it fails', async () => {
    await show({ mute_post: down });
    await press('Mute this post');
    expect(await screen.findByText("Couldn't turn these off")).toBeTruthy();
  });
});

describe('Removing a notification', () => {
  const remove = (row: number) =>
    userEvent.click(screen.getAllByRole('button', { name: 'Remove' })[row] as HTMLElement);

  it('takes it out at once; undoing brings it back', async () => {
    const gate = Promise.withResolvers<object>();
    await show({ delete_notification: () => gate.promise as Promise<Record<string, never>> });
    await remove(0);
    expect(rows().join()).not.toContain('Rye bread');
    expect(screen.queryByText('Notification removed')).toBeNull();
    gate.resolve({});
    expect(await screen.findByText('Notification removed')).toBeTruthy();
    await press('Undo');
    expect(await screen.findByText('Rye bread')).toBeTruthy();
    expect(writes()).toEqual([
      ['delete_notification', { notification_id: like.id }],
      ['restore_notification', { notification_id: like.id }],
    ]);
  });

  it('shows it again if it fails', async () => {
    await show({ delete_notification: down });
    await remove(0);
    expect(await screen.findByText("Couldn't remove the notification")).toBeTruthy();
    expect(rows()[0]).toContain('Rye bread');
  });

  it('says when it is too late to undo', async () => {
    await show({ restore_notification: () => ({ restored: false }) });
    await remove(0);
    await press('Undo');
    expect(await screen.findByText("It can't be restored anymore")).toBeTruthy();
  });
});

describe('Marking one', () => {
  it('as read and as unread changes it and the count at once', async () => {
    const counted = { unread_count: 2, version: 2 };
    const client = await show({
      mark_notifications_as_read: () => counted,
      mark_notifications_as_unread: () => ({ ...counted, unread_count: 3 }),
    });
    await client.fetchQuery(unreadQuery());
    const count = () => client.getQueryData(unreadQuery().queryKey)?.unread_count;
    await userEvent.click(screen.getAllByRole('button', { name: 'Mark as read' })[0] as HTMLElement);
    expect(rows()[0]).not.toContain('(unread)');
    expect(count()).toBe(2);
    await press('Mark as unread');
    expect(rows()[0]).toContain('(unread)');
    expect(count()).toBe(3);
    expect(writes()).toEqual([
      ['mark_notifications_as_read', { notification_ids: [like.id] }],
      ['mark_notifications_as_unread', { notification_ids: [like.id] }],
    ]);
  });

  it('as unread is reverted if it fails', async () => {
    const read = { ...like, read: true };
    await show({
      get_notifications_with_actors: () => ({ notifications: [read], next_cursor: null, live_cursor: 5 }),
      mark_notifications_as_unread: down,
    });
    await press('Mark as unread');
    expect(await screen.findByText("Couldn't mark it as unread")).toBeTruthy();
    expect(rows()[0]).not.toContain('(unread)');
  });
});

describe('Snoozing', () => {
  const snoozed_until = '2027-03-29T07:00:00.000Z';
  const choose = async (duration: string) => {
    await userEvent.click(screen.getAllByRole('button', { name: 'Remind me later' })[0] as HTMLElement);
    await userEvent.click(await screen.findByRole('menuitem', { name: duration }));
  };

  it.each([
    [false, ['mark_notifications_as_unread', { notification_ids: [like.id] }]],
    [true, ['unsnooze_notification', { notification_id: like.id }]],
  ])(
    'takes it out at once, and says until when; undoing puts it back (read before: %s)',
    async (read, undone) => {
      const notifications = [{ ...like, read }, reply];
      await show({
        get_notifications_with_actors: () => ({ notifications, next_cursor: null, live_cursor: 6 }),
        snooze_notification: () => ({ snoozed_until }),
        unsnooze_notification: () => ({}),
        mark_notifications_as_unread: () => ({ unread_count: 3, version: 2 }),
      });
      await choose('Tomorrow morning');
      await waitFor(() => expect(rows().join()).not.toContain('Rye bread'));
      expect(await screen.findByText(/^Snoozed until Mon.*[0-9]:00/)).toBeTruthy();
      await press('Undo');
      await waitFor(() =>
        expect(writes()).toEqual([
          ['snooze_notification', { notification_id: like.id, duration: 'tomorrow' }],
          undone,
        ]),
      );
    },
  );

  it('shows it again if it fails', async () => {
    await show({ snooze_notification: down });
    await choose('In 1 hour');
    expect(await screen.findByText("Couldn't snooze the notification")).toBeTruthy();
    expect(rows()[0]).toContain('Rye bread');
  });

  it('has a list of its own, from which they can be put back unread', async () => {
    const snoozed = { ...like, read: true, snoozed_until };
    await show(
      {
        get_notifications_with_actors: ({ state }) => ({
          notifications: state === 'snoozed' ? [snoozed] : [reply],
          next_cursor: null,
          live_cursor: 5,
        }),
        mark_notifications_as_unread: () => ({ unread_count: 1, version: 2 }),
      },
      'Which flour?',
    );
    expect(rows()).toHaveLength(1);
    await press('Snoozed');
    expect((await screen.findByText('Rye bread')).closest('li')?.textContent).toContain('Snoozed until Mon');
    expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
    await press('Move back to the list');
    expect(await screen.findByText('Nothing is snoozed')).toBeTruthy();
    expect(writes()).toEqual([['mark_notifications_as_unread', { notification_ids: [like.id] }]]);
  });
});

describe('The time at which a notification comes back', () => {
  afterEach(() => void vi.useRealTimers());
  const local = (day: number, hour: number) => new Date(2026, 10, day, hour);
  it.each([
    ['tomorrow', local(24, 9), /^Tue.9:00.AM$/],
    ['in six days at an earlier hour', local(29, 9), /^Sun.9:00.AM$/],
    ['on the same day of the next week', local(30, 9), /^Mon, Nov 30, 9:00.AM$/],
  ])('%s cannot be taken for another day', (_when, until, text) => {
    vi.useFakeTimers({ toFake: ['Date'], now: local(23, 10) });
    expect(toReturnTime(until.toISOString())).toMatch(text);
  });
});

describe('On phones', () => {
  beforeEach(() => {
    vi.stubGlobal('matchMedia', (media: string) => ({
      matches: media === '(hover: none) and (width < 48rem)',
      addEventListener() {},
      removeEventListener() {},
    }));
  });
  afterEach(() => vi.unstubAllGlobals());
  const choose = async (at: number, name: string) => {
    const button = (await screen.findAllByRole('button', { name: 'More options' }))[at];
    if (!button) throw new Error('no button');
    await userEvent.click(button);
    await userEvent.click(await screen.findByRole('menuitem', { name }));
  };

  it('a menu knows what was turned off before', async () => {
    const off = { ...preferenceDefaults, likes: false };
    const state = {
      is_customized: true,
      customized_names: ['likes' as const],
      unsubscribed_types: [],
      mute: null,
    };
    await show({ get_effective_notification_preferences: () => ({ preferences: off, ...state }) });
    expect(call.mock.calls.map(([name]) => name)).not.toContain('get_effective_notification_preferences');
    await choose(0, 'Turn on in Bread: Likes');
    await waitFor(() =>
      expect(writes()).toEqual([
        ['update_space_notification_preferences', { space_id: spaceId, likes: true }],
      ]),
    );
  });

  it('a menu has what the buttons do', async () => {
    await show({
      mark_notifications_as_read: () => ({ unread_count: 2, version: 2 }),
      snooze_notification: () => ({ snoozed_until: timeOf(3600) }),
    });
    expect(screen.queryByRole('button', { name: 'Mark as read' })).toBeNull();
    await choose(0, 'Mark as read');
    await choose(1, 'Mute this post');
    await choose(0, 'Next week');
    await choose(0, 'Remove');
    await waitFor(() =>
      expect(writes()).toEqual([
        ['mark_notifications_as_read', { notification_ids: [like.id] }],
        ['mute_post', { post_id: reply.post_id, duration: 'always' }],
        ['snooze_notification', { notification_id: like.id, duration: 'next_week' }],
        ['delete_notification', { notification_id: reply.id }],
      ]),
    );
  });
});

it('shows the notifications of one space, beside the number of its unread ones', async () => {
  await show();
  const space = await screen.findByRole('button', { name: /Bread.*unread/ });
  expect(space.getAttribute('aria-pressed')).toBe('false');
  await userEvent.click(space);
  expect(space.getAttribute('aria-pressed')).toBe('true');
  expect(call.mock.calls).toContainEqual([
    'get_notifications_with_actors',
    expect.objectContaining({ only_space_id: spaceId }),
    expect.anything(),
  ]);
  // It would mark those of other spaces, too.
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
});

it('shows the whole name of a list once it is chosen or gets the focus by keyboard, not while it is pressed', async () => {
  trackFocusVisible();
  await show();
  const space = await screen.findByRole('button', { name: /Bread.*unread/ });
  const row = space.parentElement as HTMLElement;
  // On phones, it may be partly beyond the end of the row.
  for (const [element, name, value] of [
    [row, 'clientWidth', 300],
    [space, 'offsetLeft', 250],
    [space, 'offsetWidth', 100],
  ] as const)
    Object.defineProperty(element, name, { value });
  const user = userEvent.setup();
  await user.pointer({ keys: '[MouseLeft>]', target: space });
  expect(document.activeElement).toBe(space);
  expect(row.scrollLeft).toBe(0);
  await user.pointer({ keys: '[/MouseLeft]' });
  expect(space.getAttribute('aria-pressed')).toBe('true');
  expect(row.scrollLeft).toBe(74);
  await user.tab({ shift: true });
  expect(row.scrollLeft).toBe(0);
  await user.tab();
  expect(row.scrollLeft).toBe(74);
});

describe('The keyboard', () => {
  const focusedRow = () => document.activeElement?.closest('li')?.textContent ?? '';
  const key = (name: string, more = {}) =>
    fireEvent.keyDown(document.activeElement ?? document.body, { key: name, ...more });
  const counted = { unread_count: 1, version: 2 };

  it.each([
    ['j', 'k'],
    ['ArrowDown', 'ArrowUp'],
  ])('moves through the list with %s and %s', async (next, previous) => {
    await show();
    key('j');
    expect(focusedRow()).toContain('Rye bread');
    key(next);
    expect(focusedRow()).toContain('Which flour?');
    for (let n = 0; n < 5; n++) key(next);
    expect(focusedRow()).toContain('Off topic');
    for (let n = 0; n < 5; n++) key(previous);
    expect(focusedRow()).toContain('Rye bread');
  });

  it.each([['#'], ['Delete']])('removes the focused one with %s, and moves to the next', async (name) => {
    await show();
    key('j');
    key(name, { shiftKey: name === '#' });
    expect(focusedRow()).toContain('Which flour?');
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(writes()).toEqual([['delete_notification', { notification_id: like.id }]]);
  });

  it('marks it as read with E and as unread with U, each once', async () => {
    await show({ mark_notifications_as_read: () => counted, mark_notifications_as_unread: () => counted });
    key('j');
    key('u');
    key('e');
    await waitFor(() => expect(rows()[0]).not.toContain('(unread)'));
    key('e');
    expect(focusedRow()).toContain('Rye bread');
    key('u');
    await waitFor(() => expect(rows()[0]).toContain('(unread)'));
    expect(writes().map(([name]) => name)).toEqual([
      'mark_notifications_as_read',
      'mark_notifications_as_unread',
    ]);
  });

  it('keeps the browser from using a key that did something, and no other one', async () => {
    await show({ mark_notifications_as_read: () => counted });
    key('j');
    // fireEvent returns false for an event whose default was prevented.
    expect(key('u')).toBe(true);
    expect(key('e')).toBe(false);
    expect(key('k')).toBe(false);
    expect(key('x')).toBe(true);
    expect(key('e', { altKey: true })).toBe(true);
    await waitFor(() => expect(writes()).toHaveLength(1));
  });

  it('asks with S until when to snooze it', async () => {
    await show({ snooze_notification: () => ({ snoozed_until: '2027-03-29T07:00:00.000Z' }) });
    key('j');
    key('s');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Next week' }));
    await waitFor(() =>
      expect(writes()).toEqual([
        ['snooze_notification', { notification_id: like.id, duration: 'next_week' }],
      ]),
    );
  });

  it.each([['Enter'], ['click']])('keeps its place after a snooze chosen by %s', async (by) => {
    await show({ snooze_notification: () => ({ snoozed_until: '2027-03-29T07:00:00.000Z' }) });
    key('j');
    key('j');
    key('s');
    const item = await screen.findByRole('menuitem', { name: 'In 1 hour' });
    if (by === 'click') await userEvent.click(item);
    else {
      await waitFor(() => expect(item.closest('[role="menu"]')?.contains(document.activeElement)).toBe(true));
      item.focus();
      await userEvent.keyboard('{Enter}');
    }
    await waitFor(() => expect(rows()).toHaveLength(2));
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    expect(focusedRow()).toContain('Off topic');
    key('k');
    expect(focusedRow()).toContain('Rye bread');
  });

  it('keeps its place among what is snoozed after U', async () => {
    const until = { read: true, snoozed_until: '2027-03-29T07:00:00.000Z' };
    await show({
      get_notifications_with_actors: ({ state }) => ({
        notifications:
          state === 'snoozed' ? [like, reply, removal].map((one) => ({ ...one, ...until })) : [like],
        next_cursor: null,
        live_cursor: 5,
      }),
      mark_notifications_as_unread: () => counted,
    });
    await press('Snoozed');
    await screen.findByText('Off topic');
    key('j');
    key('j');
    key('u');
    expect(focusedRow()).toContain('Off topic');
  });

  it('is left to shortcuts with other keys, and does nothing without a focus', async () => {
    await show();
    for (const name of ['e', 'u', 's', '#', 'Delete', 'ArrowDown']) key(name);
    key('j', { ctrlKey: true });
    expect(focusedRow()).toBe('');
    expect(writes()).toEqual([]);
  });

  it('leaves letters alone where shortcuts are turned off, but not the arrows', async () => {
    await show();
    setShortcutsOn(false);
    key('j');
    expect(focusedRow()).toBe('');
    screen.getAllByRole('link')[0]?.focus();
    key('e');
    key('ArrowDown');
    expect(focusedRow()).not.toContain('Rye bread');
    expect(writes()).toEqual([]);
    setShortcutsOn(true);
  });
});
