import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ApiError } from '#web/lib/api/api-client.ts';
import type { Responses } from '#web-testing/fake-api.ts';
import { anAccount, aPost, aSpace, spaceId } from '#web-testing/fixtures.ts';
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

it('shows the same number of notifications at every width', async () => {
  await openPage('/bread/space', responses);
  expect(await header().findByRole('button', { name: 'Notifications, 7 unread' })).toBeTruthy();
  const bottomBar = within(screen.getByRole('navigation', { name: 'Main' }));
  expect(bottomBar.getByRole('link', { name: 'Notifications' }).textContent).toBe('7Notifications');
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
