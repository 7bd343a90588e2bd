import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Post } from '#contract/feed.ts';
import type { Space } from '#contract/spaces.ts';
import { expectLiveEqualsFetch, type LiveView } from '#testing/live-equals-fetch.ts';
import { newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { withTestServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';
import { applyToFeed } from '#web/features/feed/feed.live.ts';
import {
  arrangeFeed,
  type FeedArrivals,
  type FeedInput,
  noArrivals,
  recordPin,
  showNewPosts,
} from '#web/features/feed/feed-arrivals.ts';

const server = withTestServer();
let people: [TestPerson, TestPerson];
beforeAll(async () => {
  people = [await newPerson(server), await newPerson(server, 'Grace')];
});

/** A feed in the browser's cache: the loaded pages, and the events since. */
interface SavedFeed {
  ids: string[];
  pins: Record<string, string>;
  posts: ReadonlyMap<string, Pick<Post, 'id' | 'created_at' | 'deleted_at' | 'pinned_at'>>;
  arrivals: FeedArrivals;
}

function toSaved(posts: Pick<Post, 'id' | 'created_at' | 'deleted_at' | 'pinned_at'>[]): SavedFeed {
  return {
    ids: posts.map(({ id }) => id),
    pins: Object.fromEntries(posts.flatMap(({ id, pinned_at }) => (pinned_at ? [[id, pinned_at]] : []))),
    posts: new Map(
      posts.map(({ id, created_at, deleted_at, pinned_at }) => [
        id,
        { id, created_at, deleted_at, pinned_at },
      ]),
    ),
    arrivals: noArrivals,
  };
}

const orderView = (space: Space): LiveView<SavedFeed> => {
  const input: FeedInput = { space_id: space.id, sort: 'new' };
  return {
    channels: [`space:${space.id}`],
    fetch: async (viewer) => {
      const { posts, live_cursor } = await viewer.call('list_posts', input);
      return { state: toSaved(posts), live_cursor };
    },
    reduce: (kept, event) => {
      const posts = new Map(kept.posts);
      switch (event.type) {
        case 'post.created':
          if (!posts.has(event.payload.post.id)) posts.set(event.payload.post.id, event.payload.post);
          return { ...kept, posts, arrivals: applyToFeed(kept.arrivals, event, input) };
        case 'post.changed': {
          const { post } = event.payload;
          const gone = posts.get(post.id)?.deleted_at ?? null;
          posts.set(post.id, { ...post, deleted_at: gone ?? post.deleted_at });
          return { ...kept, posts, arrivals: recordPin(kept.arrivals, input, post) };
        }
        case 'post.deleted': {
          const { post_id, deleted_at } = event.payload;
          const post = posts.get(post_id);
          if (post) posts.set(post_id, { ...post, deleted_at });
          return { ...kept, posts, arrivals: applyToFeed(kept.arrivals, event, input) };
        }
        default:
          return kept;
      }
    },
    shown: ({ ids, pins, posts, arrivals }) => {
      const sortValueOf = (id: string) => posts.get(id)?.created_at ?? '';
      const { shown } = arrangeFeed(
        { ids, pins, cursor: 0, until: null, sortValueOf },
        showNewPosts(arrivals),
      );
      return toSaved(shown.flatMap((id) => posts.get(id) ?? []).filter((post) => post.deleted_at === null));
    },
  };
};

describe('The order updated by events equals a fresh fetch', () => {
  it('for two users while posts are created, pinned, unpinned and deleted', async () => {
    const step = fc.record({
      kind: fc.constantFrom('post', 'pin', 'pin', 'unpin', 'delete'),
      who: fc.nat(1),
      which: fc.nat(30),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
        const [owner, admin] = people;
        const space = await newSpace(owner);
        await setRole(server, space.id, admin.user.id, 'admin');
        const ids: string[] = [];
        for (let n = 0; n < 4; n += 1) ids.push((await newPost(owner, space)).id);
        await owner.call('pin_post', { post_id: ids[1] ?? '' });
        await expectLiveEqualsFetch(server, space.id, people, orderView(space), async () => {
          for (const { kind, who, which } of steps) {
            const person = people[who] ?? owner;
            const post_id = ids[which % ids.length] ?? '';
            const action = async () => {
              if (kind === 'post') ids.push((await newPost(person, space)).id);
              else if (kind === 'pin') await person.call('pin_post', { post_id });
              else if (kind === 'unpin') await person.call('unpin_post', { post_id });
              else await person.call('delete_post', { post_id });
            };
            // Deleted posts and a fourth pin are rejected, which changes nothing.
            await action().catch((error: unknown) =>
              expect(error).toMatchObject({
                code: expect.stringMatching(/post_not_found|pin_limit_reached/),
              }),
            );
          }
        });
      }),
      { numRuns: 6, seed: 20261121 },
    );
  });
});
