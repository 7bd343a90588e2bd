import { beforeAll, describe, expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { newId } from '#server/platform/ids.ts';
import { untilWaiting } from '#testing/lock-waits.ts';
import { newComment, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { newPeopleBySql, newPersonBySql } from '#testing/people-by-sql.ts';
import { countRows, outcomeOf } from '#testing/responses.ts';
import { sharedServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';
import { updateReactionCounts } from './posts.queries.ts';

// Jobs are off because they write rows of their own, and this file counts rows.
const server = sharedServer({ runsJobs: false });
let owner: TestPerson;
let space: Space;

beforeAll(async () => {
  owner = await newPerson(server);
  space = await newSpace(owner);
});

const times = <T>(count: number, action: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => action(index)));
const tally = (outcomes: string[]) =>
  Object.fromEntries(
    [...new Set(outcomes)].sort().map((name) => [name, outcomes.filter((o) => o === name).length]),
  );

describe('Concurrent requests', () => {
  it('that like and unlike a post leave it in its place in the feed by likes', async () => {
    const { id } = await newPost(owner, space);
    const kind = 'like';
    let unliked: Promise<unknown> = Promise.resolve();
    await server.db.transaction().execute(async (tx) => {
      await updateReactionCounts(tx, id, { kind, by: 1 });
      // It starts before the like is committed, and has no effect on what the rank was then.
      unliked = updateReactionCounts(server.db, id, { kind, by: -1 });
      await untilWaiting(server.db, '%update posts set like_count%');
    });
    await unliked;
    const { db } = server;
    const counted = await db.selectFrom('posts').select('like_count').where('id', '=', id).execute();
    const ranked = await db.selectFrom('post_ranks').select('like_count').where('post_id', '=', id).execute();
    expect([counted, ranked]).toEqual([[{ like_count: 0 }], [{ like_count: 0 }]]);
  });

  it.each([2, 20])('let one of %i people claim a subdomain', async (count) => {
    const people = await newPeopleBySql(server, count);
    const before = await countRows(server);
    const subdomain = `race-${newId().slice(-12)}`;
    const outcomes = await Promise.all(
      people.map((person) => outcomeOf(person.call('create_space', { name: 'Race', subdomain }))),
    );
    expect(tally(outcomes)).toEqual({ done: 1, subdomain_taken: count - 1 });
    const after = await countRows(server);
    for (const table of ['spaces', 'space_members', 'space_categories', 'live_events']) {
      expect([table, after[table]]).toEqual([table, (before[table] ?? 0) + 1]);
    }
    const creators = await server.db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'creator')
      .where(
        'id',
        'in',
        people.map((person) => person.user.id),
      )
      .execute();
    expect(creators).toHaveLength(1);
  });

  it('count a like once when it is sent 20 times', async () => {
    const post = await newPost(owner, space);
    await times(20, () => owner.call('like_post', { post_id: post.id }));
    expect((await owner.call('get_post', { post_id: post.id })).post.like_count).toBe(1);
    await times(20, (index) =>
      owner.call(index % 2 === 0 ? 'like_post' : 'unlike_post', { post_id: post.id }),
    );
    const seen = (await owner.call('get_post', { post_id: post.id })).post;
    expect(seen.like_count).toBe(seen.has_liked ? 1 : 0);
  });

  it('create a post once when it is sent 5 times', async () => {
    const member = await newPersonBySql(server);
    await setRole(server, space.id, member.user.id, 'member');
    for (const person of [owner, member]) {
      const before = await countRows(server);
      const input = { space_id: space.id, client_id: newId(), title: 'Once', body: '<p>x</p>' };
      const responses = await times(5, () => person.call('create_post', input));
      expect(new Set(responses.map(({ post }) => post.id)).size).toBe(1);
      const after = await countRows(server);
      expect(after.posts).toBe((before.posts ?? 0) + 1);
      expect(after.live_events).toBe((before.live_events ?? 0) + 1);
    }
  });

  it('create a comment once when it is sent 5 times', async () => {
    const post = await newPost(owner, space);
    const input = { post_id: post.id, client_id: newId(), body: '<p>Once</p>' };
    const responses = await times(5, () => owner.call('create_comment', input));
    expect(new Set(responses.map(({ comment }) => comment.id)).size).toBe(1);
    expect((await owner.call('get_post', { post_id: post.id })).post.comment_count).toBe(1);
  });

  it('give 20 posts with the same title different slugs', async () => {
    const people = await newPeopleBySql(server, 20);
    for (const { user } of people) await setRole(server, space.id, user.id, 'member');
    const title = 'The same title everywhere';
    const responses = await Promise.all(
      people.map((person) =>
        person.call('create_post', { space_id: space.id, client_id: newId(), title, body: '<p>x</p>' }),
      ),
    );
    expect(new Set(responses.map(({ post }) => post.slug)).size).toBe(20);
  });

  it('count 100 joining people exactly', async () => {
    const open = await newSpace(owner);
    const people = await newPeopleBySql(server, 100);
    const responses = await Promise.all(
      people.map((person) => person.call('public_join_space', { space_id: open.id })),
    );
    expect(tally(responses.map(({ message }) => message))).toEqual({ 'Joined Space': 100 });
    const { space: seen } = await owner.call('get_space', { subdomain: open.subdomain });
    expect(seen.member_count).toBe(101);
    // Half of them leave while everyone sends the join request once more.
    await Promise.all(
      people.flatMap((person, index) => [
        ...(index % 2 === 0 ? [outcomeOf(person.call('leave_space', { space_id: open.id }))] : []),
        person.call('public_join_space', { space_id: open.id }),
      ]),
    );
    const { count } = await server.db
      .selectFrom('space_members')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('space_id', '=', open.id)
      .executeTakeFirstOrThrow();
    expect((await owner.call('get_space', { subdomain: open.subdomain })).space.member_count).toBe(
      Number(count),
    );
  });

  it('let one person join once', async () => {
    const open = await newSpace(owner);
    const person = await newPersonBySql(server);
    const responses = await times(10, () => person.call('public_join_space', { space_id: open.id }));
    expect(tally(responses.map(({ success }) => String(success)))).toEqual({ false: 9, true: 1 });
  });

  it('give 10 people with the same name different usernames', async () => {
    const responses = await times(10, () =>
      server.client().call('sign_up', {
        first_name: 'Same',
        last_name: 'Name',
        email: `${newId()}@example.com`,
        password: 'secret-1',
      }),
    );
    expect(new Set(responses.map(({ user }) => user?.username)).size).toBe(10);
  });

  it('create one complete account for an email address that signs up 5 times', async () => {
    const input = {
      first_name: 'One',
      last_name: 'Only',
      email: `${newId()}@example.com`,
      password: 'secret-1',
    };
    const before = await countRows(server);
    const outcomes = await times(5, () => outcomeOf(server.client().call('sign_up', input)));
    expect(tally(outcomes)).toEqual({ done: 1, email_taken: 4 });
    const after = await countRows(server);
    expect(after.users).toBe((before.users ?? 0) + 1);
    expect(after.accounts).toBe((before.accounts ?? 0) + 1);
  });
});

describe('Removal of a member', () => {
  const removable = async () => {
    const person = await newPersonBySql(server);
    await setRole(server, space.id, person.user.id, 'member');
    const remove = () => owner.call('remove_member', { space_id: space.id, user_id: person.user.id });
    const write = () =>
      person.call('create_post', { space_id: space.id, client_id: newId(), title: 'Late', body: '<p>x</p>' });
    return { person, remove, write };
  };

  it('rejects writes sent right after it', async () => {
    const { person, remove, write } = await removable();
    const post = await newPost(owner, space);
    await remove();
    const before = await countRows(server);
    expect(await outcomeOf(write())).toBe('membership_required');
    const late = { post_id: post.id, client_id: newId(), body: '<p>x</p>' };
    expect(await outcomeOf(person.call('create_comment', late))).toBe('membership_required');
    expect(await outcomeOf(person.call('like_post', { post_id: post.id }))).toBe('membership_required');
    expect(await countRows(server)).toEqual(before);
  });

  it('applies completely before or after a concurrent write', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { person, remove, write } = await removable();
      const [, ...writes] = await Promise.all([remove(), outcomeOf(write()), outcomeOf(write())]);
      for (const result of writes) expect(['done', 'membership_required']).toContain(result);
      const posts = await server.db
        .selectFrom('posts')
        .select('id')
        .where('user_id', '=', person.user.id)
        .execute();
      expect(posts).toHaveLength(writes.filter((result) => result === 'done').length);
    }
  });
});

