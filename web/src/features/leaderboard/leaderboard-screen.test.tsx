import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RankedMember } from '#contract/features/leaderboard/leaderboard.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { NetworkError } from '#web/lib/api/api-client.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { type Responses, respondWith } from '#web-testing/fake-api.ts';
import { anAccount, aPerson, aSpace, idOf, spaceId } from '#web-testing/fixtures.ts';
import { renderPage, setViewer } from '#web-testing/render-page.tsx';
import { LeaderboardScreen } from './leaderboard-screen.tsx';

const call = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/api/api-client.ts', async (original) => ({ ...(await original<object>()), call }));
beforeEach(() => void call.mockReset());
afterEach(cleanup);

const ranked = (rank: number, points = 100 - rank): RankedMember => ({
  rank,
  user: aPerson({ id: idOf(rank), full_name: `Member ${rank}` }),
  points,
});
const myRank = { is_ranked: true, rank: 12, points: 4, total_points: 33, level: 3, level_name: 'Levain' };
const board = {
  top: [ranked(1), ranked(2)],
  viewer_rank: null,
  around: [],
  next_cursor: null,
  live_cursor: 0,
};
const levels = Array.from({ length: 9 }, (_, index) => ({
  level: index + 1,
  name: index === 1 ? 'Crumb' : null,
  points: index * 10,
  member_count: index < 2 ? 1 : 0,
}));

function show(responses: Responses, { period, space = aSpace() }: { period?: string; space?: Space } = {}) {
  call.mockImplementation(respondWith(responses));
  const client = createQueryClient(call);
  setViewer(client, anAccount({ id: idOf(2) }));
  return { client, ...renderPage(client, <LeaderboardScreen space={space} search={{ period }} />) };
}
const rows = (list: string) =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('listitem')
    .map((row) => row.textContent);

