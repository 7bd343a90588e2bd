import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { aSpace } from '#web-testing/fixtures.ts';
import { renderPage, setViewer } from '#web-testing/render-page.tsx';
import { JoinPrompt, preloadJoinPrompt } from './join-prompt.tsx';

afterEach(cleanup);
// As the routes of feed and post do.
beforeAll(() => preloadJoinPrompt(aSpace({ membership: null })), 30_000);

it('lets visitors join or log in at every width, and come back to this page', () => {
  const client = createQueryClient(vi.fn());
  setViewer(client, null);
  renderPage(client, <JoinPrompt space={aSpace({ membership: null })} />, '/bread/post/a-post');
  for (const [name, path, back] of [
    ['Log in', '/login', '/bread/post/a-post'],
    ['Join', '/signup', '/bread/post/a-post#join'],
  ] as const) {
    const link = screen.getByRole('link', { name });
    const url = new URL(link.getAttribute('href') ?? '', 'https://hearth.example');
    expect([url.pathname, url.searchParams.get('redirect')]).toEqual([path, back]);
    expect(link.closest('[class*=":hidden"]')).toBeNull();
  }
});

it('promises only comments below a page of a course', () => {
  const client = createQueryClient(vi.fn());
  setViewer(client, null);
  renderPage(client, <JoinPrompt space={aSpace({ membership: null })} isPage />);
  expect(screen.getByText('Join to comment and like.')).toBeDefined();
});
