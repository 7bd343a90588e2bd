import { describe, expect, it } from 'vitest';
import { newId } from '#server/platform/ids.ts';
import { untilWaiting } from '#testing/lock-waits.ts';
import type { TestPerson } from '#testing/people.ts';
import { newPeopleBySql } from '#testing/people-by-sql.ts';
import { publishedEvents } from '#testing/published-events.ts';
import { sharedServer } from '#testing/server.ts';
import { lockFollowTotals } from './follows.queries.ts';

const server = sharedServer();

type Three = [TestPerson, TestPerson, TestPerson];
const newThree = async () => (await newPeopleBySql(server, 3)) as Three;
const follow = (person: TestPerson, { user }: TestPerson) => person.call('follow_user', { user_id: user.id });
const unfollow = (person: TestPerson, { user }: TestPerson) =>
  person.call('unfollow_user', { user_id: user.id });
const stateOf = async (person: TestPerson, { user }: TestPerson) =>
  (await person.call('get_follow', { user_id: user.id })).follow;
const eventsOf = ({ user }: TestPerson) => publishedEvents(server, `user:${user.id}`, 'follow.changed');
const none = { is_following: false, follows_viewer: false, followers: 0, following: 0 };

describe('Following', () => {
  it('goes one way, is counted for both, and ends', async () => {
    const [ann, bob, carl] = await newThree();
    expect(await stateOf(ann, bob)).toEqual({ ...none, user_id: bob.user.id, can_follow: true, version: 0 });
    const { follow: followed } = await follow(ann, bob);
    expect(followed).toMatchObject({ is_following: true, follows_viewer: false, followers: 1, following: 0 });
    expect(await stateOf(bob, ann)).toMatchObject({ ...none, follows_viewer: true, following: 1 });
    await follow(carl, bob);
    await follow(bob, ann);
    expect(await stateOf(ann, bob)).toMatchObject({
      is_following: true,
      follows_viewer: true,
      followers: 2,
      following: 1,
    });
    const { follow: ended } = await unfollow(ann, bob);
    expect(ended).toMatchObject({ is_following: false, follows_viewer: true, followers: 1, following: 1 });
    expect(await stateOf(carl, bob)).toMatchObject({ is_following: true, followers: 1 });
  });

  it('twice is the same as once, and both people hear of each change', async () => {
    const [ann, bob, carl] = await newThree();
    await follow(carl, ann);
    for (const change of [follow, follow, unfollow, unfollow]) await change(ann, bob);
    const ids = { follower_id: ann.user.id, following_id: bob.user.id };
    const totals = (bobs: number, version: number) =>
      [
        { user_id: ann.user.id, followers: 1, following: bobs, version: version + 1 },
        { user_id: bob.user.id, followers: bobs, following: 0, version },
      ].toSorted((one, other) => (one.user_id < other.user_id ? -1 : 1));
    const expected = [
      { ...ids, is_following: true, totals: totals(1, 1) },
      { ...ids, is_following: false, totals: totals(0, 2) },
    ];
    expect(await eventsOf(bob)).toEqual(expected);
    expect((await eventsOf(ann)).slice(1)).toEqual(expected);
    expect(await eventsOf(carl)).toHaveLength(1);
  });

  it('is not possible for oneself, nobody, and after a block on either side', async () => {
    const [ann, bob] = await newThree();
    expect(await stateOf(ann, ann)).toMatchObject({ ...none, can_follow: false });
    await expect(follow(ann, ann)).rejects.toMatchObject({
      code: 'cannot_follow_self',
      message: expect.stringContaining('You cannot follow yourself.'),
    });
    for (const operation of ['get_follow', 'follow_user', 'unfollow_user'] as const)
      await expect(ann.call(operation, { user_id: newId() })).rejects.toMatchObject({
        code: 'person_not_found',
      });
    await bob.call('block_user', { user_id: ann.user.id });
    for (const [person, other] of [
      [ann, bob],
      [bob, ann],
    ] as const) {
      // Who is blocked isn't told before they try.
      expect(await stateOf(person, other)).toMatchObject({ ...none, can_follow: person === ann });
      await expect(follow(person, other)).rejects.toMatchObject({ code: 'cannot_follow_person' });
    }
    await bob.call('unblock_user', { user_id: ann.user.id });
    expect((await follow(ann, bob)).follow.is_following).toBe(true);
  });

  it('is counted exactly when many follow the same person at once', async () => {
    const [ann, ...others] = (await newPeopleBySql(server, 9)) as [TestPerson, ...TestPerson[]];
    await Promise.all(others.flatMap((other) => [follow(other, ann), follow(ann, other)]));
    await Promise.all(others.slice(0, 3).map((other) => unfollow(other, ann)));
    expect(await stateOf(ann, ann)).toMatchObject({ followers: 5, following: 8, version: 19 });
  });

  it('ends with an account, in the totals too', async () => {
    const [ann, bob, carl] = await newThree();
    await follow(ann, bob);
    await follow(bob, carl);
    await server.db.deleteFrom('users').where('id', '=', bob.user.id).execute();
    expect(await stateOf(ann, ann)).toMatchObject({ ...none });
    expect(await stateOf(carl, carl)).toMatchObject({ ...none });
  });
});

describe('A block', () => {
  it('ends follows both ways, and no others', async () => {
    const [ann, bob, carl] = await newThree();
    for (const [person, other] of [
      [ann, bob],
      [bob, ann],
      [carl, ann],
      [bob, carl],
    ] as const)
      await follow(person, other);
    await ann.call('block_user', { user_id: bob.user.id });
    expect(await stateOf(ann, bob)).toMatchObject({ ...none, following: 1 });
    expect(await stateOf(bob, ann)).toMatchObject({ ...none, followers: 1 });
    expect((await eventsOf(bob)).slice(-2)).toMatchObject([
      { follower_id: ann.user.id, following_id: bob.user.id, is_following: false },
      { follower_id: bob.user.id, following_id: ann.user.id, is_following: false },
    ]);
  });

  it('ends a follow that waits for it, or isn’t followed by one', async () => {
    const [ann, bob] = await newThree();
    const ids = [ann.user.id, bob.user.id];
    const first = await server.db.startTransaction().execute();
    await lockFollowTotals(first, ids);
    const following = follow(bob, ann);
    await untilWaiting(server.db, '%follow_counts%');
    const blocking = ann.call('block_user', { user_id: bob.user.id });
    await untilWaiting(server.db, '%follow_counts%', 2);
    await first.commit().execute();
    await Promise.allSettled([following, blocking]);
    expect(await stateOf(ann, bob)).toMatchObject({ ...none, can_follow: false });
  });
});
