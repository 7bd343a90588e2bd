import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { typePreferences } from '#contract/features/notifications/notification-types.ts';
import {
  type NotificationPreferences,
  preferenceDefaults,
  type SpacePreferences,
} from '#contract/features/notifications/preferences.ts';
import { NetworkError } from '#web/lib/api/api-client.ts';
import { apiQuery, createQueryClient } from '#web/lib/cache/query-client.ts';
import { type Responses, respondWith } from '#web-testing/fake-api.ts';
import { anAccount, aSpace, timeOf } from '#web-testing/fixtures.ts';
import { renderPage, setViewer } from '#web-testing/render-page.tsx';
import { MembershipDialog } from './membership-dialog.tsx';

const call = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/api/api-client.ts', async (original) => ({ ...(await original<object>()), call }));
beforeEach(() => void call.mockReset());
afterEach(cleanup);

// Not for members, and only in general.
const { new_customers: _hidden, messages: _general, ...forMembers } = preferenceDefaults;

/** Opens the notification settings of a space; the server has `stored`. */
async function open(
  stored: Partial<Omit<SpacePreferences, 'preferences'>> & {
    preferences?: Partial<NotificationPreferences>;
  } = {},
  responses: Responses = {},
) {
  const of: SpacePreferences = {
    is_customized: false,
    customized_names: [],
    unsubscribed_types: [],
    mute: null,
    ...stored,
    preferences: { ...forMembers, ...stored.preferences },
  };
  call.mockImplementation(
    respondWith({
      get_effective_notification_preferences: () => of,
      update_space_notification_preferences: ({ space_id: _space, ...changes }) => ({
        ...of,
        is_customized: true,
        preferences: { ...of.preferences, ...(changes as object) },
      }),
      reset_space_notification_preferences: () => ({
        ...of,
        preferences: forMembers,
        is_customized: false,
        customized_names: [],
      }),
      ...responses,
    }),
  );
  const client = createQueryClient(call);
  setViewer(client, anAccount());
  const space = aSpace({ membership: { role: 'member', joined_at: timeOf(0) } });
  renderPage(client, <MembershipDialog space={space} tab="notifications" open onClose={() => {}} />);
  await screen.findByRole('switch', { name: 'Mentions' });
  return { space, client };
}
const changes = () =>
  call.mock.calls.flatMap(([name, input]) => (name.startsWith('get_') ? [] : [[name, input]]));
const down = () => {
  throw new NetworkError(null);
};
const choose = async (field: string, option: string) => {
  await userEvent.click(screen.getByRole('combobox', { name: new RegExp(`^${field}`) }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
};

describe('The membership settings', () => {
  it('have the tabs that features declare, in order, and show the membership first', async () => {
    call.mockImplementation(respondWith({}));
    const client = createQueryClient(call);
    setViewer(client, anAccount());
    const membership = { role: 'admin', joined_at: '2026-03-01T12:00:00.000Z' } as const;
    renderPage(
      client,
      <MembershipDialog space={aSpace({ membership })} tab={undefined} open onClose={() => {}} />,
    );
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'Membership',
      'Notifications',
      'Chat',
      'Invite',
    ]);
    const panel = screen.getByRole('tabpanel');
    expect(await within(panel).findByText('March 1, 2026')).toBeTruthy();
    expect(within(panel).getByText('Admin')).toBeTruthy();
    expect(within(panel).getByRole('button', { name: 'Leave space' })).toBeTruthy();
    await userEvent.click(screen.getByRole('tab', { name: 'Invite' }));
    const link = await screen.findByLabelText<HTMLInputElement>('Link');
    expect(link.value).toMatch(/\/bread$/);
  });
});

