import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { notifyReconnect, setOffline } from '#web/lib/live/reconnect.ts';
import { ModuleLoadError } from '#web/lib/loading/load-module.ts';
import { feedTab } from '#web/pages/feed/feed.tab.ts';
import type { Responses } from '#web-testing/fake-api.ts';
import { anAccount, aPost, aSpace } from '#web-testing/fixtures.ts';
import { openPage } from '#web-testing/open-page.tsx';

afterEach(() => {
  setOffline(false);
  cleanup();
  delete feedTab.page.preload;
});

const responses: Responses = {
  get_session: () => ({ session: null, user: anAccount() }),
  get_space: () => ({ space: aSpace(), live_cursor: 1 }),
  list_posts: () => ({ posts: [aPost({ title: 'Sourdough' })], next_cursor: null, live_cursor: 1 }),
  get_post_by_slug: () => ({ post: aPost(), removal: null, live_cursor: 1 }),
  get_unread_notification_count: () => ({ unread_count: 0, version: 1, live_cursor: 1 }),
};

const press = (tab: string) =>
  act(async () =>
    within(screen.getByRole('navigation', { name: 'Bread' }))
      .getByRole('link', { name: tab })
      .click(),
  );
/** Hidden tabs have the style `display: none`. */
function isVisible(element: HTMLElement): boolean {
  for (let at: HTMLElement | null = element; at; at = at.parentElement)
    if (at.style.display === 'none') return false;
  return true;
}
const isShown = (text: string) => screen.queryAllByText(text).some(isVisible);
const isLoading = () => isShown('Loading page...');

it('shows the skeleton of a tab whose scripts take longer than a moment, and then the tab', async () => {
  const scripts = Promise.withResolvers<void>();
  await openPage('/bread/about', responses);
  const { preload } = feedTab.page;
  feedTab.page.preload = () => scripts.promise.then(() => preload?.());
  expect(isShown('No description yet.')).toBe(true);
  await press('Feed');
  await waitFor(() => expect(isLoading()).toBe(true));
  expect(isShown('No description yet.')).toBe(false);
  await act(async () => scripts.resolve());
  await waitFor(() => expect(isShown('Sourdough')).toBe(true));
  expect(isLoading()).toBe(false);
});

it('shows a tab that was visited before while its route is still loading', async () => {
  await openPage('/bread/space', responses);
  await press('About');
  await waitFor(() => expect(isShown('No description yet.')).toBe(true));
  feedTab.page.preload = () => new Promise(() => {});
  await press('Feed');
  expect([isShown('Sourdough'), isShown('No description yet.')]).toEqual([true, false]);
});

it('also leaves a post for the skeleton of a tab', async () => {
  await openPage('/bread/post/a-post', responses);
  feedTab.page.preload = () => new Promise(() => {});
  expect(isShown('A post')).toBe(true);
  await press('Feed');
  await waitFor(() => expect(isLoading()).toBe(true));
  expect(isShown('A post')).toBe(false);
});

it('loads a tab that failed offline when the connection is back', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  await openPage('/bread/about', responses);
  feedTab.page.preload = () => Promise.reject(new ModuleLoadError('offline'));
  setOffline(true);
  await press('Feed');
  await waitFor(() => expect(isShown('Reconnecting...')).toBe(true));
  expect(screen.getByText('Something went wrong loading this tab.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Reload Page' })).toBeNull();
  delete feedTab.page.preload;
  await act(async () => {
    setOffline(false);
    notifyReconnect();
  });
  await waitFor(() => expect(isShown('Sourdough')).toBe(true));
  expect(isShown('Something went wrong loading this tab.')).toBe(false);
});
