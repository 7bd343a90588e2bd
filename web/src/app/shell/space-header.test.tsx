import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ApiError } from '#web/lib/api/api-client.ts';
import type { Responses } from '#web-testing/fake-api.ts';
import { anAccount, aPost, aSpace, idOf, spaceId } from '#web-testing/fixtures.ts';
import { openPage } from '#web-testing/open-page.tsx';

afterEach(cleanup);

const responses: Responses = {
  get_session: () => ({ session: null, user: anAccount() }),
  get_space: () => ({ space: aSpace(), live_cursor: 1 }),
  list_posts: () => ({ posts: [], next_cursor: null, live_cursor: 1 }),
  get_post_by_slug: () => ({ post: aPost(), removal: null, live_cursor: 1 }),
  get_unread_notification_count: ({ inside_space_id }) => ({
    unread_count: inside_space_id === spaceId ? 7 : 47,
    version: 1,
    live_cursor: 1,
  }),
};
const header = () => within(screen.getByRole('banner'));
const activeTabs = () =>
  within(screen.getByRole('navigation', { name: 'Bread' }))
    .getAllByRole('link')
    .filter((link) => link.hasAttribute('data-active'))
    .map((link) => link.textContent);

it('has one switcher, whose name says the space and what it does', async () => {
  await openPage('/bread/space', responses);
  const switchers = header().getAllByRole('button', { name: /Switch between your spaces/ });
  // One opens the drawer of narrow screens, one the list of wide ones.
  expect(switchers.map((button) => button.textContent)).toEqual(
    Array(2).fill('Bread. Switch between your spaces'),
  );
  expect(header().getAllByText('Bread')).toHaveLength(2);
});

it('counts what its list shows: on a wide screen without the open space, on a phone everything', async () => {
  await openPage('/bread/space', responses);
  expect(await header().findByRole('button', { name: 'Notifications, 7 unread' })).toBeTruthy();
  const bottomBar = within(screen.getByRole('navigation', { name: 'Main' }));
  const link = bottomBar.getByRole('link', { name: 'Notifications 47 unread' });
  expect(link.querySelector('.unread-badge')?.textContent).toBe('47');
});

it.each(['/bread/space', '/bread/post/first-rolls', '/bread/about'])(
  'marks Home on every page of a space: %s',
  async (path) => {
    await openPage(path, responses);
    const bottomBar = within(screen.getByRole('navigation', { name: 'Main' }));
    expect(bottomBar.getByRole('link', { name: 'Home' }).hasAttribute('data-inside')).toBe(true);
  },
);

it('leads home to the space that was left last', async () => {
  const cake = aSpace({ id: idOf(1_000_001), name: 'Cake', subdomain: 'cake' });
  const { router } = await openPage('/bread/space', {
    ...responses,
    get_space: ({ subdomain }) => ({ space: subdomain === 'cake' ? cake : aSpace(), live_cursor: 1 }),
  });
  const go = (href: string) => act(() => router.navigate({ href }));
  const home = () =>
    within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Home' });
  await go('/cake/space');
  await waitFor(() => expect(home().getAttribute('href')).toBe('/cake/space'));
  await go('/fix');
  await waitFor(() => expect(home().getAttribute('href')).toBe('/cake/space'));
});

it('marks the tab of the address, and the feed for a post, whose link back leads there', async () => {
  const { router } = await openPage('/bread/about', responses);
  expect(activeTabs()).toEqual(['About']);
  await router.navigate({ href: '/bread/post/a-post' });
  expect(await screen.findByRole('heading', { name: 'A post' })).toBeTruthy();
  expect(activeTabs()).toEqual(['Feed']);
  const back = within(screen.getByRole('main')).getByRole('link', { name: 'Feed' });
  expect(back.getAttribute('href')).toBe('/bread/space');
});

it('leads back to the post that a tab was opened from, and past the tabs opened from a tab', async () => {
  const { router } = await openPage('/bread/post/a-post', responses);
  const press = (name: string) =>
    act(async () =>
      within(screen.getByRole('navigation', { name: 'Bread' }))
        .getByRole('link', { name })
        .click(),
    );
  await press('About');
  await waitFor(() => expect(router.state.location.pathname).toBe('/bread/about'));
  await press('Feed');
  await waitFor(() => expect(router.state.location.pathname).toBe('/bread/space'));
  await act(async () => router.history.back());
  await waitFor(() => expect(router.state.location.pathname).toBe('/bread/post/a-post'));
});

it('offers Discover first for a space that does not exist', async () => {
  await openPage('/bread/space', {
    ...responses,
    get_space: () => {
      throw new ApiError('space_not_found', 404, 'Space not found');
    },
  });
  const actions = within(screen.getByRole('main'))
    .getAllByText(/^(Go to Discover|Try Again)$/)
    .map((action) => action.textContent);
  expect(actions).toEqual(['Go to Discover', 'Try Again']);
});
