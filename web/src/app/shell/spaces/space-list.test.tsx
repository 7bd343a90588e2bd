import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { msg } from '#contract/i18n/translate.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { applyLiveEvent } from '#web/lib/live/live-client.ts';
import { respondWith } from '#web-testing/fake-api.ts';
import { anAccount, aSpace, idOf } from '#web-testing/fixtures.ts';
import { renderPage, setViewer } from '#web-testing/render-page.tsx';
import { SpaceList } from './space-list.tsx';
import '#web/features/notifications/notifications.live.ts';

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useMatch: () => undefined,
}));
afterEach(cleanup);

const labels = { search: msg('Search'), none: msg('No spaces available'), noMatch: msg('No spaces found.') };
const unread = { [idOf(1)]: 3, [idOf(2)]: 120 };
const rows = () => screen.getAllByRole('listitem').map((row) => row.textContent);

function show(isOpen: boolean, muted_space_ids: string[] = []) {
  const requests = vi.fn();
  const respond = respondWith({
    get_user_spaces_with_memberships: () => ({
      spaces: [1, 2, 3].map((n) => aSpace({ id: idOf(n), name: `Space ${n}`, subdomain: `space-${n}` })),
    }),
    list_unread_spaces: () => ({
      spaces: Object.entries(unread).map(([space_id, unread_count]) => ({ space_id, unread_count })),
      muted_space_ids,
    }),
  });
  const client = createQueryClient((async (...args: Parameters<typeof respond>) => {
    requests(args[0]);
    return await respond(...args);
  }) as typeof respond);
  setViewer(client, anAccount());
  renderPage(client, <SpaceList isOpen={isOpen} labels={labels} onChoose={() => {}} />);
  return { client, requests };
}

it('marks spaces with unread notifications, and counts again when one was read', async () => {
  const { client, requests } = show(true);
  await screen.findByText('3');
  expect(rows()).toEqual(['Space 13 unread', 'Space 299+ unread', 'Space 3']);
  delete unread[idOf(2)];
  applyLiveEvent(
    {
      seq: 1,
      channel: `user:${idOf(2)}`,
      type: 'notification.read',
      payload: { notification_ids: [idOf(9)], clicked: true, unread_count: 3, version: 9 },
    },
    { client, viewerId: anAccount().id },
  );
  await waitFor(() => expect(rows()).toEqual(['Space 13 unread', 'Space 2', 'Space 3']));
  expect(requests.mock.calls.flat().filter((name) => name === 'list_unread_spaces')).toHaveLength(2);
});

it('requests them only while it is open', async () => {
  const { requests } = show(false);
  await waitFor(() => expect(rows()).toHaveLength(3));
  expect(requests.mock.calls.flat()).not.toContain('list_unread_spaces');
});

it('says which spaces are muted, with a quiet number', async () => {
  unread[idOf(2)] = 120;
  show(true, [idOf(1), idOf(3)]);
  const number = await screen.findByText('3');
  expect(rows()).toEqual(['Space 1Muted3 unread', 'Space 299+ unread', 'Space 3Muted']);
  const isQuiet = (element: Element) => element.hasAttribute('data-muted');
  expect([number, screen.getByText('99+')].map(isQuiet)).toEqual([true, false]);
});
