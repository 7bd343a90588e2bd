import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Comment } from '#contract/features/comments/comments.ts';
import type { Post } from '#contract/features/posts/posts.ts';
import { newId } from '#server/platform/ids.ts';
import { newComment, newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { newFile, newPdf } from '#testing/samples/files.ts';
import { newUpload } from '#testing/samples/images.ts';
import { sharedServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';
import {
  commentChanges,
  commentPages,
  loadMoreReplies,
  type MoreReplies,
} from '#web/features/comments/comments.api.ts';
import { arrangeComments } from '#web/features/comments/thread-order.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { expectLiveEqualsFetch, type LiveView } from './expect-live-equals-fetch.ts';
import { feedView } from './feed-view.ts';

const server = sharedServer();
let people: [TestPerson, TestPerson];
let owner: TestPerson;
beforeAll(async () => {
  owner = await newPerson(server);
  people = [owner, await newPerson(server, 'Grace')];
});

const byId = <T extends { id: string }>(targets: T[]): Record<string, T> =>
  Object.fromEntries(targets.map((target) => [target.id, target]));
const order = { order: 'oldest' } as const;

/** The comments of a post in reading order, with all replies. */
const conversationView = (post: Post): LiveView<(Comment | undefined)[]> => ({
  channels: (viewer) => [`post:${post.id}`, `user:${viewer.user.id}`],
  load: async (client) => {
    const { pages } = await client.fetchInfiniteQuery(commentPages(post.id, order));
    for (const { later, positions } of pages) {
      for (const thread_id of later) {
        const id = positions.findLast((one) => one.thread_id === thread_id)?.id ?? thread_id;
        await loadMoreReplies(client, post.id, order, { thread_id, side: 'later', id });
      }
    }
    return pages[0]?.live_cursor ?? 0;
  },
  shown: (client) => {
    const pages = client.getQueryData(commentPages(post.id, order).queryKey)?.pages ?? [];
    const none: MoreReplies = { positions: [], later: {}, earlier: {} };
    const replies = client.getQueryData<MoreReplies>(['more_replies', post.id, order]) ?? none;
    const loaded = { pages, replies, ...order, hasNext: false, hasPrevious: false };
    const { threads } = arrangeComments(loaded, commentChanges.read(client, post.id));
    const ids = threads.flatMap((thread) => [thread.id, ...thread.replies, ...thread.latest]);
    return ids.map((id) => readEntity(client, 'comment', id));
  },
});

const aStep = (kinds: readonly string[]) =>
  fc.record({ kind: fc.constantFrom(...kinds), who: fc.nat(1), which: fc.nat(30) });
type Step = { kind: string; who: number; which: number };
// Not shrunk: smaller runs would reach limits, whose errors would hide the first one.
const runs = { numRuns: 6, seed: 20261121, endOnFailure: true };

/** Runs two steps at once, so that events of two users mix. A step on deleted content does nothing. */
async function inPairs(steps: Step[], action: (step: Step) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < steps.length; at += 2) {
    const results = await Promise.allSettled(steps.slice(at, at + 2).map(action));
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 404 });
    }
  }
}