describe('Notification preferences of a space', () => {
  it('show a control for each type that the viewer can get', async () => {
    await open();
    const switches = screen.getAllByRole('switch').length;
    const shown = Object.values(typePreferences).filter(
      ({ moderators_only, per_space }) => !moderators_only && per_space,
    );
    // Likes are a choice; push, email and quiet hours are switches too.
    expect(switches).toBe(shown.length - 1 + 3);
    expect(screen.queryByRole('switch', { name: 'New customers' })).toBeNull();
    cleanup();
    await open({ preferences: { new_customers: true } });
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'New customers' }).checked).toBe(true);
  });

  it('change at once, with one request for one switch', async () => {
    const { space } = await open();
    const mentions = screen.getByRole<HTMLInputElement>('switch', { name: 'Mentions' });
    await userEvent.click(mentions);
    expect(mentions.checked).toBe(false);
    await choose('Likes', 'Never');
    await choose('Notification emails', 'Immediate');
    await choose('Digest', 'Monthly');
    const of = { space_id: space.id };
    expect(changes()).toEqual([
      ['update_space_notification_preferences', { ...of, mentions: false }],
      ['update_space_notification_preferences', { ...of, likes: false }],
      ['update_space_notification_preferences', { ...of, notifications_email_frequency: 'immediate' }],
      ['update_space_notification_preferences', { ...of, digest_email_frequency: 'monthly' }],
    ]);
    // The responses of the others don't undo it, although this server forgets earlier changes.
    expect(mentions.checked).toBe(false);
  });

  it('are reverted if a change fails, and say which one', async () => {
    await open({}, { update_space_notification_preferences: down });
    const mentions = screen.getByRole<HTMLInputElement>('switch', { name: 'Mentions' });
    await userEvent.click(mentions);
    expect(await screen.findByText('Update Failed')).toBeTruthy();
    expect(screen.getByText('Could not update Mentions preference. Please try again.')).toBeTruthy();
    expect(mentions.checked).toBe(true);
  });

  it('have quiet hours with times in the zone of the account', async () => {
    await open();
    expect(screen.queryByLabelText('From')).toBeNull();
    await userEvent.click(screen.getByRole('switch', { name: 'Quiet hours' }));
    expect((await screen.findByLabelText<HTMLInputElement>('From')).value).toMatch(/^10:00\sPM$/);
    expect(screen.getByText(/In your time zone, Europe\/Lisbon/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Change it in your settings' }).getAttribute('href')).toBe(
      '/settings/notifications',
    );
  });

  it('save the times of quiet hours once a field is left, if they differ', async () => {
    const { space } = await open({ preferences: { quiet_hours_enabled: true } });
    const type = async (name: string, text: string) => {
      await userEvent.clear(screen.getByLabelText(name));
      await userEvent.type(screen.getByLabelText(name), text);
    };
    await type('From', '8:00 AM');
    expect(screen.queryByText('Choose two different times.')).toBeNull();
    await userEvent.tab();
    expect(await screen.findByText('Choose two different times.')).toBeTruthy();
    expect(screen.getByLabelText('From').getAttribute('aria-invalid')).toBe('true');
    expect(changes()).toEqual([]);
    await type('To', '10:00 PM');
    expect(changes()).toEqual([]);
    await userEvent.tab();
    await waitFor(() => expect(screen.queryByText('Choose two different times.')).toBeNull());
    const times = { quiet_hours_start: '08:00', quiet_hours_end: '22:00' };
    const update = 'update_space_notification_preferences';
    expect(changes()).toEqual([[update, { space_id: space.id, ...times }]]);
    await userEvent.clear(screen.getByLabelText('To'));
    await userEvent.tab();
    expect(screen.getByLabelText<HTMLInputElement>('To').value).toMatch(/^10:00\sPM$/);
    expect(changes()).toHaveLength(1);
  });

  it('say which of them are for this space only, where they are and in a list', async () => {
    await open({
      is_customized: true,
      customized_names: ['mentions', 'quiet_hours_start', 'quiet_hours_end', 'digest_email_frequency'],
    });
    const rowOf = (name: string) => screen.getByRole('switch', { name }).closest('.choice')?.textContent;
    expect(rowOf('Mentions')).toContain('This space only');
    expect(rowOf('New posts')).not.toContain('This space only');
    expect(rowOf('Quiet hours')).toContain('This space only');
    expect(screen.getAllByText('This space only')).toHaveLength(3);
    expect(
      screen.getByText(/^These apply to this space only: Mentions, Quiet hours, and Digest\./),
    ).toBeTruthy();
    cleanup();
    await open();
    expect(screen.queryByText('This space only')).toBeNull();
    expect(screen.getByText(/^Your global preferences apply here/)).toBeTruthy();
  });

  it('can be reset once they were changed', async () => {
    await open({ is_customized: true, preferences: { mentions: false } });
    await userEvent.click(screen.getByRole('button', { name: 'Reset to global defaults' }));
    expect(await screen.findByText('Preferences Reset')).toBeTruthy();
    expect(screen.getByText('Space notification preferences reset to global defaults.')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Mentions' }).checked).toBe(true);
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Reset to global defaults' });
    await waitFor(() => expect(button.disabled).toBe(true));
  });

  it('stay as they are if the reset fails', async () => {
    await open(
      { is_customized: true, preferences: { mentions: false } },
      { reset_space_notification_preferences: down },
    );
    await userEvent.click(screen.getByRole('button', { name: 'Reset to global defaults' }));
    expect(await screen.findByText('Reset Failed')).toBeTruthy();
    expect(screen.getByText('Could not reset notification preferences. Please try again.')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Mentions' }).checked).toBe(false);
  });

  it('mute the space and say until when', async () => {
    const { space, client } = await open({}, { mute_space: () => ({ mute: { until: timeOf(3600) } }) });
    const { queryKey } = apiQuery('list_unread_spaces', {});
    client.setQueryData(queryKey, { spaces: [], muted_space_ids: [] });
    await choose('Mute this space', '1 hour');
    expect(await screen.findByText(/^Muted until /)).toBeTruthy();
    // The list of spaces shows it.
    expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
    expect(changes()).toEqual([['mute_space', { space_id: space.id, duration: '1_hour' }]]);
  });

  it('say why they could not be loaded, and load again', async () => {
    let isDown = true;
    call.mockImplementation(
      respondWith({
        get_effective_notification_preferences: () => {
          if (isDown) throw new Error('down');
          return {
            preferences: forMembers,
            is_customized: false,
            customized_names: [],
            unsubscribed_types: [],
            mute: null,
          };
        },
      }),
    );
    const client = createQueryClient(call);
    client.setDefaultOptions({ queries: { retry: false } });
    setViewer(client, anAccount());
    renderPage(client, <MembershipDialog space={aSpace()} tab="notifications" open onClose={() => {}} />);
    expect(await screen.findByText("Couldn't load your preferences")).toBeTruthy();
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('switch', { name: 'Mentions' })).toBeTruthy();
  });
});
