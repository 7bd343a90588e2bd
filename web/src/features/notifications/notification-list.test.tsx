import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { spaceId } from '#web-testing/fixtures.ts';
import { NotificationList } from './notification-list.tsx';
import { type NotificationFilter, notificationPages } from './notifications.api.ts';

vi.mock('#web/lib/live/use-live.ts', () => ({ useChannel: () => {} }));
vi.mock('./notification-item.tsx', () => ({ NotificationItem: ({ id }: { id: string }) => <li>{id}</li> }));
afterEach(cleanup);

const at = '2026-11-21T12:00:00.000Z';

function show(
  rows: object[],
  emptiedAt: string | null,
  { filter = {}, snoozed = [] }: { filter?: NotificationFilter; snoozed?: object[] } = {},
) {
  const client = createQueryClient(vi.fn() as never);
  const store = (of: NotificationFilter, listed: object[]) => {
    const page = { rows: listed, next_cursor: null, live_cursor: 1 };
    client.setQueryData(notificationPages(of).queryKey, { pages: [page], pageParams: [undefined] } as never);
  };
  store(filter, rows);
  store({ ...filter, state: 'snoozed' }, snoozed);
  render(
    <QueryClientProvider client={client}>
      <NotificationList viewerId="me" filter={filter} emptiedAt={emptiedAt} />
    </QueryClientProvider>,
  );
}

it.each([{}, { only_space_id: spaceId }])(
  'says whether anything is snoozed if nothing else is there (%j)',
  (filter) => {
    show([], null, { filter });
    expect(screen.getByText('No notifications yet')).toBeDefined();
    cleanup();
    show([], null, { filter, snoozed: [{ id: 'n1', batch_updated_at: at }] });
    expect(screen.queryByText('No notifications yet')).toBeNull();
    expect(screen.getByText('Nothing new')).toBeDefined();
  },
);

it('says that one is all caught up after everything was marked as read', () => {
  show([{ id: 'n1', batch_updated_at: at }], at);
  expect(screen.getByText("You're all caught up")).toBeDefined();
  expect(screen.queryByText(/reached the end/)).toBeNull();
});

it('ends with a line below entries', () => {
  show([{ id: 'n1', batch_updated_at: at }], null);
  expect(screen.getByText('You have reached the end of your notifications')).toBeDefined();
});
