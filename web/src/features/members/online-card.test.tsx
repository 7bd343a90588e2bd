import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { PresenceChange, WatchRequest, WatchResponse } from '#contract/live.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { LiveClient } from '#web/lib/live/live-client.ts';
import { respondWith } from '#web-testing/fake-api.ts';
import { aPerson, aSpace, idOf, spaceId } from '#web-testing/fixtures.ts';
import { renderPage } from '#web-testing/render-page.tsx';
import { OnlineCard } from './online-card.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** The card of a space. `unlisted` are online, but not listed to the viewer. */
async function open(names: string[], unlisted = 0) {
  const online = [...names];
  const idOfName = (name: string) => idOf(100 + name.charCodeAt(0));
  let push: (change: PresenceChange) => void = () => {};
  vi.spyOn(LiveClient.prototype, 'onPresence').mockImplementation((listener) => {
    push = listener;
    return () => {};
  });
  vi.spyOn(LiveClient.prototype, 'watch').mockImplementation(
    (request: WatchRequest, reply: (response: WatchResponse) => void) => {
      const isOnline = (id: string) => online.some((name) => idOfName(name) === id);
      reply({
        space_id: request.space_id,
        online: request.user_ids.filter(isOnline),
        offline: request.user_ids.filter((id) => !isOnline(id)),
        online_count: online.length + unlisted,
      });
    },
  );
  const requested = vi.fn();
  const client = createQueryClient(
    respondWith({
      list_online_members: () => {
        requested();
        return {
          members: online.slice(0, 10).map((name) => aPerson({ id: idOfName(name), full_name: name })),
          online_count: online.length + unlisted,
        };
      },
    }),
  );
  renderPage(client, <OnlineCard space={aSpace()} />);
  const shown = () =>
    `${screen.queryByRole('heading')?.textContent ?? ''}: ${screen
      .queryAllByRole('button')
      .map((button) => button.textContent)
      .join(' ')}`;
  const change = (who: { come?: string[]; leave?: string[] }) =>
    act(() => {
      for (const name of who.leave ?? []) online.splice(online.indexOf(name), 1);
      online.push(...(who.come ?? []));
      push({
        space_id: spaceId,
        online: [],
        offline: (who.leave ?? []).map(idOfName),
        online_count: online.length + unlisted,
      });
    });
  await vi.waitFor(() => expect(shown()).toContain(names.slice(0, 10).join(' ')));
  return { shown, change, requested };
}

it('shows those who come, and nobody who has left, also if both happen at the same time', async () => {
  const { shown, change } = await open(['Ann', 'Ben']);
  await vi.waitFor(() => expect(shown()).toBe('Online now 2: Ann Ben'));
  change({ come: ['Cem'] });
  await vi.waitFor(() => expect(shown()).toBe('Online now 3: Ann Ben Cem'));
  change({ leave: ['Ben'], come: ['Dan'] });
  expect(shown()).toBe('Online now 3: Ann Cem');
  await vi.waitFor(() => expect(shown()).toBe('Online now 3: Ann Cem Dan'));
  change({ leave: ['Ann', 'Cem', 'Dan'] });
  expect(shown()).toBe(': ');
});

it('counts with a link those who have no face: more than ten, and until faces have arrived', async () => {
  const letters = [...'ABCDEFGHIJKL'];
  const { shown, change, requested } = await open(letters);
  expect(shown()).toBe('Online now 12: A B C D E F G H I J');
  expect(screen.getByRole('link', { name: '2 more members online' })).toBeTruthy();
  change({ leave: ['A'] });
  expect(screen.getByRole('link', { name: '2 more members online' })).toBeTruthy();
  await vi.waitFor(() => expect(shown()).toBe('Online now 11: B C D E F G H I J K'));
  expect(requested).toHaveBeenCalledTimes(2);
});

it('requests nothing again for those who are not listed to the viewer', async () => {
  // Requests wait no time.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const untilSent = () => act(() => new Promise((resolve) => setTimeout(resolve)));
  const { shown, change, requested } = await open(['Ann'], 1);
  await untilSent();
  expect(requested).toHaveBeenCalledTimes(1);
  change({ come: ['Ben'] });
  await vi.waitFor(() => expect(shown()).toBe('Online now 3: Ann Ben'));
  await untilSent();
  expect(requested).toHaveBeenCalledTimes(2);
});
