import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Comment } from '#contract/comments.ts';
import type { Post } from '#contract/feed.ts';
import type { Space } from '#contract/spaces.ts';
import { expectLiveEqualsFetch, type LiveView } from '#testing/live-equals-fetch.ts';
import { newComment, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { withTestServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';

const server = withTestServer();
let people: [TestPerson, TestPerson];
let owner: TestPerson;
beforeAll(async () => {
  owner = await newPerson(server);
  people = [owner, await newPerson(server, 'Grace')];
});

/** The feed as a screen keeps it: by activity, newest first. */
const feedView = (space: Space): LiveView<Post[]> => ({
  topics: [`space:${space.id}`],
  fetch: async (viewer) => {
    const { posts, live_cursor } = await viewer.call('list_posts', { space_id: space.id });
    return { state: posts, live_cursor };
  },
  reduce: (posts, event, viewerId) => {
    const change = (next: Post[]) =>
      next.toSorted((a, b) => {
        const [left, right] = [`${a.last_activity_at}${a.id}`, `${b.last_activity_at}${b.id}`];
        return left < right ? 1 : -1;
      });
    switch (event.type) {
      case 'post.created': {
        const { post } = event.payload;
        return posts.some(({ id }) => id === post.id) ? posts : change([...posts, post]);
      }
      case 'post.deleted':
        return posts.filter(({ id }) => id !== event.payload.post_id);
      case 'post.counts': {
        const { post_id, actor, ...counts } = event.payload;
        return change(
          posts.map((post) => {
            if (post.id !== post_id || post.version > counts.version) return post;
            return {
              ...post,
              ...counts,
              ...(actor?.user_id === viewerId ? { has_liked: actor.has_liked } : {}),
            };
          }),
        );
      }
      default:
        return posts;
    }
  },
});

/** A conversation as a screen keeps it: in reading order. */
const conversationView = (post: Post): LiveView<Comment[]> => ({
  topics: [`post:${post.id}`],
  fetch: async (viewer) => {
    const { comments, live_cursor } = await viewer.call('list_comments', { post_id: post.id });
    return { state: comments, live_cursor };
  },
  reduce: (comments, event, viewerId) => {
    const patch = (id: string, version: number, fields: Partial<Comment>) =>
      comments.map((comment) =>
        comment.id === id && comment.version <= version ? { ...comment, ...fields, version } : comment,
      );
    switch (event.type) {
      case 'comment.created': {
        const { comment } = event.payload;
        if (comments.some(({ id }) => id === comment.id)) return comments;
        return [...comments, comment].toSorted((a, b) =>
          `${a.thread_id}${a.id}` < `${b.thread_id}${b.id}` ? -1 : 1,
        );
      }
      case 'comment.deleted': {
        const { comment_id, deleted_at, version } = event.payload;
        return patch(comment_id, version, { body: '', deleted_at });
      }
      case 'comment.likes': {
        const { comment_id, like_count, version, actor } = event.payload;
        const own = actor.user_id === viewerId ? { has_liked: actor.has_liked } : {};
        return patch(comment_id, version, { like_count, ...own });
      }
      default:
        return comments;
    }
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