describe('Deletion', () => {
  it('concurrent with comments and likes leaves correct counts', async () => {
    for (let round = 0; round < 8; round += 1) {
      const post = await newPost(owner, space);
      const comment = await newComment(owner, post.id);
      const results = await Promise.all([
        outcomeOf(owner.call('create_comment', { post_id: post.id, client_id: newId(), body: '<p>x</p>' })),
        outcomeOf(owner.call('like_comment', { comment_id: comment.id })),
        outcomeOf(owner.call('delete_post', { post_id: post.id })),
        outcomeOf(owner.call('delete_comment', { comment_id: comment.id })),
        outcomeOf(owner.call('like_post', { post_id: post.id })),
      ]);
      for (const result of results) expect(['done', 'post_not_found', 'comment_not_found']).toContain(result);
      expect(results[2]).toBe('done');
      const { comment_count } = await server.db
        .selectFrom('posts')
        .select('comment_count')
        .where('id', '=', post.id)
        .executeTakeFirstOrThrow();
      const living = await server.db
        .selectFrom('post_comments')
        .select('id')
        .where('post_id', '=', post.id)
        .where('deleted_at', 'is', null)
        .execute();
      expect(comment_count).toBe(living.length);
    }
  });
});

describe('Mixed load', () => {
  it('causes no deadlock and keeps every count correct', async () => {
    const people = await newPeopleBySql(server, 10);
    for (const { user } of people) await setRole(server, space.id, user.id, 'admin');
    const post = await newPost(owner, space);
    const comments = await times(3, () => newComment(owner, post.id));
    const actions: ((person: TestPerson, index: number) => Promise<unknown>)[] = [
      (person) => person.call('like_post', { post_id: post.id }),
      (person) => person.call('unlike_post', { post_id: post.id }),
      (person, index) => person.call('like_comment', { comment_id: comments[index % 3]?.id ?? '' }),
      (person, index) => person.call('unlike_comment', { comment_id: comments[index % 3]?.id ?? '' }),
      (person) => person.call('create_comment', { post_id: post.id, client_id: newId(), body: '<p>x</p>' }),
      (person, index) =>
        newComment(person, post.id, '<p>reply</p>', comments[index % 3]?.id ?? null).then((comment) =>
          person.call('delete_comment', { comment_id: comment.id }),
        ),
      (person) => person.call('public_join_space', { space_id: space.id }),
      (person) => newPost(person, space, { title: 'Mixed load' }),
    ];
    const started = Date.now();
    const results = await Promise.all(
      people.flatMap((person, at) => actions.map((action, index) => outcomeOf(action(person, at + index)))),
    );
    expect(tally(results)).toEqual({ done: results.length });
    expect(Date.now() - started).toBeLessThan(10_000);
    const { post: seen } = await owner.call('get_post', { post_id: post.id });
    const { people: likers } = await owner.call('list_post_likes', { post_id: post.id });
    expect(seen.like_count).toBe(likers.length);
    expect(seen.comment_count).toBe(3 + people.length);
  });
});
