import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Conversation } from '#contract/features/chat/conversations.ts';
import type { GroupParticipant } from '#contract/features/chat/groups.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { type Responses, respondWith } from '#web-testing/fake-api.ts';
import { aConversation, aPerson, idOf, timeOf } from '#web-testing/fixtures.ts';
import { renderPage } from '#web-testing/render-page.tsx';
import { DetailsPanel } from './details-panel.tsx';

// Without a layout, nothing can be scrolled.
beforeEach(() => {
  Element.prototype.scrollTo = vi.fn();
});
afterEach(() => {
  cleanup();
  Reflect.deleteProperty(Element.prototype, 'scrollTo');
});

const me = idOf(1);
const group = (fields: Partial<Conversation> = {}) =>
  aConversation({
    id: idOf(9),
    conversation_id: idOf(9),
    is_group: true,
    name: 'Film club',
    conversation_name: 'Film club',
    participant_count: 2,
    is_admin: true,
    can: { send: true, edit: true, add: true, remove: true, leave: true },
    ...fields,
  });
const asMember = {
  is_admin: false,
  can: { send: true, edit: false, add: false, remove: false, leave: true },
};
const participant = (n: number, full_name: string, is_admin = false): GroupParticipant => ({
  ...aPerson({ id: idOf(n), full_name }),
  user_id: idOf(n),
  is_admin,
  is_online: false,
  last_seen_at: null,
  joined_at: timeOf(n),
});

function open(conversation: Conversation, responses: Responses = {}) {
  const onMessage = vi.fn();
  const returned = () => ({ conversation, live_cursor: 1 });
  const call = vi.fn(
    respondWith({
      list_conversation_images: () => ({ images: [], next_cursor: null }),
      list_participants: () => ({
        participants: [participant(1, 'Ann Me', true), participant(2, 'Bob Other')],
        next_cursor: null,
      }),
      get_conversation: returned,
      update_group: returned,
      add_participants: returned,
      remove_participant: returned,
      set_participant_admin: returned,
      leave_conversation: () => ({}),
      ...responses,
    }),
  );
  renderPage(
    createQueryClient(call as never),
    <DetailsPanel conversation={conversation} viewerId={me} onMessage={onMessage} onClose={vi.fn()} />,
  );
  /** The requests of an operation. */
  const callsOf = (operation: string) =>
    call.mock.calls.flatMap(([name, input]) => (name === operation ? [input] : []));
  return { onMessage, callsOf };
}
const press = async (name: string | RegExp) =>
  await userEvent.click(await screen.findByRole('button', { name }));
const choose = async (name: string) => {
  await press('More about Bob Other');
  await userEvent.click(await screen.findByRole('menuitem', { name }));
};

describe('The details of a group', () => {
  it('say who is in it, and let an admin rename it to something', async () => {
    const { callsOf } = open(group());
    expect(await screen.findByText('2 people')).toBeTruthy();
    expect(await screen.findByText('You')).toBeTruthy();
    const name = screen.getByLabelText('Group name');
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    for (const unchanged of [' ', ' Film club ']) {
      await userEvent.clear(name);
      await userEvent.type(name, unchanged);
      expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    }
    await userEvent.clear(name);
    await userEvent.type(name, '  Darkroom ');
    await press('Save');
    expect(callsOf('update_group')).toEqual([{ conversation_id: idOf(9), name: 'Darkroom' }]);
  });

  it('let an admin remove the icon, which others can’t', async () => {
    const icon = {
      id: idOf(70),
      kind: 'image' as const,
      file_name: 'icon.png',
      width: 40,
      height: 40,
      color: '#888888',
      url: '/files/70.webp',
      sizes: [],
    };
    const { callsOf } = open(group({ icon }));
    await press('Remove icon');
    expect(callsOf('update_group')).toEqual([{ conversation_id: idOf(9), icon_upload_id: null }]);
    cleanup();
    open(group({ icon, ...asMember }));
    expect(await screen.findByText('You')).toBeTruthy();
    for (const name of ['Remove icon', 'Change icon', 'Add people'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.queryByLabelText('Group name')).toBeNull();
  });

  it('let an admin appoint admins, and remove people after asking', async () => {
    const { callsOf } = open(group());
    await choose('Make admin');
    const bob = { conversation_id: idOf(9), user_id: idOf(2) };
    await waitFor(() => expect(callsOf('set_participant_admin')).toEqual([{ ...bob, is_admin: true }]));
    await choose('Remove from group');
    const dialog = await screen.findByRole('alertdialog', { name: 'Remove Bob Other from the group?' });
    expect(callsOf('remove_participant')).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(callsOf('remove_participant')).toEqual([bob]));
  });

  it('lead to the direct conversation with someone, which is all that others can do', async () => {
    const { onMessage } = open(group(asMember));
    await press('More about Bob Other');
    const items = await screen.findAllByRole('menuitem');
    expect(items.map(({ textContent }) => textContent)).toEqual(['Message']);
    await userEvent.click(items[0] as HTMLElement);
    expect(onMessage).toHaveBeenCalledWith(idOf(2));
  });

  it('add people who are chosen', async () => {
    const contact = {
      ...aPerson({ id: idOf(3), full_name: 'Cara New' }),
      user_id: idOf(3),
      is_online: false,
      last_seen_at: null,
      will_send_request: false,
    };
    const { callsOf } = open(group(), { list_recent_contacts: () => ({ people: [contact] }) });
    await press('Add people');
    const dialog = within(await screen.findByRole('dialog', { name: 'Add people' }));
    expect(dialog.getByRole('button', { name: 'Add' })).toHaveProperty('disabled', true);
    await userEvent.click(await dialog.findByRole('button', { name: /Cara New/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Add' }));
    expect(callsOf('add_participants')).toEqual([{ conversation_id: idOf(9), user_ids: [idOf(3)] }]);
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add people' })).toBeNull());
  });

  it('ask before the viewer leaves, and those who left can only read', async () => {
    const { callsOf } = open(group());
    await press('Leave group');
    const dialog = await screen.findByRole('alertdialog', { name: 'Leave this group?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(callsOf('leave_conversation')).toEqual([]);
    await press('Leave group');
    await userEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Leave' }),
    );
    await waitFor(() => expect(callsOf('leave_conversation')).toEqual([{ conversation_id: idOf(9) }]));
    cleanup();
    open(
      group({ status: 'left', can: { send: false, edit: false, add: false, remove: false, leave: false } }),
    );
    expect(await screen.findByText('Film club')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Leave group' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'People' })).toBeNull();
  });
});
