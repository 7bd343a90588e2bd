import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Comment } from '#contract/comments.ts';
import type { Post } from '#contract/feed.ts';
import type { Space } from '#contract/spaces.ts';
import { expectLiveEqualsFetch, type LiveView } from '#testing/live-equals-fetch.ts';
import { newComment, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { withTestServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';
import { applyToComment } from '#web/features/comments/comments.live.ts';
import { applyToPost } from '#web/features/feed/feed.live.ts';

const server = withTestServer();
let people: [TestPerson, TestPerson];
let owner: TestPerson;
beforeAll(async () => {
  owner = await newPerson(server);
  people = [owner, await newPerson(server, 'Grace')];
});

type ById<T> = ReadonlyMap<string, T>;
const byId = <T extends { id: string }>(things: T[]): ById<T> =>
  new Map(things.map((thing) => [thing.id, thing]));

/** Patches one entry by the browser's own reducer; an entry that is not there stays away. */
function patched<T>(things: ById<T>, id: string, change: (thing: T) => T): ById<T> {
  const thing = things.get(id);
  return thing ? new Map(things).set(id, change(thing)) : things;
}

/** The posts of a feed as the browser keeps them; those deleted are told as such and are not fetched again. */
const feedView = (space: Space): LiveView<ById<Post>> => ({
  topics: [`space:${space.id}`],
  fetch: async (viewer) => {
    const { posts, live_cursor } = await viewer.call('list_posts', { space_id: space.id });
    return { state: byId(posts), live_cursor };
  },
  reduce: (posts, event, viewerId) => {
    if (event.type === 'post.created') {
      const { post } = event.payload;
      return posts.has(post.id) ? posts : new Map(posts).set(post.id, post);
    }
    if (event.type !== 'post.deleted' && event.type !== 'post.counts') return posts;
    return patched(posts, event.payload.post_id, (post) => applyToPost(post, event, viewerId));
  },
  shown: (posts) => byId([...posts.values()].filter((post) => post.deleted_at === null)),
});

/** The comments of a post as the browser keeps them. */
const conversationView = (post: Post): LiveView<ById<Comment>> => ({
  topics: [`post:${post.id}`],
  fetch: async (viewer) => {
    const { comments, live_cursor } = await viewer.call('list_comments', { post_id: post.id });
    return { state: byId(comments), live_cursor };
  },
  reduce: (comments, event, viewerId) => {
    if (event.type === 'comment.created') {
      const { comment } = event.payload;
      return comments.has(comment.id) ? comments : new Map(comments).set(comment.id, comment);
    }
    if (event.type !== 'comment.deleted' && event.type !== 'comment.likes') return comments;
    return patched(comments, event.payload.comment_id, (comment) => applyToComment(comment, event, viewerId));
  },
});

const aStep = (kinds: readonly string[]) =>
  fc.record({ kind: fc.constantFrom(...kinds), who: fc.nat(1), which: fc.nat(30) });
type Step = { kind: string; who: number; which: number };
const runs = { numRuns: 6, seed: 20261121 };

/** Steps go pairwise at once, so that events of two people mix. A step on something gone does nothing. */
async function inPairs(steps: Step[], act: (step: Step) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < steps.length; at += 2) {
    const results = await Promise.allSettled(steps.slice(at, at + 2).map(act));
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 404 });
    }
  }
}

describe('what is kept by events equals what is fetched', () => {
  it('for the feed of two people', async () => {
    const steps = fc.array(aStep(['post', 'like', 'like', 'unlike', 'comment', 'delete']), {
      minLength: 4,
      maxLength: 14,
    });
    await fc.assert(
      fc.asyncProperty(steps, async (chosen) => {
        const space = await newSpace(owner);
        await setRole(server, space.id, people[1].user.id, 'admin');
        const ids = [(await newPost(owner, space)).id, (await newPost(people[1], space)).id];
        await expectLiveEqualsFetch(server, space.id, people, feedView(space), () =>
          inPairs(chosen, async ({ kind, who, which }) => {
            const person = people[who] ?? owner;
            const post_id = ids[which % ids.length] ?? '';
            if (kind === 'post') ids.push((await newPost(person, space)).id);
            else if (kind === 'like') await person.call('like_post', { post_id });
            else if (kind === 'unlike') await person.call('unlike_post', { post_id });
            else if (kind === 'comment') await newComment(person, post_id);
            else await person.call('delete_post', { post_id });
          }),
        );
      }),
      runs,
    );
  });

  it('for a conversation of two people', async () => {
    const space = await newSpace(owner);
    await setRole(server, space.id, people[1].user.id, 'admin');
    const steps = fc.array(aStep(['comment', 'reply', 'like', 'like', 'unlike', 'delete']), {
      minLength: 4,
      maxLength: 14,
    });
    await fc.assert(
      fc.asyncProperty(steps, async (chosen) => {
        const post = await newPost(owner, space);
        const ids = [(await newComment(owner, post.id)).id];
        await expectLiveEqualsFetch(server, space.id, people, conversationView(post), () =>
          inPairs(chosen, async ({ kind, who, which }) => {
            const person = people[who] ?? owner;
            const comment_id = ids[which % ids.length] ?? '';
            if (kind === 'comment') ids.push((await newComment(person, post.id)).id);
            else if (kind === 'reply')
              ids.push((await newComment(person, post.id, '<p>A reply.</p>', comment_id)).id);
            else if (kind === 'like') await person.call('like_comment', { comment_id });
            else if (kind === 'unlike') await person.call('unlike_comment', { comment_id });
            else await person.call('delete_comment', { comment_id });
          }),
        );
      }),
      runs,
    );
  });
});
