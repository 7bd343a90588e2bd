import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PostDetail } from '#contract/features/posts/posts.ts';
import { NetworkError } from '#web/lib/api/api-client.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { dismissToast, readToast } from '#web/ui/overlays/toast.ts';
import { type Responses, respondWith } from '#web-testing/fake-api.ts';
import { aPost, idOf, timeOf } from '#web-testing/fixtures.ts';
import { pageProvider } from '#web-testing/render-page.tsx';
import { seedEntities } from '#web-testing/seed-entities.ts';
import { startEditing, stopEditing, useIsEditing } from '../editing/edit-post-state.ts';
import { useCloseComments } from './use-close-comments.ts';
import { useDeletePost } from './use-delete-post.ts';
import { usePinPost } from './use-pin-post.ts';

const call = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/api/api-client.ts', async (original) => ({ ...(await original<object>()), call }));
beforeEach(() => void call.mockReset());
afterEach(() => {
  cleanup();
  dismissToast();
});

const down = () => {
  throw new NetworkError(null);
};

/** Uses an action of the post menu; returns the post as it is shown before and after the response. */
async function run<Input>(
  useHook: () => { mutateAsync: (input: Input) => Promise<unknown> },
  input: Input,
  responses: Responses,
  post: PostDetail = aPost(),
) {
  const gate = Promise.withResolvers<void>();
  const respond = respondWith(responses);
  call.mockImplementation(async (...request: Parameters<typeof respond>) => {
    await gate.promise;
    return respond(...request);
  });
  const client = createQueryClient(call);
  seedEntities(client, { post: [post] });
  const { result } = renderHook(useHook, { wrapper: pageProvider(client) });
  const shown = () => readEntity(client, 'post', post.id);
  let done: Promise<unknown> = Promise.resolve();
  await act(async () => {
    done = result.current.mutateAsync(input).catch(() => {});
  });
  const before = shown();
  await act(async () => {
    gate.resolve();
    await done;
  });
  const toast = readToast();
  return { before, after: shown(), toast: toast?.open ? toast : undefined };
}

describe('turning comments off and on', () => {
  const closed = { id: idOf(1), closed: true };

  it.each([true, false])('is shown at once: %s', async (value) => {
    const { before, after, toast } = await run(
      useCloseComments,
      { id: idOf(1), closed: value },
      { set_comments_closed: () => ({}) },
      aPost({ comments_closed: !value }),
    );
    expect(call).toHaveBeenCalledExactlyOnceWith('set_comments_closed', { post_id: idOf(1), closed: value });
    expect([before?.comments_closed, after?.comments_closed]).toEqual([value, value]);
    expect(toast).toBeUndefined();
  });

  it('is reverted if it fails', async () => {
    const { before, after, toast } = await run(useCloseComments, closed, { set_comments_closed: down });
    expect([before?.comments_closed, after?.comments_closed]).toEqual([true, false]);
    expect(toast?.title).toBe("Couldn't update comment settings");
  });

  it('of a post that is not loaded changes nothing', async () => {
    const { after } = await run(useCloseComments, { ...closed, id: idOf(2) }, { set_comments_closed: down });
    expect(after).toEqual(aPost());
  });
});

describe('deleting a post', () => {
  it('is shown at once', async () => {
    const { before, after } = await run(useDeletePost, idOf(1), { delete_post: () => ({}) });
    expect(call).toHaveBeenCalledExactlyOnceWith('delete_post', { post_id: idOf(1) });
    expect(before?.deleted_at).not.toBeNull();
    expect(after?.deleted_at).toBe(before?.deleted_at);
  });

  it('is reverted if it fails', async () => {
    const { before, after, toast } = await run(useDeletePost, idOf(1), { delete_post: down });
    expect(before?.deleted_at).not.toBeNull();
    expect(after?.deleted_at).toBeNull();
    expect(toast?.title).toBe("Couldn't delete the post");
  });

  it('that is not loaded changes nothing', async () => {
    const { after } = await run(useDeletePost, idOf(2), { delete_post: down });
    expect(after).toEqual(aPost());
  });
});

describe('pinning a post', () => {
  const { body: _body, ...post } = aPost({ version: 2, pinned_at: timeOf(1) });
  const pin = (pinned: boolean, responses: Responses) =>
    run(usePinPost, { post_id: idOf(1), pinned }, responses);

  it.each([
    [true, 'pin_post', 'Pinned to the top of the feed'],
    [false, 'unpin_post', 'Post unpinned'],
  ] as const)('is shown when the server has done it: %s', async (pinned, operation, title) => {
    const { before, after, toast } = await pin(pinned, { [operation]: () => ({ post }) });
    expect(call).toHaveBeenCalledExactlyOnceWith(operation, { post_id: idOf(1) });
    expect([before?.version, after?.version]).toEqual([1, 2]);
    expect(after?.pinned_at).toBe(timeOf(1));
    expect(toast?.title).toBe(title);
  });

  it.each([
    [true, "Couldn't pin the post"],
    [false, "Couldn't unpin the post"],
  ])('says why it failed: %s', async (pinned, title) => {
    const { after, toast } = await pin(pinned, { pin_post: down, unpin_post: down });
    expect(after).toEqual(aPost());
    expect(toast).toMatchObject({
      title,
      description: expect.stringContaining("Couldn't reach the server."),
      variant: 'destructive',
    });
  });
});

it('knows which posts are being edited', () => {
  const { result, unmount } = renderHook(() => [useIsEditing('a'), useIsEditing('b')]);
  expect(result.current).toEqual([false, false]);
  act(() => startEditing('a'));
  expect(result.current).toEqual([true, false]);
  act(() => stopEditing('b'));
  expect(result.current).toEqual([true, false]);
  act(() => stopEditing('a'));
  expect(result.current).toEqual([false, false]);
  unmount();
  startEditing('a');
  stopEditing('a');
});
