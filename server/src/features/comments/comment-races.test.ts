import { beforeAll, describe, expect, it } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/ids.ts';
import { createTestClient } from '#testing/client.ts';
import { untilWaiting } from '#testing/lock-waits.ts';
import { newComment, newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { outcomeOf } from '#testing/responses.ts';
import { sharedServer } from '#testing/server.ts';

// Jobs are off because they run queries of their own, and this file watches which statements wait.
const server = sharedServer({ runsJobs: false });
let owner: TestPerson;
let space: Space;

beforeAll(async () => {
  owner = await newPerson(server);
  space = await newSpace(owner);
});

const countOf = async (postId: string) => {
  const query = server.db.selectFrom('posts').select('comment_count').where('id', '=', postId);
  return (await query.executeTakeFirstOrThrow()).comment_count;
};

/** Starts a comment while `change` has its post locked, and commits once the comment waits for the lock. */
async function createWhileLocked(
  postId: string,
  change: (tx: Tx) => Promise<unknown>,
  write: () => Promise<unknown>,
) {
  let call: Promise<'done' | ErrorCode> | undefined;
  await server.db.transaction().execute(async (tx) => {
    await tx.selectFrom('posts').select('id').where('id', '=', postId).forUpdate().execute();
    await change(tx);
    call = outcomeOf(write());
    await untilWaiting(server.db, '%no key update%');
  });
  return await call;
}

describe('Comment that waits for its post', () => {
  it.each([
    ['closed', { comments_closed: true }, 'comments_closed'],
    ['deleted', { deleted_at: new Date().toISOString() }, 'post_not_found'],
  ] as const)('is rejected when the post has been %s', async (_name, change, code) => {
    const post = await newPost(owner, space);
    const member = await newMember(server, space);
    const outcome = await createWhileLocked(
      post.id,
      (tx) => tx.updateTable('posts').set(change).where('id', '=', post.id).execute(),
      () => newComment(member, post.id),
    );
    expect(outcome).toBe(code);
    expect(await countOf(post.id)).toBe(0);
  });

  it('is rejected when the comment it replies to has been deleted', async () => {
    const post = await newPost(owner, space);
    const parent = await newComment(owner, post.id);
    const member = await newMember(server, space);
    const at = new Date().toISOString();
    const outcome = await createWhileLocked(
      post.id,
      (tx) => tx.updateTable('post_comments').set({ deleted_at: at }).where('id', '=', parent.id).execute(),
      () =>
        member.call('create_comment', {
          post_id: post.id,
          client_id: newId(),
          parent_id: parent.id,
          body: '<p>Hi</p>',
        }),
    );
    expect(outcome).toBe('comment_not_found');
  });
});

describe('Comment that has been deleted meanwhile', () => {
  it.each([
    ['edited', 'update_comment', { body: '<p>Late</p>' }],
    ['deleted again', 'delete_comment', {}],
  ] as const)('cannot be %s', async (_name, operation, input) => {
    const post = await newPost(owner, space);
    const { id: comment_id } = await newComment(owner, post.id);
    let call: Promise<'done' | ErrorCode> | undefined;
    await server.db.transaction().execute(async (tx) => {
      const at = new Date().toISOString();
      await tx.updateTable('post_comments').set({ deleted_at: at }).where('id', '=', comment_id).execute();
      call = outcomeOf(owner.call(operation, { comment_id, ...input } as never));
      await untilWaiting(server.db, '%"post_comments"%for update%');
    });
    expect(await call).toBe('comment_not_found');
  });
});

describe('Concurrent comments', () => {
  it('on one post wait for each other without a connection, which others need', async () => {
    const post = await newPost(owner, space);
    const count = server.running.platform.config.databasePool + 5;
    const comments: Promise<'done' | ErrorCode>[] = [];
    const read = () => outcomeOf(owner.call('get_post', { post_id: post.id }));
    const reads: ('done' | ErrorCode)[] = [];
    await server.db.transaction().execute(async (tx) => {
      await tx.selectFrom('posts').select('id').where('id', '=', post.id).forUpdate().execute();
      for (let n = 0; n < count; n += 1) comments.push(outcomeOf(newComment(owner, post.id)));
      await untilWaiting(server.db, '%no key update%');
      for (let n = 0; n < 20; n += 1) reads.push(await read());
      await untilWaiting(server.db, '%no key update%');
    });
    expect(new Set(reads)).toEqual(new Set(['done']));
    // Those for whom it took too long failed.
    const outcomes = await Promise.all(comments);
    const written = outcomes.filter((outcome) => outcome === 'done').length;
    expect(outcomes.filter((outcome) => outcome === 'unavailable')).toHaveLength(count - written);
    expect(await countOf(post.id)).toBe(written);
  });

  it('never exceed the limit of sixty an hour', async () => {
    const post = await newPost(owner, space);
    const other = await newPost(owner, space);
    const member = await newMember(server, space);
    const created_at = new Date(Date.now() - 60_000).toISOString();
    const rows = Array.from({ length: 57 }, () => {
      const id = newId();
      const fields = { space_id: space.id, post_id: post.id, user_id: member.user.id };
      return { id, client_id: newId(), thread_id: id, ...fields, body: 'x', created_at };
    });
    await server.db.insertInto('post_comments').values(rows).execute();
    const outcomes = await Promise.all(
      Array.from({ length: 9 }, (_, n) => outcomeOf(newComment(member, n % 2 === 0 ? post.id : other.id))),
    );
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(3);
    expect(outcomes.filter((outcome) => outcome === 'comment_limit_reached')).toHaveLength(6);
    expect((await countOf(post.id)) + (await countOf(other.id))).toBe(3);
  });

  it.each(['owner', 'member'] as const)(
    'create one comment when the %s sends it repeatedly, to two processes',
    async (role) => {
      const second = await server.another();
      const post = await newPost(owner, space);
      const writer = role === 'owner' ? owner : await newMember(server, space);
      const call = { post_id: post.id, client_id: newId(), body: '<p>Once</p>' };
      const there = createTestClient(() => second.localUrl);
      for (const [name, value] of writer.cookies) there.cookies.set(name, value);
      const calls: ReturnType<typeof there.call<'create_comment'>>[] = [];
      await server.db.transaction().execute(async (tx) => {
        await tx.selectFrom('posts').select('id').where('id', '=', post.id).forUpdate().execute();
        for (let n = 0; n < 4; n += 1)
          for (const browser of [writer, there]) calls.push(browser.call('create_comment', call));
        // One of each process waits for a lock.
        await untilWaiting(server.db, '%no key update%', 2);
      });
      const responses = await Promise.all(calls);
      expect(new Set(responses.map(({ comment }) => comment.id)).size).toBe(1);
      expect(await countOf(post.id)).toBe(1);
    },
  );
});
