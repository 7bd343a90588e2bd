import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { EntryStage } from '#web/app/start/entry-stages.ts';
import { PostLoginRedirectPage } from './post-login-redirect-page.tsx';

const findLanding = vi.hoisted(() => vi.fn());
vi.mock('#web/app/routing/route-guards.ts', () => ({ findLanding }));
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useRouteContext: () => context,
  useRouter: () => router,
}));
const context = { page: { brandName: 'Hearth' } };
// Opening the first page takes forever.
const router = { navigate: () => Promise.withResolvers().promise };
afterEach(cleanup);

it.each<[string, EntryStage[], number]>([
  ['while the spaces load, with the name of the product', ['checking-cache', 'slow-path'], 0],
  ['as cards once it is known where to go', ['checking-cache', 'fast-path', 'redirecting'], 3],
])('shows a page %s', async (_, stages, cards) => {
  findLanding.mockImplementation((_context: unknown, go: (stage: EntryStage) => void) => {
    for (const stage of stages) go(stage);
    return stages.includes('slow-path') ? Promise.withResolvers().promise : Promise.resolve('/bread/space');
  });
  const { container } = render(<PostLoginRedirectPage />);
  await screen.findByText(cards ? 'Redirecting...' : 'Loading your spaces...');
  expect(screen.queryByRole('heading', { name: 'Hearth' }) === null).toBe(cards > 0);
  expect(container.querySelectorAll('.card')).toHaveLength(cards);
});
