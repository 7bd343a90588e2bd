import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { notificationTypeNames } from '#contract/features/notifications/notification-types.ts';
import type { Notification } from '#contract/features/notifications/notifications.ts';
import { preferenceDefaults } from '#contract/features/notifications/preferences.ts';
import { mutedForGood } from '#contract/values/mute-durations.ts';
import { NetworkError } from '#web/lib/api/api-client.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { dismissToast } from '#web/ui/overlays/toast.ts';
import { type Responses, respondWith } from '#web-testing/fake-api.ts';
import { aNotification, anAccount, idOf, spaceId, timeOf } from '#web-testing/fixtures.ts';
import { renderPage, setViewer } from '#web-testing/render-page.tsx';
import { toReason, toStop } from './notification-reason.ts';
import { NotificationsScreen } from './notifications-screen.tsx';

const call = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/api/api-client.ts', async (original) => ({ ...(await original<object>()), call }));
beforeEach(() => void call.mockReset());
afterEach(() => {
  cleanup();
  dismissToast();
});

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
const down = () => {
  throw new NetworkError(null);
};

/** Shows the page of notifications. The server has `is_customized` preferences for their space. */
async function show(responses: Responses = {}, is_customized = true) {
  const preferences = {
    preferences: preferenceDefaults,
    is_customized,
    unsubscribed_types: [],
    mute: null,
  };
  let live_cursor = 5;
  let listed: Notification[] = [like, reply, removal];
  call.mockImplementation(
    respondWith({
      get_notifications_with_actors: () => ({ notifications: listed, next_cursor: null, live_cursor }),
      get_unread_notification_count: () => ({ unread_count: listed.length, version: 1, live_cursor }),
      get_effective_notification_preferences: () => preferences,
      update_space_notification_preferences: () => preferences,
      reset_space_notification_preferences: () => preferences,
      mute_post: () => ({ mute: { until: mutedForGood } }),
      unmute_post: () => ({ mute: null }),
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
  renderPage(client, <NotificationsScreen />);
  await screen.findByText('Rye bread');
}
const writes = () =>
  call.mock.calls.flatMap(([name, input]) => (name.startsWith('get_') ? [] : [[name, input]]));
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const rows = () => screen.getAllByRole('listitem').map((item) => item.textContent ?? '');

describe('Each notification', () => {
  it('says why it came', async () => {
    await show();
    expect(rows()[0]).toContain("It's your post");
    for (const type of notificationTypeNames) {
      const params = { to: 'post', event: 'joined', outcome: 'approved', kind: 'post' } as never;
      expect(toReason({ ...like, type, params } as Notification)).toMatch(/^\S.{5,30}$/);
    }
  });

  it('can be stopped unless no preference turns it off', async () => {
    await show();
    expect(toStop(removal)).toBeNull();
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

  it.each([
    [
      'turns it on again',
      true,
      ['update_space_notification_preferences', { space_id: spaceId, likes: true }],
    ],
    [
      'resets a space that had none of its own',
      false,
      ['reset_space_notification_preferences', { space_id: spaceId }],
    ],
  ])('like a like turns off the preference in its space; undoing %s', async (_what, customized, undone) => {
    await show({}, customized);
    await press('Turn off in Bread: Likes');
    expect(await screen.findByText('Likes from Bread')).toBeTruthy();
    await press('Undo');
    await waitFor(() =>
      expect(writes()).toEqual([
        ['update_space_notification_preferences', { space_id: spaceId, likes: false }],
        undone,
      ]),
    );
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

describe('The keyboard', () => {
  const focusedRow = () => document.activeElement?.closest('li')?.textContent ?? '';
  const key = (name: string, more = {}) =>
    fireEvent.keyDown(document.activeElement ?? document.body, { key: name, ...more });

  it('moves through the list with J and K, and removes with E', async () => {
    await show();
    key('j');
    expect(focusedRow()).toContain('Rye bread');
    key('j');
    expect(focusedRow()).toContain('Which flour?');
    key('k');
    key('k');
    expect(focusedRow()).toContain('Rye bread');
    key('e');
    expect(focusedRow()).toContain('Which flour?');
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(writes()).toEqual([['delete_notification', { notification_id: like.id }]]);
  });

  it('is left to shortcuts with other keys, and removes nothing without a focus', async () => {
    await show();
    key('e');
    key('j', { ctrlKey: true });
    expect(focusedRow()).toBe('');
    expect(writes()).toEqual([]);
  });
});
