import { cleanup, fireEvent, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Notification } from '#contract/features/notifications/notifications.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { applyLiveEvent, refetchChannel } from '#web/lib/live/live-client.ts';
import { respondWith } from '#web-testing/fake-api.ts';
import { aNotification, idOf } from '#web-testing/fixtures.ts';
import { pageProvider } from '#web-testing/render-page.tsx';
import { unreadQuery } from '../notifications.api.ts';
import { noteConnect } from './post-on-screen.ts';
import { useSeePost } from './use-see-post.ts';
import '../notifications.live.ts';

const [post, other, comment, later] = [idOf(21), idOf(22), idOf(31), idOf(32)];
let visibility: 'visible' | 'hidden' = 'visible';
let seq = 0;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  visibility = 'visible';
  seq = 0;
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Someone opens the post with this many unread notifications, and comments; undefined if the number isn't known yet. */
function open(unread_count: number | undefined, comments: string[] = []) {
  const respond = vi.fn(() => ({ unread_count: 0, version: 9 }));
  const call = vi.fn(respondWith({ mark_notifications_of_post_as_read: respond }));
  const client = createQueryClient(call as never);
  const know = (count: number) =>
    client.setQueryData(unreadQuery().queryKey, { unread_count: count, version: 4, live_cursor: 0 });
  if (unread_count !== undefined) know(unread_count);
  const { rerender, unmount } = renderHook(({ shown }) => useSeePost(post, shown), {
    wrapper: pageProvider(client),
    initialProps: { shown: comments },
  });
  const showComments = (shown: string[]) => rerender({ shown });
  const apply = (type: string, payload: object) => {
    seq += 1;
    applyLiveEvent({ seq, channel: 'user:me', type, payload } as never, { client, viewerId: 'me' });
  };
  const receive = (fields: Partial<Notification>, { is_news = true, is_kept_unread = false } = {}) => {
    const notification = aNotification({ version: 5 + seq, ...fields } as never);
    apply('notification.changed', { notification, is_news, is_kept_unread, unread_count: 1 });
  };
  const read = (notification_ids: string[] | null) =>
    apply('notification.read', { notification_ids, clicked: false, unread_count: 0, version: 5 + seq });
  const remove = (notification_id: string) =>
    apply('notification.removed', { notification_id, unread_count: 0, version: 5 + seq });
  const miss = () => refetchChannel(`user:${idOf(1)}`, { client, viewerId: 'me' });
  return { call, know, miss, read, receive, remove, respond, showComments, unmount };
}
const see = (...seen_ids: string[]) => ['mark_notifications_of_post_as_read', { post_id: post, seen_ids }];
const seen = see(post);
/** Of a notification that was marked as unread, and of one that was changed, as by a like that was taken back. */
const [kept, changed] = [{ is_news: false, is_kept_unread: true }, { is_news: false }];

it('marks what is unread of the post when it is opened, and as soon as that is known', async () => {
  expect(open(2).call.mock.calls).toEqual([seen]);
  const late = open(undefined);
  expect(late.call).not.toHaveBeenCalled();
  late.know(1);
  await waitFor(() => expect(late.call.mock.calls).toEqual([seen]));
});

it('sends nothing if nothing is unread', () => {
  expect(open(0).call).not.toHaveBeenCalled();
});

it('marks what arrives about the post and its comments while it is open, and nothing else', async () => {
  const { call, receive, showComments, unmount } = open(0);
  receive({ target_id: other });
  expect(call).not.toHaveBeenCalled();
  receive({ target_id: post });
  await waitFor(() => expect(call.mock.calls).toEqual([seen]));
  receive({ target_type: 'comment', target_id: comment, post_id: post });
  expect(call).toHaveBeenCalledTimes(1);
  showComments([comment]);
  expect(call.mock.lastCall).toEqual(see(comment));
  receive({ target_type: 'comment', target_id: comment, post_id: post });
  expect(call.mock.calls).toEqual([seen, see(comment), see(comment)]);
  unmount();
  receive({ target_id: post });
  expect(call).toHaveBeenCalledTimes(3);
});

it('leaves what is marked as unread, or is back after a snooze, while the post is open', () => {
  const { call, receive } = open(0);
  receive({ target_id: post }, kept);
  expect(call).not.toHaveBeenCalled();
  visibility = 'hidden';
  fireEvent(document, new Event('visibilitychange'));
  visibility = 'visible';
  fireEvent(document, new Event('visibilitychange'));
  expect(call).not.toHaveBeenCalled();
});

