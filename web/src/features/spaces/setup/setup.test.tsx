import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { SetupState } from '#contract/features/spaces/setup.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { useEntity } from '#web/lib/cache/entity-cache.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { useComposerRequested } from '#web/lib/open-composer.ts';
import { seedEntities } from '#web-testing/seed-entities.ts';
import { preloadSetupGuide, SetupGuideSlot } from './guide-slot.tsx';
import { useMarkInvited } from './use-setup.ts';

const call = vi.hoisted(() => vi.fn());
const toastMock = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/api/api-client.ts', async (original) => ({ ...(await original<object>()), call }));
vi.mock('#web/ui/overlays/toast.ts', () => ({ toast: toastMock }));
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
  toastMock.mockReset();
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
  seedEntities(client, { space: [{ id, name: 'Film', subdomain: 'film', setup } as Space] });
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

it('shows four tasks, each with a link to where it is done', async () => {
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
  ['for members who are not moderators', null],
  ['once it was dismissed', { completed: [], dismissed: true }],
  ['once all tasks are done', { completed: ['invite', 'description', 'cover', 'post'], dismissed: false }],
])('hides the guide %s', (_, setup) => {
  show(setup);
  noGuide();
});

it('hides the guide right away when dismissed, and restores it if the server rejects that', async () => {
  const user = userEvent.setup();
  const id = show(newGuide);
  await guide();
  let rejectWrite = () => {};
  call.mockReturnValue(
    new Promise((_, reject) => {
      rejectWrite = () => reject(new Error('offline'));
    }),
  );
  await user.click(screen.getByRole('button', { name: 'Dismiss setup guide' }));
  noGuide();
  expect(call).toHaveBeenCalledExactlyOnceWith('dismiss_setup_guide', { space_id: id });
  rejectWrite();
  await guide();
  await waitFor(() =>
    expect(toastMock).toHaveBeenLastCalledWith(
      expect.objectContaining({ title: "Couldn't save the setup guide", variant: 'destructive' }),
    ),
  );
});

it('reports an invitation by an ordinary member once, without showing errors', async () => {
  const user = userEvent.setup();
  call.mockRejectedValue(new Error('offline'));
  show(null);
  await user.click(screen.getByRole('button', { name: 'Take the link' }));
  await user.click(screen.getByRole('button', { name: 'Take the link' }));
  expect(call).toHaveBeenCalledOnce();
  expect(toastMock).not.toHaveBeenCalled();
});

it('sends nothing if people were already invited', async () => {
  const user = userEvent.setup();
  show({ completed: ['invite'], dismissed: false });
  await guide();
  await user.click(screen.getByRole('button', { name: 'Take the link' }));
  expect(call).not.toHaveBeenCalled();
});
