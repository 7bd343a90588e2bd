import { beforeAll, describe, expect, it } from 'vitest';
import type { CommentOrder } from '#contract/features/comments/comments.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { newId } from '#server/platform/ids.ts';
import { countQueries } from '#testing/count-queries.ts';
import { newComment, newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { sharedServer } from '#testing/server.ts';
import { newCommentBySql, newPostBySql } from '#testing/space-facts.ts';

// Jobs are off because they run queries of their own, and this file counts statements.
const server = sharedServer({ runsJobs: false });
let owner: TestPerson;
let member: TestPerson;
let space: Space;

beforeAll(async () => {
  owner = await newPerson(server);
  space = await newSpace(owner);
  member = await newMember(server, space);
});

/** Creates a post with this many threads, every fifth with 30 replies. Returns the ids in reading order. */
async function newConversation(threads: number): Promise<{ post_id: string; tops: string[]; all: string[] }> {
  const post_id = await newPostBySql(server, space.id, owner.user.id);
  const post = { id: post_id, space_id: space.id };
  const tops: string[] = [];
  for (let n = 0; n < threads; n += 1) tops.push(await newCommentBySql(server, post, member.user.id));
  const all: string[] = [];
  for (const [index, top] of tops.entries()) {
    all.push(top);
    if (index % 5 !== 0) continue;
    for (let n = 0; n < 30; n += 1) {
      all.push(await newCommentBySql(server, post, member.user.id, { thread_id: top, parent_id: top }));
    }
  }
  return { post_id, tops, all };
}

async function readTops(post_id: string, order: CommentOrder): Promise<string[][]> {
  const pages: string[][] = [];
  for (let cursor: string | undefined, more = true; more; ) {
    const page = await member.call('list_comments', { post_id, order, cursor });
    pages.push(page.comments.filter(({ parent_id }) => parent_id === null).map(({ id }) => id));
    more = page.next_cursor !== null;
    cursor = page.next_cursor ?? undefined;
  }
  return pages;
}

describe('Comments of a post', () => {
  it('are returned 20 threads at a time from either end, each once', async () => {
    const { post_id, tops } = await newConversation(45);
    const forwards = await readTops(post_id, 'oldest');
    expect(forwards.map((page) => page.length)).toEqual([20, 20, 5]);
    expect(forwards.flat()).toEqual(tops);
    expect((await readTops(post_id, 'newest')).flat()).toEqual(tops.toReversed());
  });

  it('include five replies per thread, and the rest 20 at a time in both directions', async () => {
    const { post_id, tops, all } = await newConversation(1);
    const [top = ''] = tops;
    const replies = all.slice(1);
    const first = await member.call('list_comments', { post_id });
    expect(first.comments.map(({ id }) => id)).toEqual([top, ...replies.slice(0, 5)]);
    expect(first.threads_with_more_after).toEqual([top]);
    const second = await member.call('list_replies', { post_id, thread_id: top, after: replies[4] });
    expect(second.comments.map(({ id }) => id)).toEqual(replies.slice(5, 25));
    expect(second.more).toBe(true);
    const third = await member.call('list_replies', { post_id, thread_id: top, after: replies[24] });
    expect(third.comments.map(({ id }) => id)).toEqual(replies.slice(25));
    expect(third.more).toBe(false);
    const before = await member.call('list_replies', { post_id, thread_id: top, before: replies[25] });
    expect(before.comments.map(({ id }) => id)).toEqual(replies.slice(5, 25));
    expect(before.more).toBe(true);
    const all30 = await member.call('list_replies', { post_id, thread_id: top });
    expect(all30.comments.map(({ id }) => id)).toEqual(replies.slice(0, 20));
  });

  it.each(['oldest', 'newest'] as const)(
    'open around any comment, %s first, and continue in both directions',
    async (order) => {
      const { post_id, tops, all } = await newConversation(45);
      const inOrder = order === 'oldest' ? tops : tops.toReversed();
      const topOf = (comments: { id: string; parent_id: string | null }[]) =>
        comments.filter(({ parent_id }) => parent_id === null).map(({ id }) => id);

      const target = inOrder[30] ?? '';
      const page = await member.call('list_comments', { post_id, order, around: target });
      expect(topOf(page.comments)).toEqual(inOrder.slice(20, 40));
      const previous = await member.call('list_comments', {
        post_id,
        order,
        cursor: page.previous_cursor ?? '',
        direction: 'previous',
      });
      expect(topOf(previous.comments)).toEqual(inOrder.slice(0, 20));
      expect(previous.previous_cursor).toBeNull();
      const next = await member.call('list_comments', { post_id, order, cursor: page.next_cursor ?? '' });
      expect(topOf(next.comments)).toEqual(inOrder.slice(40, 45));
      expect(next.next_cursor).toBeNull();

      // A reply deep in the thread of the 41st comment.
      const thread = tops[40] ?? '';
      const reply = all[all.indexOf(thread) + 20] ?? '';
      const deep = await member.call('list_comments', { post_id, order, around: reply });
      const inThread = deep.comments.filter(({ thread_id }) => thread_id === thread).map(({ id }) => id);
      expect(inThread).toEqual([thread, ...all.slice(all.indexOf(reply), all.indexOf(reply) + 5)]);
      expect(deep.threads_with_more_before).toEqual([thread]);
      expect(deep.threads_with_more_after).toContain(thread);
    },
  );

  it('open at the beginning for an unknown comment or one of another post', async () => {
    const { post_id, tops } = await newConversation(2);
    const other = await newConversation(1);
    for (const around of [newId(), other.tops[0]]) {
      const page = await member.call('list_comments', { post_id, around });
      expect(page.comments[0]?.id).toBe(tops[0]);
      expect(page.previous_cursor).toBeNull();
    }
  });

  it('take the same number of queries for 3 comments as for 300', async () => {
    const few = await newConversation(3);
    const many = await newConversation(60);
    const deep = many.all[many.all.indexOf(many.tops[50] ?? '') + 20];
    for (const order of ['oldest', 'newest'] as const) {
      const count = (post_id: string, around?: string) =>
        countQueries(() => member.call('list_comments', { post_id, order, ...(around ? { around } : {}) }));
      expect(await count(many.post_id)).toBe(await count(few.post_id));
      expect(await count(many.post_id)).toBeLessThanOrEqual(2);
      expect(await count(many.post_id, deep)).toBeLessThanOrEqual(5);
    }
    const replies = { post_id: many.post_id, thread_id: many.tops[0] ?? '' };
    expect(await countQueries(() => member.call('list_replies', replies))).toBeLessThanOrEqual(2);
  });

  it('take five statements to add a comment, six for a reply, and one event per channel', async () => {
    const post = await newPost(owner, space);
    const writer = await newMember(server, space);
    const write = (parent_id?: string) =>
      writer.call('create_comment', { post_id: post.id, client_id: newId(), parent_id, body: '<p>Hi</p>' });
    // The statements: session, membership lock, preconditions, insert with count, notifications. The events are
    // published together.
    expect(await countQueries(() => write())).toBe(5);
    const events = await server.db
      .selectFrom('live_events')
      .select(['type', 'channel'])
      .where('channel', 'in', [`post:${post.id}`, `space:${space.id}`, `user:${owner.user.id}`])
      .orderBy('id', 'desc')
      .limit(3)
      .execute();
    expect(events.reverse()).toEqual([
      { type: 'comment.created', channel: `post:${post.id}` },
      { type: 'post.stats_changed', channel: `space:${space.id}` },
      { type: 'notification.changed', channel: `user:${owner.user.id}` },
    ]);
    const comment = await newComment(owner, post.id);
    // One more statement finds the parent comment.
    expect(await countQueries(() => write(comment.id))).toBe(6);
  });

  it('reject the cursor of another order', async () => {
    const { post_id } = await newConversation(21);
    const { next_cursor } = await member.call('list_comments', { post_id, order: 'newest' });
    await expect(
      member.call('list_comments', { post_id, order: 'oldest', cursor: next_cursor ?? '' }),
    ).rejects.toMatchObject({ code: 'invalid_cursor' });
  });
});
