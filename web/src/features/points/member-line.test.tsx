import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '#web/lib/api/api-client.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { type Responses, respondWith } from '#web-testing/fake-api.ts';
import { aPerson, idOf, spaceId, timeOf } from '#web-testing/fixtures.ts';
import { renderPage } from '#web-testing/render-page.tsx';
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

function open(responses: Responses, element = <MemberLine person={person} spaceId={spaceId} />) {
  const call = vi.fn(respondWith(responses));
  renderPage(createQueryClient(call as never), element);
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
