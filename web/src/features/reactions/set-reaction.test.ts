import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '#web/lib/api/api-client.ts';
import { type Entities, patchEntity, readEntity } from '#web/lib/cache/entity-cache.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { setOffline } from '#web/lib/live/reconnect.ts';
import { readToast } from '#web/ui/overlays/toast.ts';
import { seedEntities } from '#web-testing/seed-entities.ts';
import { setReaction, withPending } from './set-reaction.ts';

const id = '00000000-0000-7000-8000-000000000001';
const post = {
  id,
  like_count: 4,
  reaction_counts: {},
  has_liked: false,
  my_reactions: [] as string[],
  version: 1,
} as Entities['post'];
const like = { target: 'post', id, kind: 'like' } as const;
/** Whether a like is in flight: it is shown whatever the server says. */
const isLikePending = (of: string) => withPending(of, { ...post, has_liked: false }).has_liked;

function pageWith(responses: (() => Promise<unknown>)[]) {
  const sent: string[] = [];
  const client = createQueryClient(((operation: string) => {
    sent.push(operation);
    return responses.shift()?.();
  }) as never);
  seedEntities(client, { post: [post] });
  const read = () => {
    const { like_count, has_liked } = readEntity(client, 'post', id) ?? post;
    return { like_count, has_liked };
  };
  return { client, sent, read };
}

describe('a like', () => {
  it('shows the like before the server responds', async () => {
    const response = Promise.withResolvers<unknown>();
    const { client, read } = pageWith([() => response.promise]);
    const done = setReaction(client, like, true);
    expect(read()).toEqual({ like_count: 5, has_liked: true });
    expect(isLikePending(id)).toBe(true);
    response.resolve({ like_count: 9, has_liked: true, version: 6 });
    await done;
    expect(read()).toEqual({ like_count: 9, has_liked: true });
    expect(isLikePending(id)).toBe(false);
  });

  it('waits until the page is online again, and then sends the last state', async () => {
    const { client, sent, read } = pageWith([
      async () => ({ like_count: 5, has_liked: true, version: 2 }),
      async () => ({ like_count: 4, has_liked: false, version: 3 }),
    ]);
    setOffline(true);
    const given = setReaction(client, like, true);
    await vi.waitFor(() => expect(read()).toEqual({ like_count: 5, has_liked: true }));
    expect(sent).toEqual([]);
    setOffline(false);
    await given;
    expect([sent, read()]).toEqual([['add_post_reaction'], { like_count: 5, has_liked: true }]);
    setOffline(true);
    const undone = setReaction(client, like, false);
    await setReaction(client, like, true);
    await setReaction(client, like, false);
    setOffline(false);
    await undone;
    expect([sent, read()]).toEqual([
      ['add_post_reaction', 'remove_post_reaction'],
      { like_count: 4, has_liked: false },
    ]);
  });

  it('reverts the like and shows a message if the server rejects it', async () => {
    const denialReason = new ApiError('membership_required', 403, 'Join this space first.');
    const { client, read } = pageWith([() => Promise.reject(denialReason)]);
    await setReaction(client, like, true);
    expect(read()).toEqual({ like_count: 4, has_liked: false });
    expect(readToast()).toMatchObject({
      open: true,
      description: 'Join this space first.',
      variant: 'destructive',
    });
  });

  it('keeps newer counts from events when it reverts the like', async () => {
    const response = Promise.withResolvers<unknown>();
    const { client, read } = pageWith([() => response.promise]);
    const done = setReaction(client, like, true);
    patchEntity(client, 'post', id, { like_count: 7, version: 3 });
    response.reject(new ApiError('internal', 500, 'Something went wrong.'));
    await done;
    expect(read()).toEqual({ like_count: 7, has_liked: false });
  });

  it('sends one request at a time and ends with the last requested state', async () => {
    const first = Promise.withResolvers<unknown>();
    const { client, sent, read } = pageWith([
      () => first.promise,
      () => Promise.resolve({ like_count: 4, has_liked: false, version: 3 }),
    ]);
    const done = setReaction(client, like, true);
    for (const liked of [false, true, false]) void setReaction(client, like, liked);
    expect(sent).toEqual(['add_post_reaction']);
    expect(read()).toEqual({ like_count: 4, has_liked: false });
    first.resolve({ like_count: 5, has_liked: true, version: 2 });
    await done;
    await vi.waitFor(() => expect(sent).toEqual(['add_post_reaction', 'remove_post_reaction']));
    expect(read()).toEqual({ like_count: 4, has_liked: false });
  });

  it('leaves the count alone if the like is already shown', async () => {
    const response = Promise.withResolvers<unknown>();
    const { client, read } = pageWith([() => response.promise]);
    patchEntity(client, 'post', id, { has_liked: true });
    const done = setReaction(client, like, true);
    expect(read()).toEqual({ like_count: 4, has_liked: true });
    response.resolve({ like_count: 4, has_liked: true, version: 2 });
    await done;
  });

  it('never shows fewer than zero likes', () => {
    const { client, read } = pageWith([() => new Promise(() => {})]);
    patchEntity(client, 'post', id, { has_liked: true, like_count: 0 });
    void setReaction(client, like, false);
    expect(read()).toEqual({ like_count: 0, has_liked: false });
  });

  it('sends nothing for a post that is not cached', async () => {
    const { client, sent } = pageWith([]);
    await setReaction(client, { ...like, id: 'other' }, true);
    expect(sent).toEqual([]);
    expect(isLikePending('other')).toBe(false);
  });
});
