import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { setReaction } from '#server/features/reactions/index.ts';
import type { Viewer } from '#server/platform/access.ts';
import { setClockOffset, withFrozenTime } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { listen } from '#testing/live.ts';
import { untilWaiting } from '#testing/lock-waits.ts';
import { newComment, newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { newPeopleBySql } from '#testing/people-by-sql.ts';
import { publishedEvents } from '#testing/published-events.ts';
import { sharedServer } from '#testing/server.ts';
import { newPostBySql } from '#testing/space-facts.ts';
import { expirePoints } from './index.ts';
import { toChanges } from './points.queries.ts';

const server = sharedServer();
const day = 24 * 60 * 60 * 1000;
afterEach(() => setClockOffset(0));

async function pointsOf(space: Space, person: TestPerson) {
  const row = await server.db
    .selectFrom('member_points')
    .select(['points', 'points_30', 'points_7', 'level', 'is_member', 'is_ranked'])
    .where('space_id', '=', space.id)
    .where('user_id', '=', person.user.id)
    .executeTakeFirst();
  return row ?? null;
}
const totalOf = async (space: Space, person: TestPerson) => (await pointsOf(space, person))?.points;

/** Creates posts of a member by SQL, which bypasses the hourly limit. */
const postsOf = (space: Space, person: TestPerson, count: number) =>
  Promise.all(Array.from({ length: count }, () => newPostBySql(server, space.id, person.user.id)));

describe('Points', () => {
  it('are awarded for likes of posts and comments and revoked with the like', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const author = await newMember(server, space);
    const post = await newPost(author, space);
    const comment = await newComment(author, post.id);
    await owner.call('like_post', { post_id: post.id });
    await owner.call('like_post', { post_id: post.id });
    await owner.call('like_comment', { comment_id: comment.id });
    expect(await pointsOf(space, author)).toMatchObject({ points: 2, points_30: 2, points_7: 2 });
    await owner.call('unlike_post', { post_id: post.id });
    expect(await totalOf(space, author)).toBe(1);
    await owner.call('unlike_comment', { comment_id: comment.id });
    expect(await totalOf(space, author)).toBe(0);
  });

  it('of one member stay when another takes a like of the same post back', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const [author, fan] = [await newMember(server, space), await newMember(server, space)];
    const [post, second] = [await newPost(author, space), await newPost(author, space)];
    for (const { id: post_id } of [post, second]) await owner.call('like_post', { post_id });
    await fan.call('like_post', { post_id: post.id });
    await fan.call('unlike_post', { post_id: post.id });
    expect(await pointsOf(space, author)).toMatchObject({ points: 2, points_30: 2, points_7: 2 });
  });

  it('change the level at its thresholds, and only then with an event of their own', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const author = await newMember(server, space);
    const other = await newSpace(owner);
    const fans = await newPeopleBySql(server, 2);
    for (const fan of fans) await fan.call('public_join_space', { space_id: space.id });
    const posts = await postsOf(space, author, 3);
    const eventsOf = async (spaceId: string) => ({
      totals: await publishedEvents(server, `space:${spaceId}`, 'space.points_changed'),
      levels: await publishedEvents(server, `space:${spaceId}`, 'member.level_changed'),
    });
    for (const post_id of posts) await owner.call('like_post', { post_id });
    await fans[0]?.call('like_post', { post_id: posts[0] ?? '' });
    const totals = (count: number) => Array.from({ length: count }, () => ({ space_id: space.id }));
    expect(await eventsOf(space.id)).toEqual({ totals: totals(4), levels: [] });
    await fans[1]?.call('like_post', { post_id: posts[0] ?? '' });
    const levelOf = (level: number, level_version: number) => ({
      space_id: space.id,
      user_id: author.user.id,
      level,
      level_version,
    });
    expect(await eventsOf(space.id)).toEqual({ totals: totals(5), levels: [levelOf(2, 2)] });
    // Without a point, nothing is published.
    await author.call('like_post', { post_id: posts[0] ?? '' });
    expect((await eventsOf(space.id)).totals).toHaveLength(5);
    await owner.call('unlike_post', { post_id: posts[1] ?? '' });
    expect(await eventsOf(space.id)).toEqual({ totals: totals(6), levels: [levelOf(2, 2), levelOf(1, 3)] });
    expect(await eventsOf(other.id)).toEqual({ totals: [], levels: [] });
  });

  it('rank plain members only, also after roles change', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const [member, other] = [await newMember(server, space), await newMember(server, space)];
    const setRoleOf = (role: 'admin' | 'member') =>
      owner.call('set_member_role', { space_id: space.id, user_id: member.user.id, role });
    expect(await pointsOf(space, owner)).toMatchObject({ is_member: true, is_ranked: false });
    await setRoleOf('admin');
    expect(await pointsOf(space, member)).toMatchObject({ is_member: true, is_ranked: false });
    expect(await pointsOf(space, other)).toMatchObject({ is_member: true, is_ranked: true });
    await setRoleOf('member');
    expect(await pointsOf(space, member)).toMatchObject({ is_member: true, is_ranked: true });
  });

  it('are not awarded for liking your own post', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const post = await newPost(owner, space);
    expect(await owner.call('like_post', { post_id: post.id })).toMatchObject({ like_count: 1 });
    expect(await totalOf(space, owner)).toBe(0);
  });

  it('are revoked when the post or comment is deleted by its author or a moderator', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const author = await newMember(server, space);
    const fan = await newMember(server, space);
    const post = await newPost(author, space);
    const comment = await newComment(author, (await newPost(owner, space)).id);
    for (const person of [owner, fan]) {
      await person.call('like_post', { post_id: post.id });
      await person.call('like_comment', { comment_id: comment.id });
    }
    expect(await totalOf(space, author)).toBe(4);
    await owner.call('delete_comment', { comment_id: comment.id });
    expect(await totalOf(space, author)).toBe(2);
    await author.call('delete_post', { post_id: post.id });
    expect(await totalOf(space, author)).toBe(0);
  });

  it('given and received are voided when a member is removed, and kept when they leave', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const [author, fan] = [await newMember(server, space), await newMember(server, space)];
    const post = await newPost(author, space);
    const other = await newPost(fan, space);
    await fan.call('like_post', { post_id: post.id });
    await author.call('like_post', { post_id: other.id });
    await fan.call('leave_space', { space_id: space.id });
    expect(await totalOf(space, author)).toBe(1);
    expect(await pointsOf(space, fan)).toMatchObject({ points: 1, is_member: false, is_ranked: false });
    await fan.call('public_join_space', { space_id: space.id });
    expect(await pointsOf(space, fan)).toMatchObject({ points: 1, is_member: true, is_ranked: true });
    await owner.call('remove_member', { space_id: space.id, user_id: fan.user.id });
    expect(await totalOf(space, author)).toBe(0);
    expect(await totalOf(space, fan)).toBe(0);
  });

  it('are limited to five from one member to another in seven days; the likes still show', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const author = await newMember(server, space);
    const fan = await newMember(server, space);
    const posts = await postsOf(space, author, 8);
    const responses = await Promise.all(posts.map((post_id) => fan.call('like_post', { post_id })));
    expect(responses.every((response) => response.like_count === 1)).toBe(true);
    expect(await totalOf(space, author)).toBe(5);
    // Likes that earn no point change no leaderboard.
    const events = await publishedEvents(server, `space:${space.id}`, 'space.points_changed');
    expect(events).toHaveLength(5);
    // Another member's likes count separately.
    await owner.call('like_post', { post_id: posts[0] ?? '' });
    expect(await totalOf(space, author)).toBe(6);
    setClockOffset(7 * day + 60_000);
    await fan.call('like_post', { post_id: await newPostBySql(server, space.id, author.user.id) });
    expect(await totalOf(space, author)).toBe(7);
  });

  it('can be awarded again exactly seven days after the first of five', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const author = await newMember(server, space);
    const posts = await postsOf(space, author, 8);
    const start = Date.now();
    const likeAt = (time: number, index: number) =>
      withFrozenTime(time, () =>
        setReaction(
          server.running.platform,
          { user_id: owner.user.id, role: 'member', session_id: newId() },
          space.id,
          { target: { kind: 'post', id: posts[index] ?? '' }, kind: 'like', is_given: true },
        ),
      );
    for (let index = 0; index < 5; index += 1) await likeAt(start + index * day, index);
    await likeAt(start + 7 * day - 1, 5);
    expect(await totalOf(space, author)).toBe(5);
    await likeAt(start + 7 * day, 6);
    expect(await totalOf(space, author)).toBe(6);
    // The second of the five is less than seven days old, so the limit still applies.
    await likeAt(start + 8 * day - 1, 7);
    expect(await totalOf(space, author)).toBe(6);
  });

  it('are limited per pair of members and per space', async () => {
    const owner = await newPerson(server);
    const [space, other] = [await newSpace(owner), await newSpace(owner)];
    const [author, friend] = [await newMember(server, space), await newMember(server, space)];
    await author.call('public_join_space', { space_id: other.id });
    for (const post_id of await postsOf(space, author, 5)) await owner.call('like_post', { post_id });
    for (const post_id of await postsOf(space, friend, 1)) await owner.call('like_post', { post_id });
    for (const post_id of await postsOf(other, author, 1)) await owner.call('like_post', { post_id });
    expect(await totalOf(space, author)).toBe(5);
    expect(await totalOf(space, friend)).toBe(1);
    expect(await totalOf(other, author)).toBe(1);
  });

  it('keep their first date when a like is removed and added again', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const author = await newMember(server, space);
    const post = await newPost(author, space);
    await owner.call('like_post', { post_id: post.id });
    await owner.call('unlike_post', { post_id: post.id });
    setClockOffset(8 * day);
    await owner.call('like_post', { post_id: post.id });
    expect(await pointsOf(space, author)).toMatchObject({ points: 1, points_30: 1, points_7: 0 });
  });

  it('freed by an unlike can be awarded elsewhere, and liking again needs room within the limit', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const author = await newMember(server, space);
    const [first = '', ...others] = await postsOf(space, author, 6);
    for (const post_id of [first, ...others.slice(0, 4)]) await owner.call('like_post', { post_id });
    await owner.call('unlike_post', { post_id: first });
    await owner.call('like_post', { post_id: others[4] ?? '' });
    await owner.call('like_post', { post_id: first });
    expect(await totalOf(space, author)).toBe(5);
  });

  it('keep their first date when a like is added again later, and count against that week only', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const author = await newMember(server, space);
    const [old = '', ...others] = await postsOf(space, author, 6);
    const viewer: Viewer = { user_id: owner.user.id, role: 'member', session_id: newId() };
    const setOldLike = (liked: boolean) =>
      withFrozenTime(Date.now() - 20 * day, () =>
        setReaction(server.running.platform, viewer, space.id, {
          target: { kind: 'post', id: old },
          kind: 'like',
          is_given: liked,
        }),
      );
    await setOldLike(true);
    await setOldLike(false);
    // The five likes of this week.
    for (const post_id of others) await owner.call('like_post', { post_id });
    await owner.call('like_post', { post_id: old });
    expect(await pointsOf(space, author)).toMatchObject({ points: 6, points_30: 6, points_7: 5 });
  });

  it('leave the 7-day and 30-day totals once they are too old', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const author = await newMember(server, space);
    const post = await newPost(author, space);
    await owner.call('like_post', { post_id: post.id });
    setClockOffset(7 * day - 60_000);
    await expirePoints(server.db);
    expect(await pointsOf(space, author)).toMatchObject({ points_7: 1, points_30: 1, points: 1 });
    const live = await listen(server.url, author);
    await live.subscribe(`space:${space.id}`);
    setClockOffset(7 * day + 60_000);
    await expirePoints(server.db);
    await expirePoints(server.db);
    // Open leaderboards update.
    expect((await live.received('space.points_changed')).payload).toEqual({ space_id: space.id });
    live.close();
    expect(await pointsOf(space, author)).toMatchObject({ points_7: 0, points_30: 1, points: 1 });
    expect(await publishedEvents(server, `space:${space.id}`, 'space.points_changed')).toHaveLength(2);
    setClockOffset(30 * day + 60_000);
    await expirePoints(server.db);
    expect(await pointsOf(space, author)).toMatchObject({ points_7: 0, points_30: 0, points: 1 });
    setClockOffset(0);
    await owner.call('unlike_post', { post_id: post.id });
    expect(await pointsOf(space, author)).toMatchObject({ points_7: 0, points_30: 0, points: 0 });
  });

  it('skip the 30-day period if the job has not run for long', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const author = await newMember(server, space);
    await owner.call('like_post', { post_id: (await newPost(author, space)).id });
    setClockOffset(40 * day);
    await expirePoints(server.db);
    expect(await pointsOf(space, author)).toMatchObject({ points_7: 0, points_30: 0, points: 1 });
  });
});

