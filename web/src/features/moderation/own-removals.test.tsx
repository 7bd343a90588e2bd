import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OwnRemoval } from '#contract/moderation.ts';
import type { Space } from '#contract/spaces.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { OwnRemovals } from './own-removals.tsx';

const call = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/api-client.ts', async (original) => ({ ...(await original<object>()), call }));
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ to, params: _p, search: _s, ...rest }: ComponentProps<'a'> & Record<string, unknown>) => (
    <a {...rest} href={String(to)} />
  ),
}));
beforeEach(() => call.mockReset());
afterEach(cleanup);

const removal: OwnRemoval = {
  kind: 'comment',
  id: 'c1',
  post: { id: 'p1', slug: 'first-rolls', title: 'First rolls' },
  excerpt: 'Buy my presets',
  reason: 'No selling here.',
  removed_at: '2026-11-20T12:00:00.000Z',
};

function show(membership: object | null) {
  const client = createQueryClient(call);
  const space = { id: 's1', name: 'Film', subdomain: 'film', membership } as Space;
  render(
    <QueryClientProvider client={client}>
      <OwnRemovals space={space} />
    </QueryClientProvider>,
  );
}

it('says what was taken down and why, until it has been read', async () => {
  call.mockResolvedValueOnce({ removals: [removal] });
  show({});
  const card = await screen.findByRole('region', { name: 'Your comment was removed' }, { timeout: 10_000 });
  expect(card.textContent).toContain('Buy my presets');
  expect(card.textContent).toContain('No selling here.');
  call.mockResolvedValueOnce({});
  await userEvent.click(screen.getByRole('button', { name: 'I have read it' }));
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
  expect(call).toHaveBeenLastCalledWith('put_removal_away', { space_id: 's1', thing_id: 'c1' });
});

it('asks nothing for somebody who is no member', () => {
  show(null);
  expect(call).not.toHaveBeenCalled();
});
