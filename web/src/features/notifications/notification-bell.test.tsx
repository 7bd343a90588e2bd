import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Call } from '#web/lib/api/api-client.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { NotificationBell } from './notification-bell.tsx';

vi.mock('#web/lib/live/use-live.ts', () => ({ useChannel: () => {} }));
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ to, ...rest }: ComponentProps<'a'> & { to: string }) => <a {...rest} href={to} />,
}));
afterEach(cleanup);

it('counts what its list shows: the panel leaves out the open space, the page shows all', async () => {
  const call = async (_: string, input: { inside_space_id?: string }) => ({
    unread_count: input.inside_space_id === 's1' ? 3 : 5,
    live_cursor: 1,
  });
  render(
    <QueryClientProvider client={createQueryClient(call as unknown as Call)}>
      <NotificationBell viewerId="me" insideSpaceId="s1" />
    </QueryClientProvider>,
  );
  const patient = { timeout: 4_000 };
  const toPanel = await screen.findByTitle('Notifications, 3 unread', {}, patient);
  const toPage = await screen.findByTitle('Notifications, 5 unread', {}, patient);
  expect(toPanel.tagName).toBe('BUTTON');
  expect(toPage.getAttribute('href')).toBe('/notifs');
});
