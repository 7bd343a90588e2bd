import { describe, expect, it } from 'vitest';
import type { LiveEvent } from '#contract/live.ts';
import { setReaction } from '#web/features/reactions/set-reaction.ts';
import { type Entities, readEntity } from '#web/lib/cache/entity-cache.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { applyLiveEvent } from '#web/lib/live/live-client.ts';
import { seedEntities } from '#web-testing/seed-entities.ts';
import './start-live.ts';

const me = 'u1';
const none: Pick<Entities['post'], 'reaction_counts' | 'my_reactions'> = {
  reaction_counts: {},
  my_reactions: [],
};
const target = { ...none, like_count: 4, has_liked: false, version: 1 };

/** Likes of others: an event for each, with the totals after it. */
const likedByOther = (
  kind: 'post' | 'comment',
  id: string,
  version: number,
  like_count: number,
): LiveEvent => {
  const counts = {
    like_count,
    reaction_counts: {},
    version,
    actor: { user_id: 'u2', kind: 'like', is_given: true },
  };
  return kind === 'comment'
    ? {
        seq: version,
        channel: 'post:p',
        type: 'comment.reactions_changed',
        payload: { ...counts, comment_id: id },
      }
    : {
        seq: version,
        channel: 'space:s',
        type: 'post.stats_changed',
        payload: {
          ...counts,
          post_id: id,
          comment_count: 0,
          commenters: [],
          last_comment_at: null,
          last_activity_at: '2026-01-01T00:00:00.000Z',
          category_id: null,
        },
      };
};

describe.each(['post', 'comment'] as const)('A like of a %s', (kind) => {
  function open() {
    const response = Promise.withResolvers<unknown>();
    const client = createQueryClient((() => response.promise) as never);
    const neighbor = { ...target, id: 'neighbor' };
    if (kind === 'post')
      seedEntities(client, { post: [{ ...target, id: 'one' }, neighbor] as Entities['post'][] });
    else seedEntities(client, { comment: [{ ...target, id: 'one' }, neighbor] as Entities['comment'][] });
    const read = (id = 'one') => {
      const now = readEntity(client, kind, id);
      return [now?.like_count, now?.has_liked];
    };
    const receive = (event: LiveEvent) => applyLiveEvent(event, { client, viewerId: me });
    return { client, response, read, receive };
  }

  it('stays on screen when others like the same meanwhile, until the server confirms it', async () => {
    const { client, response, read, receive } = open();
    const done = setReaction(client, { target: kind, id: 'one', kind: 'like' }, true);
    expect(read()).toEqual([5, true]);
    receive(likedByOther(kind, 'one', 2, 5));
    expect(read()).toEqual([5, true]);
    receive(likedByOther(kind, 'neighbor', 2, 5));
    expect(read('neighbor')).toEqual([5, false]);
    response.resolve({ ...none, like_count: 6, has_liked: true, version: 3 });
    await done;
    expect(read()).toEqual([6, true]);
  });

  it('that was taken back in another window is still shown here while its own request is in flight', async () => {
    const { client, response, read, receive } = open();
    const done = setReaction(client, { target: kind, id: 'one', kind: 'like' }, true);
    const event = likedByOther(kind, 'one', 2, 4);
    Object.assign(event.payload, { actor: { user_id: me, kind: 'like', is_given: false } });
    receive(event);
    expect(read()).toEqual([4, true]);
    response.resolve({ ...none, like_count: 5, has_liked: true, version: 3 });
    await done;
    expect(read()).toEqual([5, true]);
    // Without a request in flight, this window follows.
    Object.assign(event.payload, { version: 4 });
    receive(event);
    expect(read()).toEqual([4, false]);
  });
});