describe('State updated by events equals a fresh fetch', () => {
  it('for the feed of two users', async () => {
    const steps = fc.array(
      aStep(['post', 'like', 'like', 'unlike', 'comment', 'comment', 'uncomment', 'delete']),
      { minLength: 4, maxLength: 14 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (chosen) => {
        const space = await newSpace(owner);
        await setRole(server, space.id, people[1].user.id, 'admin');
        const ids = [(await newPost(owner, space)).id, (await newPost(people[1], space)).id];
        const comments = [(await newComment(owner, ids[0] ?? '')).id];
        await expectLiveEqualsFetch(
          server,
          space.id,
          people,
          feedView({ space_id: space.id, sort: 'default' }, byId),
          () =>
            inPairs(chosen, async ({ kind, who, which }) => {
              const person = people[who] ?? owner;
              const post_id = ids[which % ids.length] ?? '';
              if (kind === 'post') ids.push((await newPost(person, space)).id);
              else if (kind === 'like') await person.call('like_post', { post_id });
              else if (kind === 'unlike') await person.call('unlike_post', { post_id });
              else if (kind === 'comment') comments.push((await newComment(person, post_id)).id);
              else if (kind === 'uncomment') {
                const comment_id = comments[which % comments.length] ?? '';
                await person.call('delete_comment', { comment_id });
              } else await person.call('delete_post', { post_id });
            }),
        );
      }),
      runs,
    );
  });

  it('for the comments of two users', async () => {
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

  it('for the comments of a member and the owner, who removes content', async () => {
    const steps = fc.array(aStep(['comment', 'reply', 'edit', 'edit', 'like', 'delete', 'remove']), {
      minLength: 6,
      maxLength: 16,
    });
    const space = await newSpace(owner);
    const member = await newMember(server, space);
    await fc.assert(
      fc.asyncProperty(steps, async (chosen) => {
        const post = await newPost(owner, space);
        const viewers = [owner, member];
        const written = [{ id: (await newComment(member, post.id)).id, author: member }];
        await expectLiveEqualsFetch(server, space.id, viewers, conversationView(post), () =>
          inPairs(chosen, async ({ kind, who, which }) => {
            const person = viewers[who] ?? owner;
            const target = written[which % written.length];
            if (!target) return;
            const { id: comment_id, author } = target;
            if (kind === 'comment') {
              written.push({ id: (await newComment(person, post.id)).id, author: person });
            } else if (kind === 'reply') {
              const { id } = await newComment(person, post.id, '<p>A reply.</p>', comment_id);
              written.push({ id, author: person });
            } else if (kind === 'edit') {
              await author.call('update_comment', { comment_id, body: `<p>${which}</p>` });
            } else if (kind === 'like') await person.call('like_comment', { comment_id });
            else if (kind === 'delete') await author.call('delete_comment', { comment_id });
            else await owner.call('remove_comment', { comment_id, reason: 'Not here' });
          }),
        );
      }),
      runs,
    );
  });

  it('for comments with images and files that are replaced and removed', async () => {
    const steps = fc.array(
      aStep(['image', 'file', 'words', 'change', 'drop', 'reword', 'delete', 'remove']),
      {
        minLength: 6,
        maxLength: 16,
      },
    );
    const space = await newSpace(owner);
    const member = await newMember(server, space);
    const viewers = [owner, member];
    const upload = async (person: TestPerson, kind: string): Promise<string> => {
      const inSpace = { space_id: space.id };
      if (kind === 'image') return (await newUpload(person, { ...inSpace, purpose: 'comment_image' })).id;
      return (
        await newFile(person, { ...inSpace, purpose: 'comment_file', file_name: 'Contact sheet.pdf' }, newPdf)
      ).id;
    };
    let carried = 0;
    await fc.assert(
      fc.asyncProperty(steps, async (chosen) => {
        const post = await newPost(owner, space);
        const written = [{ id: (await newComment(member, post.id)).id, author: member }];
        await expectLiveEqualsFetch(server, space.id, viewers, conversationView(post), () =>
          inPairs(chosen, async ({ kind, who, which }) => {
            const person = viewers[who] ?? owner;
            const target = written[which % written.length];
            if (!target) return;
            const { id: comment_id, author } = target;
            const body = `<p>${which}</p>`;
            if (kind === 'image' || kind === 'file' || kind === 'words') {
              const upload_id = kind === 'words' ? null : await upload(person, kind);
              const client_id = newId();
              const { comment } = await person.call('create_comment', {
                post_id: post.id,
                client_id,
                body,
                upload_id,
              });
              written.push({ id: comment.id, author: person });
              if (comment.attachment) carried += 1;
            } else if (kind === 'change') {
              const upload_id = await upload(author, which % 2 === 0 ? 'image' : 'file');
              await author.call('update_comment', { comment_id, body, upload_id });
            } else if (kind === 'drop') {
              await author.call('update_comment', { comment_id, body, upload_id: null });
            } else if (kind === 'reword') await author.call('update_comment', { comment_id, body });
            else if (kind === 'delete') await author.call('delete_comment', { comment_id });
            else await owner.call('remove_comment', { comment_id, reason: 'Not here' });
          }),
        );
      }),
      runs,
    );
    expect(carried).toBeGreaterThan(0);
  });
});
