import { beforeAll, describe, expect, it } from 'vitest';
import type { CommentOrder } from '#contract/features/comments/comments.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { newId } from '#server/platform/ids.ts';
import { countQueries, countRoundTrips, recordQueries } from '#testing/count-queries.ts';
import { newNeighbors } from '#testing/neighbors.ts';
import {
  newComment,
  newMember,
  newPost,
  newSpace,
  newSpaceWithMember,
  type TestPerson,
} from '#testing/people.ts';
import { publishedEvents } from '#testing/published-events.ts';
import { sharedServer } from '#testing/server.ts';
import { newCommentBySql, newPostBySql } from '#testing/space-facts.ts';

// Jobs are off because they run queries of their own, and this file counts statements.
const server = sharedServer({ runsJobs: false });
let owner: TestPerson;
let member: TestPerson;
let space: Space;

beforeAll(async () => {
  ({ owner, space, member } = await newSpaceWithMember(server));
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

  it('include nothing of other posts, and no replies of other threads', async () => {
    const where = await newSpace(owner);
    await member.call('public_join_space', { space_id: where.id });
    const { other } = await newNeighbors(server, owner, where);
    const post = { id: await newPostBySql(server, where.id, owner.user.id), space_id: where.id };
    const [first, second] = [
      await newCommentBySql(server, post, member.user.id),
      await newCommentBySql(server, post, member.user.id),
    ];
    const reply = (to: string) =>
      newCommentBySql(server, post, member.user.id, { thread_id: to, parent_id: to });
    const replies = [await reply(first), await reply(second), await reply(first)];
    const next = { id: await newPostBySql(server, where.id, owner.user.id), space_id: where.id };
    const elsewhere = await newCommentBySql(server, next, member.user.id);
    const { comments } = await member.call('list_comments', { post_id: post.id });
    expect(comments.map(({ id }) => id)).toEqual([first, replies[0], replies[2], second, replies[1]]);
    const repliesOf = async (thread_id: string, range: { after?: string; before?: string } = {}) =>
      (await member.call('list_replies', { post_id: post.id, thread_id, ...range })).comments.map(
        ({ id }) => id,
      );
    expect(await repliesOf(first)).toEqual([replies[0], replies[2]]);
    expect(await repliesOf(first, { after: replies[0] ?? '' })).toEqual([replies[2]]);
    expect(await repliesOf(first, { before: replies[2] ?? '' })).toEqual([replies[0]]);
    expect(await repliesOf(elsewhere)).toEqual([]);
    const find = async (space_id: string, target_id: string) =>
      (await member.call('find_comment', { space_id, target_id })).post;
    expect((await find(where.id, first))?.id).toBe(post.id);
    expect(await find(where.id, other.comment.id)).toBeNull();
  });

  it('start at the beginning if they are asked for around a comment of another post', async () => {
    const { post_id, tops } = await newConversation(21);
    const [around = ''] = (await newConversation(1)).tops;
    const page = await member.call('list_comments', { post_id, around });
    expect(page.previous_cursor).toBeNull();
    expect(page.comments.filter(({ parent_id }) => !parent_id).map(({ id }) => id)).toEqual(
      tops.slice(0, 20),
    );
  });

  it('keep replies to replies in the thread, and say who is replied to', async () => {
    const post = await newPost(owner, space);
    const [writer, reader] = [await newMember(server, space), await newMember(server, space, 'Rea')];
    const top = await newComment(writer, post.id);
    const reply = await newComment(reader, post.id, '<p>Hi</p>', top.id);
    const deep = await newComment(owner, post.id, '<p>Yes</p>', reply.id);
    expect(top).toMatchObject({ thread_id: top.id, parent_id: null, reply_to: null });
    expect(reply).toMatchObject({ thread_id: top.id, parent_id: top.id, reply_to: null });
    const { id, full_name } = reader.user;
    expect(deep).toMatchObject({ thread_id: top.id, parent_id: reply.id, reply_to: { id, full_name } });
    const { comments } = await writer.call('list_comments', { post_id: post.id });
    expect(comments).toEqual([top, reply, deep]);
    expect(await publishedEvents(server, `post:${post.id}`, 'comment.created')).toEqual(
      [top, reply, deep].map((comment) => ({ comment })),
    );
    const notified = async (person: TestPerson) =>
      (await person.call('get_notifications_with_actors', {})).notifications
        .filter(({ target_id }) => target_id === deep.id)
        .map(({ type }) => type);
    expect([await notified(reader), await notified(owner)]).toEqual([['comment_reply'], []]);
  });

  it('cannot be replied to from another post, or once deleted', async () => {
    const [post, other] = [await newPost(owner, space), await newPost(owner, space)];
    const writer = await newMember(server, space);
    const parent = await newComment(writer, post.id);
    const replyIn = (post_id: string) => newComment(owner, post_id, '<p>Hi</p>', parent.id);
    await expect(replyIn(other.id)).rejects.toMatchObject({ code: 'comment_not_found' });
    await writer.call('delete_comment', { comment_id: parent.id });
    await expect(replyIn(post.id)).rejects.toMatchObject({ code: 'comment_not_found' });
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

  it('show the first five replies around one of them, and those from a later one', async () => {
    const { post_id, tops, all } = await newConversation(1);
    const [top = ''] = tops;
    const replies = all.slice(1);
    const around = async (reply: string | undefined) => {
      const page = await member.call('list_comments', { post_id, around: reply });
      const { comments, threads_with_more_before: before, threads_with_more_after: after } = page;
      return { ids: comments.map(({ id }) => id), before, after };
    };
    const first = { ids: [top, ...replies.slice(0, 5)], before: [], after: [top] };
    for (const reply of [top, replies[0], replies[4]]) expect(await around(reply)).toEqual(first);
    expect(await around(replies[5])).toEqual({
      ids: [top, ...replies.slice(5, 10)],
      before: [top],
      after: [top],
    });
    expect(await around(replies[25])).toEqual({ ids: [top, ...replies.slice(25)], before: [top], after: [] });
  });

  it('have no more replies after exactly five, and no more pages after exactly twenty', async () => {
    const post_id = await newPostBySql(server, space.id, owner.user.id);
    const post = { id: post_id, space_id: space.id };
    const tops: string[] = [];
    for (let n = 0; n < 20; n += 1) tops.push(await newCommentBySql(server, post, member.user.id));
    const [thread = ''] = tops;
    const reply = () =>
      newCommentBySql(server, post, member.user.id, { thread_id: thread, parent_id: thread });
    for (let n = 0; n < 5; n += 1) await reply();
    const page = await member.call('list_comments', { post_id });
    expect(page).toMatchObject({ threads_with_more_after: [], next_cursor: null, previous_cursor: null });
    expect(page.comments).toHaveLength(25);
    for (let n = 5; n < 20; n += 1) await reply();
    const replies = await member.call('list_replies', { post_id, thread_id: thread });
    expect([replies.comments.length, replies.more]).toEqual([20, false]);
  });

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
      // Who may see it, and whether something was changed. The first time, the comments are read, too.
      expect(await count(many.post_id)).toBe(2);
      expect(await count(many.post_id, deep)).toBeLessThanOrEqual(5);
    }
    const replies = { post_id: many.post_id, thread_id: many.tops[0] ?? '' };
    expect(await countQueries(() => member.call('list_replies', replies))).toBeLessThanOrEqual(2);
  });

  it('take six statements in four round trips to add a comment, seven for a reply, and one event per channel', async () => {
    const post = await newPost(owner, space);
    const writer = await newMember(server, space);
    const write = (parent_id?: string) =>
      writer.call('create_comment', { post_id: post.id, client_id: newId(), parent_id, body: '<p>Hi</p>' });
    // The statements: session, membership lock, preconditions, rules of the category, insert with count, notifications.
    expect(await countQueries(() => write())).toBe(6);
    // Locks and preconditions; the comment and its notifications; the events, and the commit.
    const queries = await recordQueries(() => write(), { all: true });
    expect(countRoundTrips(queries, /for (key share|no key update)/)).toBe(3);
    const events = await server.db
      .selectFrom('live_events')
      .select(['type', 'channel'])
      .where('channel', 'in', [`post:${post.id}`, `space:${space.id}`, `user:${owner.user.id}`])
      .orderBy('id', 'desc')
      .limit(3)
      .execute();
    expect(events.reverse()).toEqual([
      { type: 'notification.changed', channel: `user:${owner.user.id}` },
      { type: 'comment.created', channel: `post:${post.id}` },
      { type: 'post.stats_changed', channel: `space:${space.id}` },
    ]);
    const comment = await newComment(owner, post.id);
    // One more statement finds the parent comment, in the same round trip as the locks.
    expect(await countQueries(() => write(comment.id))).toBe(7);
    const replying = await recordQueries(() => write(comment.id), { all: true });
    expect(countRoundTrips(replying, /for (key share|no key update)/)).toBe(3);
  });

  it('reject the cursor of another order', async () => {
    const { post_id } = await newConversation(21);
    const { next_cursor } = await member.call('list_comments', { post_id, order: 'newest' });
    await expect(
      member.call('list_comments', { post_id, order: 'oldest', cursor: next_cursor ?? '' }),
    ).rejects.toMatchObject({ code: 'invalid_cursor' });
  });
});
