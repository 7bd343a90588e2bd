import type { QueryClient } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { patchEntity } from '#web/lib/cache/entity-cache.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { respondWith } from '#web-testing/fake-api.ts';
import { anAccount, aPost, aSpace, idOf, timeOf } from '#web-testing/fixtures.ts';
import { renderPage, setViewer } from '#web-testing/render-page.tsx';
import { seedEntities } from '#web-testing/seed-entities.ts';
import { loadOpenedPins, useRememberOpenedPin } from './opened-pins.ts';
import { PostCard } from './post-card.tsx';
import { useSeeComments } from './seen-comments.ts';

const id = '0192f3a4-0000-7000-8000-0000aaaa0001';
const viewer = anAccount({ id: '0192f3a4-0000-7000-8000-0000bbbb0001' });
const call = vi.fn();
let client: QueryClient;
beforeEach(() => {
  client = open();
});
afterEach(() => {
  cleanup();
  // biome-ignore lint/suspicious/noDocumentCookie: as the page does.
  document.cookie = 'opened_pins=; Max-Age=0; Path=/';
});

function open(fields: Parameters<typeof aPost>[0] = {}, user = viewer): QueryClient {
  const next = createQueryClient(call.mockReset());
  setViewer(next, user);
  seedEntities(next, { post: [aPost({ id, title: 'Six timers', ...fields })] });
  return next;
}
const commenters = ['Ines', 'Ugo'].map((full_name, index) => ({
  id: idOf(20 + index),
  full_name,
  avatar_url: null,
}));
type Collapse = Parameters<typeof PostCard>[0]['collapsesPin'];
const show = (collapsesPin?: Collapse) =>
  renderPage(client, <PostCard id={id} space={aSpace()} isFirst collapsesPin={collapsesPin} />);
/** The page of the post, as far as the feed depends on it. */
function OpenedPost({ at = null, isPinned = true }: { at?: string | null; isPinned?: boolean }) {
  useRememberOpenedPin(id, isPinned);
  useSeeComments(id, at);
  return null;
}
const isCard = () => screen.queryByText('Text') !== null;

it("opens the author's card from their name, and leaves the title to the post", async () => {
  call.mockImplementation(respondWith({ get_member_card: vi.fn() }));
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Ada Tester' }));
  expect(await screen.findByRole('dialog', { name: 'Ada Tester' })).toBeTruthy();
  const title = screen.getByRole('link', { name: 'Six timers' });
  expect(title.getAttribute('href')).toBe('/bread/post/a-post');
  expect(title.contains(screen.getByRole('button', { name: 'Ada Tester' }))).toBe(false);
});

it('shows who commented last and when, and only with comments', () => {
  show();
  expect(screen.queryByText(/Last comment/)).toBeNull();
  cleanup();
  client = open({ comment_count: 3, commenters, last_comment_at: timeOf(60) });
  const { container } = show();
  expect(container.querySelectorAll('.avatar-stack .avatar')).toHaveLength(2);
  const link = screen.getByRole('link', { name: /^3 comments Last comment .+/ });
  expect(link.querySelector('time')?.dateTime).toBe(timeOf(60));
});

it('marks comments written since the viewer opened the post, until they open it again', () => {
  client = open({ comment_count: 3, commenters, last_comment_at: timeOf(60) });
  renderPage(client, <OpenedPost at={timeOf(60)} isPinned={false} />);
  show();
  expect(screen.getByText(/Last comment/)).toBeTruthy();
  cleanup();
  patchEntity(client, 'post', id, (post) => ({ ...post, last_comment_at: timeOf(61) }));
  show();
  expect(screen.getByText(/New comment/)).toBeTruthy();
  renderPage(client, <OpenedPost at={timeOf(61)} isPinned={false} />);
  expect(screen.queryByText(/New comment/)).toBeNull();
});

it('keeps and follows what other windows have seen', () => {
  client = open({ comment_count: 3, commenters, last_comment_at: timeOf(60) });
  localStorage.setItem('hearth.seen-comments', JSON.stringify({ [id]: timeOf(50) }));
  show();
  expect(screen.getByText(/New comment/)).toBeTruthy();
  const elsewhere = { [id]: timeOf(60), [idOf(7)]: timeOf(7) };
  localStorage.setItem('hearth.seen-comments', JSON.stringify(elsewhere));
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'hearth.seen-comments' })));
  expect(screen.queryByText(/New comment/)).toBeNull();
  localStorage.setItem('hearth.seen-comments', JSON.stringify({ ...elsewhere, [idOf(8)]: timeOf(8) }));
  renderPage(client, <OpenedPost at={timeOf(61)} isPinned={false} />);
  expect(JSON.parse(localStorage.getItem('hearth.seen-comments') ?? '')).toEqual({
    [idOf(7)]: timeOf(7),
    [idOf(8)]: timeOf(8),
    [id]: timeOf(61),
  });
});

it('shows a pinned post in one line where it always collapses, and never in feeds without pins', () => {
  client = open({ pinned_at: timeOf(9), comment_count: 7 });
  show('always');
  expect(isCard()).toBe(false);
  expect(screen.getByRole('link', { name: 'Six timers' })).toBeTruthy();
  expect(screen.getByLabelText('Pinned')).toBeTruthy();
  expect(screen.getByText('7 comments')).toBeTruthy();
  cleanup();
  show();
  expect(isCard()).toBe(true);
  cleanup();
  client = open();
  show('always');
  expect(isCard()).toBe(true);
});

it('collapses a pinned post once the viewer has opened it, also when the page is loaded again', async () => {
  client = open({ pinned_at: timeOf(9) });
  show('opened');
  expect(isCard()).toBe(true);
  renderPage(client, <OpenedPost />);
  await waitFor(() => expect(isCard()).toBe(false));
  cleanup();
  client = open({ pinned_at: timeOf(9) });
  show('opened');
  expect(isCard()).toBe(false);
});

it('collapses opened pins on the server, by the cookie', () => {
  client = open({ pinned_at: timeOf(9) });
  loadOpenedPins(client, (name) => (name === 'opened_pins' ? 'bbbb0001.aaaa0001' : null));
  show('opened');
  expect(isCard()).toBe(false);
  cleanup();
  loadOpenedPins(client, () => 'cccc0001.aaaa0001');
  show('opened');
  expect(isCard()).toBe(true);
});

it('does not collapse what someone else opened in this browser', () => {
  client = open({ pinned_at: timeOf(9) });
  renderPage(client, <OpenedPost />);
  cleanup();
  client = open({ pinned_at: timeOf(9) }, anAccount({ id: '0192f3a4-0000-7000-8000-0000cccc0001' }));
  show('opened');
  expect(isCard()).toBe(true);
});

it('shows the images of a pinned post as one thumbnail beside its text, and those of others below it', () => {
  const attachments = [1, 2].map((n) => ({
    id: idOf(40 + n),
    url: `/files/${n}`,
    file_name: `${n}.png`,
    kind: 'image' as const,
    width: 300,
    height: 200,
    color: '#808080',
    sizes: [],
  }));
  const layoutOf = (pinned_at: string | null) => {
    client = open({ attachments, pinned_at });
    show();
    const grid = document.querySelector('.image-grid');
    const layout = [grid?.getAttribute('data-layout'), grid?.querySelectorAll('img').length];
    cleanup();
    return layout;
  };
  expect(layoutOf(timeOf(1))).toEqual(['thumbnail', 1]);
  expect(layoutOf(null)).toEqual(['row', 2]);
});
