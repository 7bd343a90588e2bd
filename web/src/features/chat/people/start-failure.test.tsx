import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError, NetworkError } from '#web/lib/api/api-client.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { respondWith } from '#web-testing/fake-api.ts';
import { aPerson, idOf } from '#web-testing/fixtures.ts';
import { renderPage } from '#web-testing/render-page.tsx';
import { NewConversation } from './new-conversation.tsx';

afterEach(cleanup);

const contact = (n: number, full_name: string) => ({
  ...aPerson({ id: idOf(n), full_name }),
  user_id: idOf(n),
  is_online: false,
  last_seen_at: null,
  will_send_request: false,
});

/** Chooses people and tries to start a conversation with them. */
async function start(names: string[], error: Error): Promise<void> {
  const fail = () => {
    throw error;
  };
  const people = names.map((name, index) => contact(index + 1, name));
  const call = respondWith({
    list_recent_contacts: () => ({ people }),
    get_or_create_conversation: fail,
    create_group: fail,
  });
  renderPage(createQueryClient(call as never), <NewConversation onOpen={vi.fn()} onBack={vi.fn()} />);
  for (const name of names)
    await userEvent.click(await screen.findByRole('button', { name: new RegExp(name) }));
  if (names.length > 1) await userEvent.type(screen.getByLabelText('Group name'), 'Us');
  await userEvent.click(screen.getByRole('button', { name: names.length > 1 ? 'Create group' : 'Chat' }));
}

it.each([
  [['Maya'], 'Error starting chat', 'Could not find or create a conversation.'],
  [['Maya', 'Beatriz'], 'Failed to create conversation', 'Failed to start chat.'],
] as const)(
  'Starting a conversation with %j without a network says that it failed',
  async (names, title, text) => {
    await start([...names], new NetworkError('cut'));
    expect(await screen.findByText(title)).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
  },
);

it('A conversation that the server refuses says why', async () => {
  await start(['Maya'], new ApiError('cannot_message_person', 403, "You can't message this person."));
  expect(await screen.findByText("You can't message this person.")).toBeTruthy();
});
