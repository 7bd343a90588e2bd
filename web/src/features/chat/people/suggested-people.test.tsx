import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Contact } from '#contract/features/chat/contacts.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { type Responses, respondWith } from '#web-testing/fake-api.ts';
import { aConversation, aPerson, idOf } from '#web-testing/fixtures.ts';
import { renderPage } from '#web-testing/render-page.tsx';
import { ConversationList } from '../conversations/conversation-list.tsx';
import { PersonSearch } from './person-search.tsx';

afterEach(cleanup);

const contact = (n: number, full_name: string): Contact => ({
  ...aPerson({ id: idOf(n), full_name, username: `user-${n}` }),
  user_id: idOf(n),
  is_online: false,
  last_seen_at: null,
  will_send_request: false,
});
const newcomer: Responses = {
  list_conversations: () => ({ conversations: [], next_cursor: null, live_cursor: 1 }),
  get_unread_conversations: () => ({
    unread_count: 0,
    conversation_count: 0,
    request_count: 0,
    live_cursor: 1,
  }),
  list_recent_contacts: () => ({ people: [] }),
  list_suggested_people: () => ({ people: [contact(1, 'Maya Lund'), contact(2, 'Beatriz Nunes')] }),
};
function start(responses: Responses = {}) {
  const call = vi.fn(respondWith({ ...newcomer, ...responses }));
  return { call, client: createQueryClient(call as never) };
}
const suggested = () => screen.findByRole('region', { name: 'Suggested' });

describe('Suggested people', () => {
  it('are in an empty list, whose conversations open with one press, and not below the unread ones', async () => {
    const onPerson = vi.fn();
    renderPage(
      start().client,
      <ConversationList
        viewerId={idOf(900)}
        variant="popover"
        onOpen={vi.fn()}
        onPerson={onPerson}
        onNew={vi.fn()}
      />,
    );
    expect(await screen.findByText('No chats found')).toBeTruthy();
    await userEvent.click(within(await suggested()).getByRole('button', { name: /Beatriz/ }));
    expect(onPerson).toHaveBeenCalledWith(idOf(2));
    await userEvent.click(screen.getByRole('button', { name: 'Unread' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Suggested' })).toBeNull());
  });

  it('show that they were pressed until their conversation is open, and open it once', async () => {
    const opening = Promise.withResolvers<void>();
    const onPerson = vi.fn(() => opening.promise);
    renderPage(
      start().client,
      <ConversationList
        viewerId={idOf(900)}
        variant="full"
        onOpen={vi.fn()}
        onPerson={onPerson}
        onNew={vi.fn()}
      />,
    );
    const row = within(await suggested()).getByRole('button', { name: /Beatriz/ });
    await userEvent.dblClick(row);
    expect(row.getAttribute('aria-busy')).toBe('true');
    expect(onPerson).toHaveBeenCalledOnce();
    opening.resolve();
    await waitFor(() => expect(row.getAttribute('aria-busy')).toBeNull());
  });

  it('can be chosen for a first conversation, without those who are in it', async () => {
    const onChange = vi.fn();
    renderPage(start().client, <PersonSearch chosen={[]} onChange={onChange} without={new Set([idOf(1)])} />);
    expect(await screen.findByText('No recent contacts')).toBeTruthy();
    const buttons = within(await suggested()).getAllByRole('button');
    expect(buttons.map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Beatriz Nunes')]);
    await userEvent.click(buttons[0] as HTMLElement);
    expect(onChange).toHaveBeenCalledWith([expect.objectContaining({ user_id: idOf(2) })]);
  });

  it('stay after the first conversation: below recent contacts, and below a short list', async () => {
    const { client } = start({ list_recent_contacts: () => ({ people: [contact(3, 'Olga Recent')] }) });
    renderPage(client, <PersonSearch chosen={[]} onChange={vi.fn()} />);
    expect(await screen.findByText('Olga Recent')).toBeTruthy();
    expect(within(await suggested()).getByText('Maya Lund')).toBeTruthy();
    cleanup();
    const others = (count: number) =>
      Array.from({ length: count }, (_, n) => {
        const [person] = aConversation().other_participants;
        if (!person) throw new Error('no person');
        const other_participants = [{ ...person, user_id: idOf(n + 1), id: idOf(n + 1) }];
        return aConversation({ id: idOf(300 + n), conversation_id: idOf(300 + n), other_participants });
      });
    const list = (count: number) =>
      renderPage(
        start({
          list_conversations: () => ({ conversations: others(count), next_cursor: null, live_cursor: 1 }),
        }).client,
        <ConversationList
          viewerId={idOf(900)}
          variant="popover"
          onOpen={vi.fn()}
          onPerson={vi.fn()}
          onNew={vi.fn()}
        />,
      );
    list(1);
    // Without the person of the conversation.
    const buttons = within(await suggested()).getAllByRole('button');
    expect(buttons.map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Beatriz Nunes')]);
    cleanup();
    list(5);
    await waitFor(() => expect(screen.getByRole('list', { name: 'Chats' }).children).toHaveLength(5));
    expect(screen.queryByRole('region', { name: 'Suggested' })).toBeNull();
  });

  it('are shown by name, and by username if two have the same name', async () => {
    const people = [contact(1, 'Maya Lund'), contact(2, 'Beatriz Nunes'), contact(4, 'Maya Lund')];
    const { client } = start({ list_suggested_people: () => ({ people }) });
    renderPage(client, <PersonSearch chosen={[]} onChange={vi.fn()} />);
    const usernames = within(await suggested()).getAllByText(/^@/);
    expect(usernames.map(({ textContent }) => textContent)).toEqual([
      `@${people[0]?.username}`,
      `@${people[2]?.username}`,
    ]);
  });

  it('who are found by their username are shown with it', async () => {
    const people = [contact(1, 'Maya Lund'), contact(2, 'Beatriz Nunes')];
    const { client } = start({ search_people: () => ({ people }) });
    renderPage(client, <PersonSearch chosen={[]} onChange={vi.fn()} />);
    await userEvent.type(screen.getByRole('searchbox'), people[0]?.username ?? '');
    expect(await screen.findByText(`@${people[0]?.username}`)).toBeTruthy();
  });

  it('are nothing if there are none', async () => {
    const { call, client } = start({ list_suggested_people: () => ({ people: [] }) });
    renderPage(client, <PersonSearch chosen={[]} onChange={vi.fn()} />);
    await waitFor(() =>
      expect(call.mock.calls.map(([operation]) => operation)).toContain('list_suggested_people'),
    );
    expect(screen.queryByText('Suggested')).toBeNull();
  });
});
