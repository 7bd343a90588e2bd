import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { memberEndpoints } from '#contract/features/members/members.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import type { EndpointOutput } from '#contract/schema/endpoint.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { Toaster } from '#web/ui/overlays/toaster.tsx';
import { TransferDialog } from './transfer-dialog.tsx';

type Member = EndpointOutput<(typeof memberEndpoints)['list_members']>['members'][number];

const call = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/api/api-client.ts', async (original) => ({ ...(await original<object>()), call }));
afterEach(() => {
  cleanup();
  call.mockReset();
});

const memberOf = (id: string, full_name: string, role: Member['role'] = 'member') =>
  ({ role, user: { id, full_name, username: id, avatar_url: null, profile_url: id } }) as Member;
const space = { id: 's', name: 'Analog', subdomain: 'analog' } as Space;

async function show(transfer: () => Promise<unknown> = async () => ({})) {
  call.mockImplementation(async (operation: string, { search = '' }: { search?: string }) => {
    if (operation === 'transfer_ownership') return await transfer();
    if (operation !== 'list_members') return {};
    const members = [
      memberOf('ada', 'Ada Byron', 'owner'),
      memberOf('li', 'Li Wei'),
      memberOf('noor', 'Noor Khan'),
    ];
    return {
      members: members.filter(({ user }) => user.full_name.toLowerCase().includes(search.toLowerCase())),
      next_cursor: null,
    };
  });
  const onOpenChange = vi.fn();
  render(
    <QueryClientProvider client={createQueryClient(call)}>
      <TransferDialog space={space} open onOpenChange={onOpenChange} />
      <Toaster />
    </QueryClientProvider>,
  );
  await screen.findByRole('dialog', { name: 'Transfer ownership' });
  return onOpenChange;
}
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Transfer ownership' });
const transfers = () => call.mock.calls.filter(([operation]) => operation === 'transfer_ownership');

async function choose(name: string, typed: string) {
  await userEvent.type(screen.getByRole('combobox', { name: 'New owner' }), typed);
  await userEvent.click(await screen.findByRole('option', { name: new RegExp(name) }));
}
const confirm = (typed: string) => userEvent.type(screen.getByLabelText('Type "Analog" to confirm'), typed);

it('needs a member and the exact name of the space', async () => {
  const onOpenChange = await show();
  expect(submit().disabled).toBe(true);
  await confirm('analog');
  await choose('Noor Khan', 'noor');
  // Not the same case.
  expect(submit().disabled).toBe(true);
  await userEvent.clear(screen.getByLabelText('Type "Analog" to confirm'));
  await confirm(' Analog ');
  expect(transfers()).toEqual([]);
  await userEvent.click(submit());
  await screen.findByText("Noor Khan now owns Analog. You're an admin now.");
  expect(transfers()).toEqual([['transfer_ownership', { space_id: 's', user_id: 'noor' }]]);
  expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false);
});

it("searches members on the server, and doesn't offer the owner", async () => {
  await show();
  await userEvent.type(screen.getByRole('combobox', { name: 'New owner' }), 'a');
  await screen.findByRole('option', { name: /Noor Khan/ });
  await waitFor(() => expect(call.mock.calls.map(([, input]) => input.search)).toContain('a'));
  expect(screen.queryByRole('option', { name: /Ada Byron/ })).toBeNull();
});

it('stays open if the transfer fails', async () => {
  const onOpenChange = await show(() => Promise.reject(new TypeError('Failed to fetch')));
  await choose('Li Wei', 'li');
  await confirm('Analog');
  await userEvent.click(submit());
  await screen.findByText("Couldn't transfer the space");
  expect(onOpenChange).not.toHaveBeenCalled();
  await waitFor(() => expect(submit().disabled).toBe(false));
});
