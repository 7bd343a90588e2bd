import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { MyRemoval } from '#contract/features/moderation/moderation.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { NetworkError } from '#web/lib/api/api-client.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { Toaster } from '#web/ui/overlays/toaster.tsx';
import { myRemovalsQuery } from './moderation.api.ts';
import { MyRemovals } from './my-removals.tsx';

const call = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/api/api-client.ts', async (original) => ({ ...(await original<object>()), call }));
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ to, params: _p, search, ...rest }: ComponentProps<'a'> & Record<string, unknown>) => (
    <a {...rest} href={String(to)} data-search={JSON.stringify(search)} />
  ),
}));
beforeEach(() => void call.mockReset());
afterEach(cleanup);

const removal: MyRemoval = {
  kind: 'comment',
  id: 'c1',
  post: { id: 'p1', slug: 'first-rolls', title: 'First rolls' },
  excerpt: 'Buy my presets',
  reason: 'No selling here.',
  removed_at: '2026-11-20T12:00:00.000Z',
};

function show(membership: object | null, known?: MyRemoval[]) {
  const client = createQueryClient(call);
  const space = { id: 's1', name: 'Film', subdomain: 'video', membership } as Space;
  if (known) client.setQueryData(myRemovalsQuery(space.id).queryKey, { removals: known });
  render(
    <QueryClientProvider client={client}>
      <MyRemovals space={space} />
      <Toaster />
    </QueryClientProvider>,
  );
}
const cards = () => screen.queryAllByRole('region', { name: /was removed$/ });

it('shows what was removed and why, until it is acknowledged', async () => {
  call.mockResolvedValueOnce({ removals: [removal] });
  show({});
  const card = await screen.findByRole('region', { name: 'Your comment was removed' }, { timeout: 10_000 });
  expect(card.textContent).toContain('Buy my presets');
  expect(card.textContent).toContain('No selling here.');
  call.mockResolvedValueOnce({});
  await userEvent.click(screen.getByRole('button', { name: 'Got it' }));
  await waitFor(() => expect(cards()).toEqual([]));
  expect(call).toHaveBeenLastCalledWith('acknowledge_removal', { space_id: 's1', target_id: 'c1' });
});

it('requests nothing for a non-member', () => {
  show(null);
  expect(call).not.toHaveBeenCalled();
});

it('hides cached removals from someone who is no longer a member', async () => {
  show(null, [removal]);
  await waitFor(() => expect(call).not.toHaveBeenCalled());
  expect(cards()).toEqual([]);
});

it('names a post by its title or first words, and links to its location', async () => {
  const post: MyRemoval = { ...removal, kind: 'post', id: 'p1', excerpt: 'First words' };
  const untitled: MyRemoval = { ...post, id: 'p2', post: { ...post.post, id: 'p2', title: null } };
  show({}, [post, untitled, removal]);
  await waitFor(() => expect(cards()).toHaveLength(3), { timeout: 10_000 });
  const [titled, untitledCard, comment] = cards();
  expect(titled?.textContent).toContain('“First rolls”');
  expect(titled?.textContent).not.toContain('First words');
  expect(untitledCard?.textContent).toContain('“First words”');
  const searches = screen
    .getAllByRole('link', { name: 'View in context' })
    .map((link) => link.dataset.search);
  expect(searches).toEqual(['{}', '{}', '{"highlight_comment":"c1"}']);
  expect(comment?.textContent).toContain('removed your comment');
});

it('links to a comment below a page of a course by the feed, which finds it', async () => {
  show({}, [{ ...removal, post: { id: 'p1', slug: 'p1', title: 'Water' } }]);
  const link = await screen.findByRole('link', { name: 'View in context' }, { timeout: 10_000 });
  expect([link.getAttribute('href'), link.dataset.search]).toEqual([
    '/$subdomain/space',
    '{"highlight_comment":"c1"}',
  ]);
});

it('dismisses an acknowledged removal, and shows a failure that can be retried', async () => {
  const other: MyRemoval = { ...removal, id: 'c2', excerpt: 'Another one' };
  show({}, [removal, other]);
  await waitFor(() => expect(cards()).toHaveLength(2), { timeout: 10_000 });
  let fail: (error: Error) => void = () => {};
  call.mockReturnValueOnce(new Promise((_resolve, reject) => (fail = reject)));
  const [first, second] = screen.getAllByRole<HTMLButtonElement>('button', { name: /Got it/ });
  if (!first || !second) throw new Error('no buttons');
  await userEvent.click(first);
  // Only the pressed button is busy.
  await waitFor(() => expect(first.getAttribute('aria-busy')).toBe('true'));
  expect(second.getAttribute('aria-busy')).not.toBe('true');
  fail(new NetworkError('offline'));
  expect(await screen.findByText("Couldn't dismiss the message")).toBeTruthy();
  expect(cards()).toHaveLength(2);
  call.mockResolvedValueOnce({});
  await userEvent.click(first);
  await waitFor(() => expect(cards()).toHaveLength(1));
  expect(cards()[0]?.textContent).toContain('Another one');
});
