import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { SetupState } from '#contract/setup.ts';
import type { Space } from '#contract/spaces.ts';
import { useEntity, writeEntities } from '#web/lib/entity-cache.ts';
import { useComposerRequested } from '#web/lib/open-composer.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { preloadSetupGuide, SetupGuideSlot } from './guide-slot.tsx';
import { useMarkInvited } from './use-setup.ts';

const call = vi.hoisted(() => vi.fn());
const said = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/api-client.ts', async (original) => ({ ...(await original<object>()), call }));
vi.mock('#web/ui/toast.ts', () => ({ toast: said }));
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ to, params, search, replace: _, ...rest }: ComponentProps<'a'> & Record<string, unknown>) => (
    <a
      {...rest}
      href={`${String(to).replace('$subdomain', (params as { subdomain: string }).subdomain)}?${new URLSearchParams(search as Record<string, string>)}`}
    />
  ),
}));

beforeEach(() => {
  call.mockReset();
  said.mockReset();
});
afterEach(cleanup);

const opened = vi.fn();
function Page({ id }: { id: string }) {
  const space = useEntity('space', id) as Space;
  useComposerRequested(id, opened);
  const invited = useMarkInvited(space);
  return (
    <>
      <SetupGuideSlot space={space} />
      <button type="button" onClick={invited}>
        Take the link
      </button>
    </>
  );
}

let spaces = 0;
function show(setup: SetupState | null) {
  spaces += 1;
  const id = `space-${spaces}`;
  const client = createQueryClient(call);
  writeEntities(client, { space: [{ id, name: 'Film', subdomain: 'film', setup } as Space] });
  render(
    <QueryClientProvider client={client}>
      <Page id={id} />
    </QueryClientProvider>,
  );
  return id;
}
const guide = () => screen.findByRole('region', { name: 'Setup guide' });
const noGuide = () => expect(screen.queryByRole('region', { name: 'Setup guide' })).toBeNull();
const newGuide: SetupState = { completed: [], dismissed: false };

// As the feed's route does.
beforeAll(() => preloadSetupGuide({ setup: newGuide } as Space), 30_000);

it('has four tasks, each leading to where it is done', async () => {
  const user = userEvent.setup();
  const id = show(newGuide);
  await guide();
  expect(screen.getByText('0 of 4 done')).toBeTruthy();
  const addressOf = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href');
  expect(addressOf(/Write a description/)).toBe('/film/about?edit=description');
  expect(addressOf(/Add a cover image/)).toBe('/film/about?edit=cover');
  await user.click(screen.getByRole('button', { name: /Write your first post/ }));
  expect(opened).toHaveBeenCalledOnce();
  expect(call).not.toHaveBeenCalled();

  vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  call.mockResolvedValue({});
  await user.click(screen.getByRole('button', { name: /Invite people/ }));
  await user.click(await screen.findByRole('button', { name: 'Copy' }));
  expect(call).toHaveBeenCalledExactlyOnceWith('complete_setup_task', {
    space_id: id,
    task_type: 'invite',
  });
  expect(await screen.findByText('1 of 4 done')).toBeTruthy();
});

it.each<[string, SetupState | null]>([
  ['for those who do not run the space', null],
  ['once it was put away', { completed: [], dismissed: true }],
  ['once all is done', { completed: ['invite', 'description', 'cover', 'post'], dismissed: false }],
])('does not show %s', (_, setup) => {
  show(setup);
  noGuide();
});

it('goes at once when it is put away, and comes back when that was refused', async () => {
  const user = userEvent.setup();
  const id = show(newGuide);
  await guide();
  let refuse = () => {};
  call.mockReturnValue(
    new Promise((_, reject) => {
      refuse = () => reject(new Error('away'));
    }),
  );
  await user.click(screen.getByRole('button', { name: 'Dismiss setup guide' }));
  noGuide();
  expect(call).toHaveBeenCalledExactlyOnceWith('dismiss_setup_guide', { space_id: id });
  refuse();
  await guide();
  await waitFor(() =>
    expect(said).toHaveBeenLastCalledWith(
      expect.objectContaining({ title: 'The setup guide could not be saved', variant: 'destructive' }),
    ),
  );
});

it('learns from ordinary members that they invited people, once, and does not trouble them', async () => {
  const user = userEvent.setup();
  call.mockRejectedValue(new Error('away'));
  show(null);
  await user.click(screen.getByRole('button', { name: 'Take the link' }));
  await user.click(screen.getByRole('button', { name: 'Take the link' }));
  expect(call).toHaveBeenCalledOnce();
  expect(said).not.toHaveBeenCalled();
});

it('asks for nothing when people were invited already', async () => {
  const user = userEvent.setup();
  show({ completed: ['invite'], dismissed: false });
  await guide();
  await user.click(screen.getByRole('button', { name: 'Take the link' }));
  expect(call).not.toHaveBeenCalled();
});
