import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { sessionQuery } from '#web/features/auth/index.ts';
import { createApiClient } from '#web/lib/api/api-client.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { pageProvider } from '#web-testing/render-page.tsx';
import { seedEntities } from '#web-testing/seed-entities.ts';
import type { MemberRow } from '../members.api.ts';
import { MemberItem } from './member-item.tsx';

const sent = vi.fn();
vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit = {}) => {
  sent(method, path, body);
  return new Response('{}');
});
afterEach(() => {
  cleanup();
  sent.mockClear();
});

const mara = {
  id: 'mara',
  full_name: 'Mara Lindqvist',
  username: 'mara',
  avatar_url: null,
  profile_url: 'm',
};
const space = { id: 's', name: 'Analog', membership: { role: 'owner' } } as Space;

function show(role: MemberRow['role'], viewerId = 'me') {
  const client = createQueryClient(createApiClient(async () => ({ status: 500, json: async () => null })));
  client.setQueryData(sessionQuery.queryKey, { session: null, user: { id: viewerId } } as never);
  seedEntities(client, { person: [mara] });
  const member: MemberRow = {
    id: 'row',
    space_id: space.id,
    user_id: mara.id,
    role,
    status: 'active',
    joined_at: '2026-11-21T04:00:00.000Z',
    points: 0,
    is_online: false,
    level: 1,
    level_version: 0,
    permissions: { can_change_role: true, can_remove: true, can_ban: true },
  };
  const Page = pageProvider(client);
  render(
    <Page>
      <ul>
        <MemberItem member={member} space={space} />
      </ul>
    </Page>,
  );
}

async function openMenu(role: MemberRow['role']) {
  show(role);
  await userEvent.click(screen.getByRole('button', { name: 'Manage Mara Lindqvist' }));
  return (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
}

it.each([
  ['member', 'Make admin', 'Make Mara Lindqvist an admin?', '"role":"admin"'],
  ['admin', 'Make member', 'Remove Mara Lindqvist as admin?', '"role":"member"'],
] as const)(
  'asks for confirmation before it changes the role of a %s',
  async (role, label, question, body) => {
    expect(await openMenu(role)).toEqual([label, 'Remove', 'Ban']);
    await userEvent.click(screen.getByRole('menuitem', { name: label }));
    const dialog = await screen.findByRole('alertdialog', { name: question });
    expect(sent).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(dialog.isConnected).toBe(false));
    expect(sent).not.toHaveBeenCalled();

    await userEvent.click(screen.getByRole('button', { name: 'Manage Mara Lindqvist' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: label }));
    await userEvent.click(await screen.findByRole('button', { name: label }));
    await waitFor(() =>
      expect(sent).toHaveBeenCalledWith(
        expect.any(String),
        expect.any(String),
        expect.stringContaining(body),
      ),
    );
  },
);

it.each([
  ['me', 'mara'],
  ['mara', null],
])('opens the conversation with a member for %s', async (viewerId, expected) => {
  const requests: unknown[] = [];
  const note = (event: Event) => requests.push((event as CustomEvent).detail);
  window.addEventListener('open-chat-modal', note);
  show('member', viewerId);
  const button = screen.queryByRole('button', { name: 'Message Mara Lindqvist' });
  expect(button === null).toBe(expected === null);
  if (button) await userEvent.click(button);
  expect(requests).toEqual(expected === null ? [] : [{ userId: expected }]);
  window.removeEventListener('open-chat-modal', note);
});