it('Changes of the totals add up what counts for each member and period', () => {
  const rows = [
    { user_id: 'a', delta: 2, window_days: 7 },
    { user_id: 'b', delta: 1, window_days: 30 },
    { user_id: 'a', delta: 3, window_days: 30 },
    { user_id: 'a', delta: 4, window_days: 0 },
  ];
  expect(toChanges(rows, 1)).toEqual([
    { user_id: 'a', points: 9, points_30: 5, points_7: 2 },
    { user_id: 'b', points: 1, points_30: 1, points_7: 0 },
  ]);
  expect(toChanges(rows, -1)[0]).toEqual({ user_id: 'a', points: -9, points_30: -5, points_7: -2 });
  expect(toChanges([], 1)).toEqual([]);
});

it('Points of a leaving member are locked before their notifications, in the same order as by a like', async () => {
  const owner = await newPerson(server);
  const space = await newSpace(owner);
  const author = await newMember(server, space);
  const post = await newPost(author, space);
  await owner.call('like_post', { post_id: post.id });
  let left: Promise<unknown> | undefined;
  await server.db.transaction().execute(async (tx) => {
    await tx
      .selectFrom('member_points')
      .select('points')
      .where('space_id', '=', space.id)
      .where('user_id', '=', author.user.id)
      .forUpdate()
      .execute();
    left = author.call('leave_space', { space_id: space.id });
    await untilWaiting(server.db, '%update "member_points"%');
    await sql`set local lock_timeout = '2s'`.execute(tx);
    await sql`select lock_notifications(${author.user.id}::uuid)`.execute(tx);
  });
  await left;
});
