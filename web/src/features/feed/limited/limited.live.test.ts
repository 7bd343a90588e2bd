import type { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { categoryLocksQuery } from '#web/features/access/index.ts';
import { postEntity } from '#web/features/posts/index.ts';
import { ApiError } from '#web/lib/api/api-client.ts';
import { readEntity, writeEntities } from '#web/lib/cache/entity-cache.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { applyLiveEvent } from '#web/lib/live/live-client.ts';
import { respondWith } from '#web-testing/fake-api.ts';
import { aPost, aSpace, idOf } from '#web-testing/fixtures.ts';
import { seedEntities } from '#web-testing/seed-entities.ts';
import './limited.live.ts';
import { loadLimitedCode } from './load-limited-code.ts';

const viewerId = idOf(9);
const course = { course_id: idOf(2), page_id: idOf(3), completed_at: null };
const level = { user_id: viewerId, level: 2 };

/** Returns whether the locks of categories are outdated after an event. */
async function areOutdatedAfter(type: string, payload: object, is_limited = true): Promise<boolean> {
  const space = aSpace({ categories: [{ id: idOf(1), name: 'Circle', icon: '🏡', is_limited }] });
  const client = createQueryClient(respondWith({}));
  seedEntities(client, { space: [space] });
  const { queryKey } = categoryLocksQuery(space);
  client.setQueryData(queryKey, []);
  applyLiveEvent({ type, payload: { space_id: space.id, ...payload } } as never, { client, viewerId });
  // The handlers were called before, and run in this order.
  await loadLimitedCode();
  await Promise.resolve();
  return client.getQueryState(queryKey)?.isInvalidated ?? false;
}

it.each([
  ['categories.changed', {}],
  ['course.completion_changed', course],
  ['member.level_changed', level],
  ['membership.changed', { role: 'member' }],
  ['space.changed', { space: aSpace(), access_changed: true }],
])('%s: the locks of categories are loaded again', async (type, payload) => {
  await vi.waitFor(async () => expect(await areOutdatedAfter(type, payload)).toBe(true));
});

it.each([
  ['of a space without limited categories', 'course.completion_changed', course, false],
  ['of someone else', 'member.level_changed', { ...level, user_id: idOf(8) }, true],
  ['of the name of the space', 'space.changed', { space: aSpace(), access_changed: false }, true],
])('A change %s loads nothing again', async (_, type, payload, isLimited) => {
  expect(await areOutdatedAfter(type, payload, isLimited)).toBe(false);
});

describe('A post that was moved', () => {
  const moved = aPost({ id: idOf(5) });
  const [circle, other] = [idOf(1), idOf(2)];
  /** Applies the event of a move to a category with rules; those who can open it get its id. */
  const move = (
    client: QueryClient,
    category_id: string | null = null,
    is_limited = true,
    channel = `space:${moved.space_id}`,
  ) => {
    const payload = { space_id: moved.space_id, post_id: moved.id, version: moved.version + 1 };
    const event = { type: 'post.moved', channel, payload: { ...payload, category_id, is_limited } };
    applyLiveEvent(event as never, { client, viewerId });
  };
  const unmet = (opens_at: string | null) => ({
    match: 'all',
    unmet: [{ rule: { kind: 'grant' }, opens_at, title: null }],
    opens_at,
  });
  /** A page that knows the locks of categories, null for those that are open. */
  function pageWith(locks: Record<string, object | null>) {
    const requested = vi.fn(() => ({ post: { ...moved, version: 9 }, removal: null, live_cursor: 1 }));
    const client = createQueryClient(respondWith({ get_post: requested }));
    seedEntities(client, { post: [moved] });
    const { queryKey } = categoryLocksQuery({ id: moved.space_id, categories: [] });
    const limited = Object.entries(locks).map(([category_id, lock]) => ({ category_id, lock, access: null }));
    client.setQueryData(queryKey, limited as never);
    return { client, requested };
  }
  const isHidden = (client: QueryClient) => readEntity(client, 'post', moved.id)?.deleted_at !== null;

  it('is hidden if the viewer can no longer open it, and nothing else is loaded again', async () => {
    const requests: string[] = [];
    const client = createQueryClient(
      respondWith({
        get_post: () => {
          requests.push('get_post');
          throw new ApiError('post_not_found', 404, 'Gone');
        },
      }),
    );
    seedEntities(client, { post: [moved] });
    move(client);
    await vi.waitFor(() => expect(isHidden(client)).toBe(true));
    expect(requests).toEqual(['get_post']);
    // A list that was requested before it was moved arrives late.
    writeEntities(client, postEntity, [moved]);
    expect(isHidden(client)).toBe(true);
  });

  it('is hidden without a request if the page knows that every category with rules is closed', async () => {
    const { client, requested } = pageWith({ [circle]: unmet(null), [other]: unmet(null) });
    move(client);
    await vi.waitFor(() => expect(isHidden(client)).toBe(true));
    expect(requested).not.toHaveBeenCalled();
  });

  it.each<[string, Record<string, object | null>, ((client: QueryClient) => void)?]>([
    ['every category with rules is open', { [circle]: null, [other]: null }],
    ['the event has the id of its category', { [circle]: unmet(null) }, (client) => move(client, circle)],
    ['its category has no rules', { [circle]: unmet(null) }, (client) => move(client, null, false)],
    [
      'the event is that of its old category',
      { [circle]: unmet(null), [other]: null },
      (client) => move(client, null, true, `category:${other}`),
    ],
    [
      'the page has it as it is since',
      { [circle]: unmet(null), [other]: null },
      (client) => {
        writeEntities(client, postEntity, [{ ...moved, version: moved.version + 1 }]);
        move(client);
      },
    ],
  ])('stays, without a request, if %s', async (_why, locks, receive = move) => {
    const { client, requested } = pageWith(locks);
    receive(client);
    // The handlers were called before, and run in this order.
    await loadLimitedCode();
    await Promise.resolve();
    expect([isHidden(client), requested.mock.calls]).toEqual([false, []]);
  });

  it.each([
    ['a category may have opened since', { [circle]: unmet(new Date(Date.now() - 1_000).toISOString()) }],
    ['some categories are open, and others closed', { [circle]: unmet(null), [other]: null }],
    ['the page knows no category with rules', {}],
  ])('is requested if %s', async (_why, locks) => {
    const { client, requested } = pageWith(locks);
    move(client);
    await vi.waitFor(() => expect(requested).toHaveBeenCalledTimes(1));
    expect(isHidden(client)).toBe(false);
  });

  it('stays if the viewer can open it', async () => {
    const client = createQueryClient(
      respondWith({
        get_post: () => ({ post: { ...moved, title: 'Moved' }, removal: null, live_cursor: 1 }),
      }),
    );
    seedEntities(client, { post: [moved] });
    move(client);
    await vi.waitFor(() => expect(readEntity(client, 'post', moved.id)?.title).toBe('Moved'));
    expect(isHidden(client)).toBe(false);
  });
});