it('shows the top ten of the chosen period, and marks the viewer', async () => {
  show(
    { get_leaderboard: ({ period }) => ({ ...board, top: period === '30d' ? board.top : [] }) },
    { period: '30d' },
  );
  await screen.findByRole('list', { name: 'Top 10' });
  const [first, own] = rows('Top 10');
  expect(first).toMatch(/Rank 1.*Member 1.*99 points/);
  expect(first).not.toContain('You');
  expect(own).toMatch(/Rank 2.*Member 2You.*98 points/);
  expect(screen.getByRole('link', { current: true }).textContent).toBe('30 days');
  expect(screen.queryByRole('list', { name: 'Your rank' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Show all' })).toBeNull();
});

it("shows the viewer's level, and their row with its neighbors below the top ten", async () => {
  show({ get_leaderboard: () => ({ ...board, viewer_rank: myRank, around: [ranked(11), ranked(12, 4)] }) });
  await screen.findByRole('heading', { name: /Levain/ });
  expect(rows('Your rank')).toHaveLength(2);
  expect(screen.getByRole('progressbar', { name: 'Progress to next level' })).toBeTruthy();
  expect(screen.queryByText("Owners and admins aren't ranked.")).toBeNull();
});

it.each([
  ['a member, and keeps the room of their level', 'member', 2],
  ['a visitor', null, 1],
] as const)('shows placeholders for %s', (_, role, cards) => {
  const membership = role && { role, joined_at: aSpace().created_at };
  const page = show(
    { get_leaderboard: () => Promise.withResolvers<typeof board>().promise },
    { space: aSpace({ membership }) },
  );
  expect(page.container.querySelectorAll('.card[aria-busy]')).toHaveLength(cards);
});

it("says that moderators aren't ranked", async () => {
  show({ get_leaderboard: () => ({ ...board, viewer_rank: { ...myRank, is_ranked: false, rank: null } }) });
  expect(await screen.findByText("Owners and admins aren't ranked.")).toBeTruthy();
});

it('says that nobody has points yet', async () => {
  show({ get_leaderboard: () => ({ ...board, top: [] }) });
  expect(await screen.findByText('No points in this period yet')).toBeTruthy();
  expect(screen.queryByRole('list', { name: 'Top 10' })).toBeNull();
});

it('loads the leaderboard again after a failure', async () => {
  let isDown = true;
  show({
    get_leaderboard: () => {
      if (isDown) throw new NetworkError(null);
      return board;
    },
  });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByText("Couldn't load the leaderboard")).toBeTruthy();
  // The period can still be changed.
  expect(screen.getByRole('link', { name: 'All time' })).toBeTruthy();
  isDown = false;
  await userEvent.click(retry);
  expect(await screen.findByRole('list', { name: 'Top 10' })).toBeTruthy();
});

it('shows all ranked members of the period, page by page, on request', async () => {
  show(
    {
      get_leaderboard: () => ({ ...board, next_cursor: 'two' }),
      list_leaderboard: ({ period, cursor }) => {
        expect(period).toBe('all');
        return cursor === 'next'
          ? { members: [ranked(3)], next_cursor: null }
          : { members: [ranked(1), ranked(2)], next_cursor: 'next' };
      },
    },
    { period: 'all' },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Show all' }));
  await screen.findByRole('list', { name: 'All ranked members' });
  expect(rows('All ranked members')).toHaveLength(2);
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(rows('All ranked members')).toHaveLength(3));
  expect(rows('All ranked members')[1]).toContain('You');
  expect(screen.queryByRole('list', { name: 'Top 10' })).toBeNull();
});

it('keeps the period in the address, which the default has none of', async () => {
  const { href } = show({ get_leaderboard: () => board });
  await userEvent.click(screen.getByRole('link', { name: '30 days' }));
  expect(href()).toBe('/bread/space/leaderboard?period=30d');
  await userEvent.click(screen.getByRole('link', { name: '7 days' }));
  expect(href()).toBe('/bread/space/leaderboard');
});

it('explains the levels, with the share of members on each', async () => {
  show({ get_leaderboard: () => board, get_space_levels: () => ({ levels }) });
  await userEvent.click(screen.getByRole('button', { name: 'How levels work' }));
  const dialog = await screen.findByRole('dialog', { name: 'How levels work' });
  const [lowest, named, third] = await waitFor(() => {
    expect(dialog.textContent).toContain('Crumb');
    return within(dialog)
      .getAllByRole('listitem')
      .map((row) => row.textContent);
  });
  expect(lowest).toMatch(/Level 1.*0 points.*50% of members/);
  expect(named).toMatch(/Crumb, level 2.*From 10 points.*50% of members/);
  expect(third).toMatch(/Level 3.*From 20 points.*0% of members/);
  expect(within(dialog).queryByRole('button', { name: 'Rename levels' })).toBeNull();
});

it('loads the levels again after a failure', async () => {
  let isDown = true;
  show({
    get_leaderboard: () => board,
    get_space_levels: () => {
      if (isDown) throw new NetworkError(null);
      return { levels };
    },
  });
  await userEvent.click(screen.getByRole('button', { name: 'How levels work' }));
  expect(await screen.findByText("Couldn't load the levels.")).toBeTruthy();
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Crumb')).toBeTruthy();
});

const owned = aSpace({ permissions: { ...aSpace().permissions, isOwner: true } });

async function openNames(responses: Responses) {
  const page = show(
    { get_leaderboard: () => board, get_space_levels: () => ({ levels }), ...responses },
    { space: owned },
  );
  await userEvent.click(screen.getByRole('button', { name: 'How levels work' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Rename levels' }));
  return page;
}

it('lets the owner name the levels, and refetches what shows names', async () => {
  const { client } = await openNames({ set_level_names: () => ({}) });
  const [shown, elsewhere] = [
    ['get_member_card', { space_id: spaceId, user_id: idOf(1) }],
    ['get_member_card', { space_id: idOf(7), user_id: idOf(1) }],
  ];
  for (const key of [shown, elsewhere]) client.setQueryData(key, {});
  expect(screen.getByLabelText<HTMLInputElement>('Level 2').value).toBe('Crumb');
  await userEvent.type(screen.getByLabelText('Level 9'), 'Master');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Level names saved')).toBeTruthy();
  expect(call).toHaveBeenCalledWith('set_level_names', {
    space_id: spaceId,
    names: ['', 'Crumb', '', '', '', '', '', '', 'Master'],
  });
  expect(screen.queryByLabelText('Level 9')).toBeNull();
  const requests = (operation: string) => call.mock.calls.filter(([name]) => name === operation).length;
  await waitFor(() => expect([requests('get_space_levels'), requests('get_leaderboard')]).toEqual([2, 2]));
  expect(client.getQueryState(shown)?.isInvalidated).toBe(true);
  expect(client.getQueryState(elsewhere)?.isInvalidated).toBe(false);
});

it('keeps the names if saving fails, and drops them on Cancel', async () => {
  await openNames({
    set_level_names: () => {
      throw new NetworkError(null);
    },
  });
  await userEvent.type(screen.getByLabelText('Level 1'), 'Flour');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText("Couldn't save the level names")).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Level 1').value).toBe('Flour');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByLabelText('Level 1')).toBeNull();
  expect(screen.getByText('Crumb')).toBeTruthy();
});

it('shows the levels, not the form, when the dialog is opened again', async () => {
  await openNames({});
  expect(screen.getByRole('dialog', { name: 'Rename levels' })).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'How levels work' }));
  expect(await screen.findByRole('dialog', { name: 'How levels work' })).toBeTruthy();
});

describe('an empty leaderboard', () => {
  const empty = (is_ranked: boolean) =>
    show({
      get_leaderboard: () => ({
        ...board,
        top: [],
        viewer_rank: { ...myRank, is_ranked, rank: null, points: 0 },
      }),
    });

  it('invites members to be the first, and opens the composer', async () => {
    const { href } = empty(true);
    await screen.findByText('Be the first to earn points when others like your posts.');
    await userEvent.click(screen.getByRole('link', { name: 'Write a post' }));
    await waitFor(() => expect(href()).toBe('/bread/space'));
  });

  it('does not promise a rank to owners and admins, who have none', async () => {
    empty(false);
    await screen.findByText('Members show up here when others like what they write.');
    expect(screen.queryByText(/Be the first/)).toBeNull();
  });
});
