import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NetworkError } from '#web/lib/api/api-client.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { type Responses, respondWith } from '#web-testing/fake-api.ts';
import { aNotification, anAccount, idOf, spaceId, timeOf } from '#web-testing/fixtures.ts';
import { renderPage, setViewer } from '#web-testing/render-page.tsx';
import { NotificationBell } from './notification-bell.tsx';

const call = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/api/api-client.ts', async (original) => ({ ...(await original<object>()), call }));
beforeEach(() => void call.mockReset());
afterEach(cleanup);

const one = aNotification({ target_id: idOf(21), content_preview: 'Rye bread' });
const two = aNotification({ id: idOf(2), created_at: timeOf(-60), read: true, actor_relationship: 'admin' });
const counted = { unread_count: 1, version: 1, live_cursor: 0 };

function show(responses: Responses = {}, insideSpaceId?: string) {
  call.mockImplementation(
    respondWith({
      get_unread_notification_count: () => counted,
      get_notifications_with_actors: () => ({ notifications: [one, two], next_cursor: null, live_cursor: 0 }),
      mark_notifications_as_read: () => counted,
      mark_all_notifications_as_read: () => counted,
      ...responses,
    }),
  );
  const client = createQueryClient(call);
  const viewer = anAccount();
  setViewer(client, viewer);
  return renderPage(client, <NotificationBell viewerId={viewer.id} insideSpaceId={insideSpaceId} />);
}
const requests = (operation: string) =>
  call.mock.calls.filter(([name]) => name === operation).map(([, input]) => input);
async function openPanel() {
  await userEvent.click(await screen.findByRole('button', { name: /^Notifications, / }));
  return screen.findByRole('dialog', { name: 'Notifications' });
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('lists what happened, latest first, and says what is unread', async () => {
  show();
  const panel = await openPanel();
  await within(panel).findByText('Rye bread');
  const [first, second] = within(panel)
    .getAllByRole('listitem')
    .map((item) => item.textContent);
  expect(first).toMatch(/Ada Tester liked your post \(unread\)Rye breadBread/);
  expect(second).toMatch(/Ada Tester liked your postAdminBread/);
  expect(second).not.toContain('(unread)');
  expect(within(panel).getByText('You have reached the end of your notifications')).toBeTruthy();
  // Filters are for lists inside a space.
  expect(within(panel).queryByRole('button', { name: 'Just this space' })).toBeNull();
});

it('opens what a notification is about, marks it as read and closes the panel', async () => {
  const { href } = show();
  const panel = await openPanel();
  await userEvent.click(await within(panel).findByRole('link', { name: /\(unread\)$/ }));
  expect(href()).toBe(`/bread/space/${idOf(21)}?highlight=${idOf(21)}`);
  expect(requests('mark_notifications_as_read')).toEqual([{ notification_ids: [idOf(1)], clicked: true }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('does not mark what was opened before', async () => {
  show({
    get_notifications_with_actors: () => ({
      notifications: [{ ...two, clicked: true }],
      next_cursor: null,
      live_cursor: 0,
    }),
  });
  const panel = await openPanel();
  await userEvent.click(await within(panel).findByRole('link', { name: /liked/ }));
  expect(requests('mark_notifications_as_read')).toEqual([]);
});

it('loads earlier notifications on request', async () => {
  show({
    get_notifications_with_actors: ({ cursor }) =>
      cursor === 'next'
        ? { notifications: [two], next_cursor: null, live_cursor: 0 }
        : { notifications: [one], next_cursor: 'next', live_cursor: 0 },
  });
  const panel = await openPanel();
  await userEvent.click(await within(panel).findByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(within(panel).getAllByRole('listitem')).toHaveLength(2));
});

it('shows the notifications of all spaces or just of the open one', async () => {
  show({}, spaceId);
  await openPanel();
  await waitFor(() =>
    expect(requests('get_notifications_with_actors')).toEqual([{ inside_space_id: spaceId }]),
  );
  expect(screen.getByRole('button', { name: 'All spaces', pressed: true })).toBeTruthy();
  await press('Just this space');
  expect(screen.getByRole('button', { name: 'Just this space', pressed: true })).toBeTruthy();
  await waitFor(() =>
    expect(requests('get_notifications_with_actors')).toEqual([
      { inside_space_id: spaceId },
      { only_space_id: spaceId },
    ]),
  );
});

it('empties the list when everything is marked as read, until it is closed', async () => {
  show();
  const panel = await openPanel();
  await within(panel).findByText('Rye bread');
  await press('Mark all as read');
  expect(await within(panel).findByText("You're all caught up")).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
  expect(requests('mark_all_notifications_as_read')).toHaveLength(1);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: /^Notifications/ }));
  expect((await screen.findByText('Rye bread')).closest('li')?.textContent).not.toContain('(unread)');
});

it('shows the list again if marking fails', async () => {
  show({
    mark_all_notifications_as_read: () => {
      throw new NetworkError(null);
    },
  });
  const panel = await openPanel();
  await within(panel).findByText('Rye bread');
  await press('Mark all as read');
  expect(await screen.findByText('Failed to mark all notifications as read')).toBeTruthy();
  expect(await within(panel).findByText('Rye bread')).toBeTruthy();
});

it('requests list and count again on request, and shows that it does', async () => {
  const list = { notifications: [one, two], next_cursor: null, live_cursor: 0 };
  const { promise, resolve } = Promise.withResolvers<typeof list>();
  let isFirst = true;
  show({
    get_notifications_with_actors: () => {
      const response = isFirst ? list : promise;
      isFirst = false;
      return response;
    },
  });
  const panel = await openPanel();
  await within(panel).findByText('Rye bread');
  await press('Refresh');
  const button = within(panel).getByRole('button', { name: /Refresh/ });
  expect(button.getAttribute('aria-busy')).toBe('true');
  resolve(list);
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
  expect(requests('get_notifications_with_actors')).toHaveLength(2);
  expect(requests('get_unread_notification_count').length).toBeGreaterThanOrEqual(2);
});

it('says that there are none yet, or that they could not be loaded', async () => {
  let isDown = true;
  show({
    get_notifications_with_actors: () => {
      if (isDown) throw new NetworkError(null);
      return { notifications: [], next_cursor: null, live_cursor: 0 };
    },
  });
  const panel = await openPanel();
  expect(await within(panel).findByText('Failed to load notifications')).toBeTruthy();
  isDown = false;
  await press('Try again');
  expect(await within(panel).findByText('No notifications yet')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
});

it.each([
  [0, 'Notifications', ''],
  [99, 'Notifications, 99 unread', '99'],
  [100, 'Notifications, more than 99 unread', '99+'],
])('counts %i unread notifications', async (unread_count, name, number) => {
  show({ get_unread_notification_count: () => ({ ...counted, unread_count }) });
  const bell = await screen.findByRole('button', { name });
  expect(bell.textContent).toBe(number);
});

it('leads to the page with all notifications, and closes', async () => {
  const { href } = show();
  const panel = await openPanel();
  await userEvent.click(within(panel).getByRole('link', { name: 'See all' }));
  await waitFor(() => expect(href()).toBe('/notifs'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('names the post, and when it happened', async () => {
  const { created_at } = aNotification();
  const named = aNotification({ post_title: 'Rye for beginners', created_at });
  show({
    get_notifications_with_actors: () => ({ notifications: [named], next_cursor: null, live_cursor: 0 }),
  });
  const earlier = await within(await openPanel()).findByRole('region', { name: 'Earlier' });
  expect(within(earlier).getByRole('link').textContent).toContain('liked Rye for beginners');
});
