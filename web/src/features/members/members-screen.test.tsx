import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { Member } from '#contract/features/members/members.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { respondWith } from '#web-testing/fake-api.ts';
import { anAccount, aPerson, aSpace, idOf, spaceId, timeOf } from '#web-testing/fixtures.ts';
import { renderPage, setViewer } from '#web-testing/render-page.tsx';
import { MembersScreen } from './members-screen.tsx';

const call = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/api/api-client.ts', async (original) => ({ ...(await original<object>()), call }));
afterEach(() => {
  cleanup();
  call.mockReset();
});

const aMember = (fields: Partial<Member> = {}): Member => ({
  id: idOf(5),
  space_id: spaceId,
  user_id: idOf(6),
  role: 'member',
  status: 'active',
  joined_at: timeOf(0),
  points: 0,
  is_online: false,
  user: aPerson({ id: idOf(6), full_name: 'Noor Khan' }),
  permissions: { can_remove: false, can_ban: false, can_change_role: false },
  ...fields,
});

/** The members page of a space at these search parameters. */
function show(
  fields: Partial<Space> = {},
  search: Record<string, unknown> = {},
  members = [aMember()],
  online_count = 0,
) {
  call.mockImplementation(
    respondWith({
      list_members: () => ({ members, next_cursor: null }),
      list_online_members: () => ({ members: [], online_count }),
    }),
  );
  const client = createQueryClient(call);
  setViewer(client, anAccount());
  return renderPage(client, <MembersScreen space={aSpace(fields)} search={search} />);
}
const button = (name: string | RegExp) => screen.findByRole('button', { name });

it('opens the invite link from the main button', async () => {
  show();
  await userEvent.click(await button('Invite people'));
  const link = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Link' });
  expect(link.value).toBe(`${window.location.origin}/bread`);
});

it('offers no invite link to someone who is not a member', async () => {
  show({ membership: null });
  await screen.findByText('Noor Khan');
  expect(screen.queryByRole('button', { name: 'Invite people' })).toBeNull();
});

it('offers the order of who is online to members only', async () => {
  const orders = async () => {
    await userEvent.click(await button(/Newest first/));
    return (await screen.findAllByRole('menuitemradio')).map((item) => item.textContent);
  };
  show();
  expect(await orders()).toContain('Online first');
  cleanup();
  show({ membership: null });
  expect(await orders()).toEqual(['Newest first', 'Most points first']);
});

it('offers to transfer the space only in a menu of the owner', async () => {
  const { permissions } = aSpace();
  show({ permissions: { ...permissions, isOwner: true } });
  await screen.findByText('Noor Khan');
  expect(screen.queryByRole('button', { name: 'Transfer ownership' })).toBeNull();
  await userEvent.click(await button('More member options'));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Transfer ownership' }));
  await screen.findByRole('dialog', { name: 'Transfer ownership' });

  cleanup();
  show({ permissions: { ...permissions, isAdmin: true } });
  await screen.findByText('Noor Khan');
  expect(screen.queryByRole('button', { name: 'More member options' })).toBeNull();
});

it('filters by role, and keeps the other filters in the address', async () => {
  const { href } = show({}, { level: '2', sort: 'points' });
  await userEvent.click(await button(/^Role: ?All roles$/));
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Admins' }));
  await waitFor(() => expect(href()).toMatch(/^\/bread\/space\/members\?/));
  expect(new URLSearchParams(href().split('?')[1]).get('role')).toBe('admin');
  expect(href()).toContain('sort=points');
});

it('offers to clear the filters if they leave no one, and keeps the order', async () => {
  const { href } = show({}, { role: 'admin', sort: 'points' }, []);
  await userEvent.click(await button('Clear filters'));
  await waitFor(() => expect(href()).toBe('/bread/space/members?sort=points'));
});

it('offers nothing to clear in a list without filters', async () => {
  show({}, { sort: 'points' }, []);
  await screen.findByText('No members yet');
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
});

it('says how many members are online, and who', async () => {
  const people = [
    aMember({ is_online: true }),
    aMember({ id: idOf(7), user_id: idOf(8), user: aPerson({ id: idOf(8), full_name: 'Ed Moor' }) }),
  ];
  show({ member_count: 31 }, {}, people, 4);
  await screen.findByText('31 members, 4 online');
  const [noor, ed] = screen.getAllByRole('listitem').map((row) => row.textContent);
  expect(noor).toMatch(/Online.*Noor Khan/);
  expect(ed).not.toContain('Online');
  cleanup();
  show({ member_count: 31 }, {}, people, 500);
  await screen.findByText('31 members, 500+ online');
  cleanup();
  show({ member_count: 31 });
  await screen.findByText('31 members');
});
