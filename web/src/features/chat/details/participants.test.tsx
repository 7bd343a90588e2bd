import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { respondWith } from '#web-testing/fake-api.ts';
import { aConversation, idOf, timeOf } from '#web-testing/fixtures.ts';
import { renderPage } from '#web-testing/render-page.tsx';
import { Participants } from './participants.tsx';

afterEach(cleanup);

it('asks before someone is removed from a group', async () => {
  const removed = vi.fn();
  const conversation = aConversation({
    is_group: true,
    can: { send: true, edit: true, add: true, remove: true, leave: true },
  });
  const [person] = conversation.other_participants;
  if (!person) throw new Error('the conversation is empty');
  const client = createQueryClient(
    vi.fn(
      respondWith({
        list_participants: () => ({
          participants: [{ ...person, user_id: idOf(5), full_name: 'Bea', joined_at: timeOf(1) }],
          next_cursor: null,
        }),
        remove_participant: ({ user_id }) => {
          removed(user_id);
          return { conversation, live_cursor: 1 };
        },
      }),
    ) as never,
  );
  renderPage(client, <Participants conversation={conversation} viewerId={idOf(1)} onMessage={vi.fn()} />);
  await userEvent.click(await screen.findByRole('button', { name: 'More about Bea' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove from group' }));
  expect(await screen.findByRole('alertdialog', { name: 'Remove Bea from the group?' })).toBeTruthy();
  expect(removed).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(removed.mock.calls).toEqual([[idOf(5)]]));
});
