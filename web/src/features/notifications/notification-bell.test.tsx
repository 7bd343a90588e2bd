import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { respondWith } from '#web-testing/fake-api.ts';
import { renderPage } from '#web-testing/render-page.tsx';
import { NotificationBell } from './notification-bell.tsx';

const here = '01a1fc6d-f9e3-74a9-9251-000000000001';

it('leaves out notifications of the open space, like its panel', async () => {
  const call = respondWith({
    get_unread_notification_count: ({ inside_space_id }) => ({
      unread_count: inside_space_id === here ? 3 : 5,
      version: 1,
      live_cursor: 1,
    }),
  });
  const { update } = renderPage(
    createQueryClient(call),
    <NotificationBell viewerId="me" insideSpaceId={here} />,
  );
  expect(await screen.findByRole('button', { name: 'Notifications, 3 unread' })).toBeTruthy();
  update(<NotificationBell viewerId="me" />);
  expect(await screen.findByRole('button', { name: 'Notifications, 5 unread' })).toBeTruthy();
});
