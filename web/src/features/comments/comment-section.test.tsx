import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { respondWith } from '#web-testing/fake-api.ts';
import { aComment, anAccount, aPost, aSpace, idOf } from '#web-testing/fixtures.ts';
import { renderPage, setViewer } from '#web-testing/render-page.tsx';
import { seedEntities } from '#web-testing/seed-entities.ts';
import { CommentSection } from './comment-section.tsx';

const call = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/api/api-client.ts', async (original) => ({ ...(await original<object>()), call }));
afterEach(cleanup);

it('says which comments are shown, and those of the next page once they are loaded', async () => {
  const post_id = idOf(93);
  const comment = (n: number) => aComment({ id: idOf(n), thread_id: idOf(n), post_id });
  const ends = { threads_with_more_after: [], threads_with_more_before: [], previous_cursor: null };
  call.mockImplementation(
    respondWith({
      list_comments: ({ cursor }) => ({
        ...ends,
        comments: cursor ? [comment(2)] : [comment(1)],
        next_cursor: cursor ? null : 'next',
        live_cursor: 1,
      }),
      get_unread_notification_count: () => ({ unread_count: 1, version: 1, live_cursor: 1 }),
      mark_notifications_of_post_as_read: () => ({ unread_count: 1, version: 1 }),
    }),
  );
  const client = createQueryClient(call);
  setViewer(client, anAccount());
  seedEntities(client, { post: [aPost({ id: post_id, comments_closed: true })] });
  client.setQueryData(['get_unread_notification_count', {}], { unread_count: 1, version: 1, live_cursor: 1 });
  renderPage(client, <CommentSection postId={post_id} space={aSpace()} search={{}} orderLink={null} />);
  const seen = () =>
    call.mock.calls.flatMap(([name, input]) =>
      name === 'mark_notifications_of_post_as_read' ? input.seen_ids : [],
    );
  await waitFor(() => expect(seen()).toEqual([post_id, idOf(1)]));
  await userEvent.click(screen.getByRole('button', { name: 'Show more comments' }));
  await waitFor(() => expect(seen()).toEqual([post_id, idOf(1), idOf(2)]));
});

it('shows the composer below the comments once they are loaded, because it would move', async () => {
  const post_id = idOf(94);
  const response = Promise.withResolvers<{
    comments: [];
    threads_with_more_after: [];
    threads_with_more_before: [];
    previous_cursor: null;
    next_cursor: null;
    live_cursor: number;
  }>();
  call.mockImplementation(
    respondWith({
      list_comments: () => response.promise,
      get_unread_notification_count: () => ({ unread_count: 0, version: 1, live_cursor: 1 }),
      mark_notifications_of_post_as_read: () => ({ unread_count: 0, version: 1 }),
    }),
  );
  const client = createQueryClient(call);
  setViewer(client, anAccount());
  seedEntities(client, { post: [aPost({ id: post_id })] });
  renderPage(client, <CommentSection postId={post_id} space={aSpace()} search={{}} orderLink={null} />);
  await screen.findByRole('heading', { name: 'Comments' });
  const composer = () => screen.queryByRole('button', { name: /^Write a comment/ });
  expect(composer()).toBeNull();
  const none = {
    threads_with_more_after: [] as [],
    threads_with_more_before: [] as [],
    previous_cursor: null,
  };
  response.resolve({ comments: [], ...none, next_cursor: null, live_cursor: 1 });
  await waitFor(() => expect(composer()).toBeTruthy());
});
