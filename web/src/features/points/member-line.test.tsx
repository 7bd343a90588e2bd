import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { FollowState } from '#contract/features/profiles/follows.ts';
import type { Account } from '#contract/users.ts';
import { ApiError } from '#web/lib/api/api-client.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { type Responses, respondWith } from '#web-testing/fake-api.ts';
import { aFollow, anAccount, aPerson, idOf, spaceId, timeOf } from '#web-testing/fixtures.ts';
import { renderPage, setViewer } from '#web-testing/render-page.tsx';
import { MemberLine } from './member-line.tsx';

const person = aPerson({ id: idOf(1), full_name: 'Priya Raman', level: 3 });
const member = (badges: { code: string; name: string }[] = []) => ({
  user: person,
  role: 'member' as const,
  joined_at: timeOf(0),
  points: 30,
  level_name: 'Regular',
  badges: badges.map((badge) => ({ ...badge, description: `Got ${badge.name}`, awarded_at: timeOf(1) })),
});

function open(
  responses: Responses,
  element = <MemberLine person={person} spaceId={spaceId} />,
  viewer: Account | null = null,
) {
  const call = vi.fn(respondWith(responses));
  const client = createQueryClient(call as never);
  setViewer(client, viewer);
  renderPage(client, element);
  return call;
}
const openCard = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Priya Raman' }));
  return screen.findByRole('dialog', { name: 'Priya Raman' });
};

afterEach(cleanup);

it('shows the name and what is said about it, with one stop of the keyboard', async () => {
  open(
    {},
    <MemberLine person={person} spaceId={spaceId} aside="2h">
      <p>Text</p>
    </MemberLine>,
  );
  expect(document.body.textContent).toContain('2h');
  expect(document.body.textContent).toContain('Text');
  expect(screen.getAllByRole('button')).toHaveLength(1);
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Priya Raman' }));
});

it('shows the level only of those who have one', () => {
  open({}, <MemberLine person={{ id: idOf(2), full_name: 'Ugo', avatar_url: null }} spaceId={spaceId} />);
  expect(screen.queryByText(/^Level/)).toBeNull();
  cleanup();
  open({});
  expect(screen.getByText('Level 3')).toBeTruthy();
});

it("opens the member's card, which shows the level of this space only", async () => {
  const call = open({ get_member_card: () => ({ member: member() }) });
  expect(call).not.toHaveBeenCalled();
  const card = await openCard();
  expect(await within(card).findByText('Level 3 · Regular')).toBeTruthy();
  expect(call.mock.calls.map(([operation, input]) => [operation, input])).toEqual([
    ['get_member_card', { space_id: spaceId, user_id: person.id }],
  ]);
  expect(card.textContent).not.toMatch(/activity|level 7/i);
});

it('shows badges with their names, which do nothing, and reads out what they are for', async () => {
  const badges = [
    { code: 'first_post', name: 'First post' },
    { code: 'ten_likes', name: 'Ten likes' },
  ];
  open({ get_member_card: () => ({ member: member(badges) }) });
  const list = within(await within(await openCard()).findByRole('list', { name: 'Badges' }));
  expect(list.getAllByRole('listitem').map((badge) => [badge.textContent, badge.title])).toEqual([
    ['First post: Got First post', 'Got First post'],
    ['Ten likes: Got Ten likes', 'Got Ten likes'],
  ]);
  expect(list.queryAllByRole('button')).toEqual([]);
});

it('says so when the person left the space', async () => {
  open({
    get_member_card: () => {
      throw new ApiError('member_not_found', 404, 'Gone');
    },
  });
  const card = await openCard();
  expect(await within(card).findByText('Priya Raman is no longer a member of this space.')).toBeTruthy();
});

it('asks once whether the viewer follows the member, without waiting for the answer', async () => {
  const card = Promise.withResolvers<{ member: ReturnType<typeof member> }>();
  const get_follow = vi.fn(() => ({ follow: aFollow({ user_id: person.id }) }));
  const viewer = anAccount({ id: idOf(2) });
  open({ get_member_card: () => card.promise, get_follow }, undefined, viewer);
  const early = await openCard();
  await waitFor(() => expect(get_follow).toHaveBeenCalledTimes(1));
  await act(async () => card.resolve({ member: member() }));
  expect(await within(early).findByRole('button', { name: 'Follow' })).toBeTruthy();
  expect(within(early).getByText('1 follower · 4 following')).toBeTruthy();
  expect(get_follow).toHaveBeenCalledTimes(1);
  cleanup();

  const follow = Promise.withResolvers<{ follow: FollowState }>();
  open(
    { get_member_card: () => ({ member: member() }), get_follow: () => follow.promise },
    undefined,
    viewer,
  );
  const late = await openCard();
  expect(await within(late).findByText('Level 3 · Regular')).toBeTruthy();
  expect(within(late).getByRole('button', { name: 'Message' })).toBeTruthy();
  // The room of the button is kept; it can't be pressed.
  expect(within(late).queryByRole('button', { name: 'Follow' })).toBeNull();
  expect(within(late).getByText('Follow')).toHaveProperty('disabled', true);
  follow.resolve({ follow: aFollow({ user_id: person.id }) });
  expect(await within(late).findByRole('button', { name: 'Follow' })).toHaveProperty('disabled', false);
});

it('leads to the conversation with the member, but not with oneself', async () => {
  const requested = vi.fn();
  const listen = (event: Event) => requested((event as CustomEvent).detail);
  window.addEventListener('open-chat-modal', listen);
  const responses = {
    get_member_card: () => ({ member: member() }),
    get_follow: () => ({ follow: aFollow({ user_id: person.id }) }),
  };
  open(responses, undefined, anAccount({ id: idOf(2) }));
  const theirs = await openCard();
  expect(await within(theirs).findByRole('button', { name: 'Follow' })).toBeTruthy();
  expect(within(theirs).getByText('1 follower · 4 following')).toBeTruthy();
  await userEvent.click(within(theirs).getByRole('button', { name: 'Message' }));
  expect(requested.mock.calls).toEqual([[{ userId: person.id }]]);
  expect(screen.queryByRole('dialog')).toBeNull();
  cleanup();
  open(responses, undefined, anAccount({ id: person.id }));
  const card = await openCard();
  await within(card).findByText('Level 3 · Regular');
  expect(within(card).queryByRole('button', { name: 'Message' })).toBeNull();
  window.removeEventListener('open-chat-modal', listen);
});