it('marks what is about comments once they are loaded, each once, and not more at once than can be sent', () => {
  const { call, showComments } = open(1, [comment]);
  showComments([comment, later]);
  showComments([later, comment]);
  expect(call.mock.calls).toEqual([see(post, comment), see(later)]);
  const many = Array.from({ length: 201 }, (_, n) => idOf(100 + n));
  showComments([comment, later, ...many]);
  expect(call.mock.calls.slice(2)).toEqual([see(...many.slice(0, 200)), see(...many.slice(200))]);
});

it('tries again when someone returns after it has failed', async () => {
  const { call, know, respond } = open(undefined);
  respond.mockRejectedValueOnce(new Error('offline') as never);
  know(1);
  await waitFor(() => expect(call).toHaveBeenCalledTimes(1));
  await respond.mock.results[0]?.value.catch(() => {});
  vi.setSystemTime(Date.now() + 61_000);
  fireEvent.keyDown(document, { key: 'ArrowDown' });
  await waitFor(() => expect(call.mock.calls).toEqual([seen, seen]));
});

it('marks what may have come without its event, but nothing that is kept unread', async () => {
  const { call, miss, receive } = open(0, [comment, later]);
  miss();
  await waitFor(() => expect(call.mock.calls).toEqual([see(post, comment, later)]));
  receive({ target_type: 'comment', target_id: comment, post_id: post }, kept);
  // As it was snoozed: it isn't in the list.
  receive({ id: idOf(41), target_type: 'comment', target_id: later, post_id: post, read: true }, changed);
  miss();
  await waitFor(() => expect(call.mock.calls.slice(1)).toEqual([see(post, later)]));
  receive({ target_type: 'comment', target_id: comment, post_id: post });
  expect(call.mock.calls.slice(2)).toEqual([see(comment)]);
  miss();
  await waitFor(() => expect(call.mock.calls.slice(3)).toEqual([see(post, comment, later)]));
});

it.each<[string, (page: ReturnType<typeof open>, id: string) => void]>([
  ['read', ({ read }, id) => read([id])],
  ['read with all others', ({ read }) => read(null)],
  ['snoozed', ({ receive }, id) => receive({ id, target_id: post, read: true }, changed)],
  ['removed', ({ remove }, id) => remove(id)],
])('marks what may have come after what was kept unread is %s', async (_what, end) => {
  const page = open(0);
  const [id, another] = [idOf(41), idOf(42)];
  for (const one of [id, another]) page.receive({ id: one, target_id: post }, kept);
  end(page, id);
  end(page, another);
  page.miss();
  await waitFor(() => expect(page.call.mock.lastCall).toEqual(seen));
});

it('keeps unread what was marked so while another notification about the same is read', async () => {
  const { call, miss, read, receive } = open(0, [comment]);
  for (const id of [idOf(41), idOf(42)]) receive({ id, target_id: post }, kept);
  read([idOf(42)]);
  miss();
  await waitFor(() => expect(call.mock.lastCall).toEqual(see(comment)));
});

it('marks what may have come after a notification was changed without being marked as unread', async () => {
  const { call, miss, receive } = open(0);
  receive({ target_id: post }, changed);
  miss();
  await waitFor(() => expect(call.mock.lastCall).toEqual(seen));
});

it('tries again after a reconnect what has failed, and nothing else', async () => {
  const { call, know, respond } = open(undefined);
  respond.mockRejectedValueOnce(new Error('offline') as never);
  know(1);
  await waitFor(() => expect(call).toHaveBeenCalledTimes(1));
  await respond.mock.results[0]?.value.catch(() => {});
  noteConnect();
  await waitFor(() => expect(call.mock.calls).toEqual([seen, seen]));
  noteConnect();
  expect(call).toHaveBeenCalledTimes(2);
});

it('waits until someone looks at it: in a hidden tab, and on a page that nobody has touched for a minute', async () => {
  visibility = 'hidden';
  fireEvent(document, new Event('visibilitychange'));
  const { call, receive } = open(1);
  expect(call).not.toHaveBeenCalled();
  visibility = 'visible';
  fireEvent(document, new Event('visibilitychange'));
  await waitFor(() => expect(call).toHaveBeenCalledTimes(1));
  vi.setSystemTime(Date.now() + 61_000);
  receive({ target_id: post });
  expect(call).toHaveBeenCalledTimes(1);
  fireEvent.keyDown(document, { key: 'ArrowDown' });
  await waitFor(() => expect(call).toHaveBeenCalledTimes(2));
});
