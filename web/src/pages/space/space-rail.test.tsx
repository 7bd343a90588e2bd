import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Post } from '#contract/features/posts/posts.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { type Responses, respondWith } from '#web-testing/fake-api.ts';
import { anEvent, aPerson, aPost, aSpace, idOf, timeOf } from '#web-testing/fixtures.ts';
import { renderPage, setViewer } from '#web-testing/render-page.tsx';
import { seedEntities } from '#web-testing/seed-entities.ts';
import { SpaceRail } from './space-rail.tsx';

const window1024 = { isWide: true };
beforeEach(() => {
  window1024.isWide = true;
  vi.stubGlobal('matchMedia', () => ({
    matches: window1024.isWide,
    addEventListener() {},
    removeEventListener() {},
  }));
});
afterEach(cleanup);

const people = Array.from({ length: 10 }, (_, n) =>
  aPerson({ id: idOf(n + 1), full_name: `Person ${n + 1}` }),
);
const full: Responses = {
  list_online_members: () => ({ members: people, online_count: 16 }),
  list_agenda: () => ({
    events: [
      anEvent({ id: idOf(1), title: 'Canceled', status: 'cancelled' }),
      ...[2, 3, 4, 5].map((n) =>
        anEvent({ id: idOf(n), title: `Event ${n}`, viewer_rsvp: n === 3 ? 'going' : null }),
      ),
    ],
    next_cursor: null,
    live_cursor: 1,
  }),
  get_leaderboard: () => ({
    top: people.map((user, n) => ({ rank: n + 1, user, points: 30 - n, badges: [] })),
    viewer_rank: { is_ranked: true, rank: 9, points: 1, total_points: 1, level: 1, level_name: null },
    around: [],
    next_cursor: null,
    live_cursor: 1,
  }),
  list_category_posts: () => ({
    posts: [1, 2, 3, 4, 5, 6].map((n) => ({ id: idOf(n), slug: `post-${n}`, title: `Post ${n}` })),
  }),
};
const empty: Responses = {
  list_online_members: () => ({ members: [], online_count: 0 }),
  list_agenda: () => ({ events: [], next_cursor: null, live_cursor: 1 }),
  get_leaderboard: () => ({ top: [], viewer_rank: null, around: [], next_cursor: null, live_cursor: 1 }),
};

let page: ReturnType<typeof renderPage>;
function show(
  responses: Responses,
  fields: Partial<Space> = {},
  post?: { id: string; category_id: string },
  cached: Post[] = [],
  isLeaderboard = false,
) {
  const calls = vi.fn();
  const respond = respondWith(responses);
  const client = createQueryClient((async (...args: Parameters<typeof respond>) => {
    calls(args[0]);
    return await respond(...args);
  }) as typeof respond);
  setViewer(client, null);
  seedEntities(client, { post: cached });
  page = renderPage(
    client,
    <SpaceRail space={aSpace(fields)} post={post} isLeaderboard={isLeaderboard} />,
    '/bread/space',
  );
  return calls;
}
const card = async (name: string) => within(await screen.findByRole('region', { name }));
const headings = () => screen.getAllByRole('heading').map((heading) => heading.textContent?.trim());

it('shows events, who is online and the leaders of the week beside the feed', async () => {
  show(full);
  const upcoming = await card('Upcoming');
  expect(headings()).toEqual(['Upcoming', 'Online now 16', 'Leaderboard, 7 days']);
  const events = upcoming.getAllByRole('listitem').map((row) => row.textContent);
  expect(events).toHaveLength(3);
  expect(events.join()).toMatch(/Event 2.*Event 3.*You're going.*Event 4/);
  const online = await card('Online now 16');
  expect(online.getAllByRole('button').map((button) => button.textContent)).toContain('Person 1');
  expect(online.getByRole('link', { name: '6 more members online' }).getAttribute('href')).toBe(
    '/bread/space/members?sort=online',
  );
  const leaders = await card('Leaderboard, 7 days');
  expect(leaders.getAllByRole('listitem')).toHaveLength(5);
  expect(leaders.getByText('+30')).toBeTruthy();
  expect(leaders.getByRole('link', { name: 'Your rank: 9' })).toBeTruthy();
  expect(screen.getByText('Online').parentElement?.textContent).toBe('Online16');
});

it('leaves out the leaders beside the leaderboard, and does not request them', async () => {
  const calls = show(full, {}, undefined, [], true);
  await card('Upcoming');
  expect(headings()).toEqual(['Upcoming', 'Online now 16']);
  expect(calls.mock.calls.flat()).not.toContain('get_leaderboard');
});

it('shows other posts of the category beside a post', async () => {
  const category = { id: idOf(50), name: 'Darkroom', icon: '📷', is_limited: false };
  show(full, { categories: [category] }, { id: idOf(2), category_id: category.id });
  const more = await card('More in Darkroom');
  expect(headings()).toEqual(['More in Darkroom', 'Upcoming']);
  expect(more.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
    [1, 3, 4, 5, 6].map((n) => [`Post ${n}`, `/bread/post/post-${n}`]),
  );
});

it('lists no posts that were deleted meanwhile, new titles, and no card without other posts', async () => {
  const category = { id: idOf(50), name: 'Darkroom', icon: '📷', is_limited: false };
  const open = (fields: readonly Partial<Post>[], post: number) =>
    show(full, { categories: [category] }, { id: idOf(post), category_id: category.id }, fields.map(aPost));
  open(
    [
      { id: idOf(1), deleted_at: timeOf(1) },
      { id: idOf(2), deleted_at: timeOf(2) },
      { id: idOf(5), title: 'New' },
    ],
    3,
  );
  const more = await card('More in Darkroom');
  expect(more.getAllByRole('link').map((link) => link.textContent)).toEqual(['Post 4', 'New', 'Post 6']);
  cleanup();
  open(
    [1, 2, 3, 4, 5].map((n) => ({ id: idOf(n), deleted_at: timeOf(n) })),
    6,
  );
  await card('Upcoming');
  expect(headings()).toEqual(['Upcoming']);
});

it.each([
  ['the feed', 'See calendar', 1],
  ['a post', 'See calendar', 2],
  ['the feed', /Event 2/, 2],
  ['a post', /Event 2/, 2],
] as const)('from %s, "%s" leaves a history of %i', async (from, name, length) => {
  show(full, {}, from === 'a post' ? { id: idOf(2), category_id: idOf(50) } : undefined);
  const upcoming = await card('Upcoming');
  await userEvent.click(upcoming.getByRole('link', { name }));
  await vi.waitFor(() => expect(page.href()).toContain('/bread/space/calendar'));
  expect(page.historyLength()).toBe(length);
});

it('leaves out cards with nothing in them, and events of a space without a calendar', async () => {
  const calls = show(empty, { feature_calendar_enabled: false });
  await vi.waitFor(() => expect(document.querySelectorAll('.card[aria-busy]')).toHaveLength(0));
  expect(screen.queryAllByRole('heading')).toEqual([]);
  expect(screen.getByText('Online').parentElement?.textContent).toBe('Online0');
  expect(calls.mock.calls.flat()).not.toContain('list_agenda');
});

it('leaves joining to the prompt above the feed and below a post', async () => {
  show(empty, { membership: null });
  await screen.findByText('Online');
  expect(screen.queryByRole('link', { name: 'Join' })).toBeNull();
});

it('loads nothing in a narrow window, where it is hidden', async () => {
  window1024.isWide = false;
  const calls = show(full);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(calls).not.toHaveBeenCalled();
});
