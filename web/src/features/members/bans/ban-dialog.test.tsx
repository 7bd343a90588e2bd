import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { BanDialog } from './ban-dialog.tsx';

const call = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/api/api-client.ts', async (original) => ({ ...(await original<object>()), call }));
beforeEach(() => void call.mockReset());
afterEach(cleanup);

const person = (id: string, full_name: string) => ({
  id,
  full_name,
  username: id,
  avatar_url: null,
  profile_url: id,
});
const member = (id: string, full_name: string, can_ban: boolean) => ({
  user: person(id, full_name),
  permissions: { can_ban },
});

it('offers former members and members that the viewer may ban, and bans the selected one', async () => {
  call.mockImplementation(async (operation: string) => {
    if (operation === 'list_members')
      return { members: [member('olive', 'Olive Owner', false), member('mia', 'Mia Member', true)] };
    return operation === 'list_former_members' ? { people: [person('leo', 'Leo Left')] } : {};
  });
  const onOpenChange = vi.fn();
  render(
    <QueryClientProvider client={createQueryClient(call)}>
      <BanDialog
        space={{ id: 's', name: 'Film' } as Space}
        trigger={<button type="button">Open</button>}
        open
        onOpenChange={onOpenChange}
      />
    </QueryClientProvider>,
  );
  const field = await screen.findByRole('combobox', { name: 'Member or former member' });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Ban' }).disabled).toBe(true);
  await userEvent.click(field);
  const options = await screen.findAllByRole('option');
  expect(options.map((option) => option.textContent)).toEqual([
    expect.stringContaining('Leo Left@leo · Former member'),
    expect.stringContaining('Mia Member@mia · Member'),
  ]);
  const [leo] = options;
  if (leo) await userEvent.click(leo);
  await userEvent.click(screen.getByRole('button', { name: 'Ban Leo Left' }));
  await waitFor(() => expect(onOpenChange).toHaveBeenCalledWith(false));
  expect(call).toHaveBeenCalledWith('ban_member', { space_id: 's', user_id: 'leo' });
});
