import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { anAccount } from '#web-testing/fixtures.ts';
import { renderPage, setViewer } from '#web-testing/render-page.tsx';
import { ConfirmEmailPage } from './confirm-email-page.tsx';

const call = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/api/api-client.ts', async (original) => ({ ...(await original<object>()), call }));
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  getRouteApi: () => ({ useSearch: () => ({ token: 'old' }) }),
}));
afterEach(cleanup);

it.each([
  ['a visitor to the login, which sends a new link', null, 'Back to login', '/login'],
  ['someone who is logged in to their spaces', anAccount(), 'Go to Home', '/'],
] as const)('leads %s after an old link', async (_name, viewer, label, path) => {
  call.mockRejectedValue(new Error('invalid'));
  const client = createQueryClient(call);
  setViewer(client, viewer);
  renderPage(client, <ConfirmEmailPage />);
  await screen.findByText('This confirmation link is no longer valid.');
  const links = screen.getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([[label, path]]);
  expect(screen.queryByText(/we'll email you a new link/) === null).toBe(viewer !== null);
});
