import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import type { LeaderboardPeriod, RankedMember } from '#contract/features/leaderboard/leaderboard.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { aggregateLevelCounts, expirePoints } from '#server/features/points/index.ts';
import { setClockOffset } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { countQueries, countRowsRead, type RecordedQuery, recordQueries } from '#testing/count-queries.ts';
import { listen } from '#testing/live.ts';
import { newNeighbors } from '#testing/neighbors.ts';
import { newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { sharedServer } from '#testing/server.ts';
import { newPostBySql, setRole } from '#testing/space-facts.ts';

// Jobs are off because they run queries of their own, and this file counts statements.
const server = sharedServer({ runsJobs: false });
const day = 24 * 60 * 60 * 1000;
afterEach(() => setClockOffset(0));

/** Sets someone's points in all periods, reached at the given time. */
async function setPoints(space: Space, userId: string, points: number, reachedAt: string): Promise<void> {
  await server.db
    .updateTable('member_points')
    .set({ points, points_30: points, points_7: points, reached_at: reachedAt })
    .where('space_id', '=', space.id)
    .where('user_id', '=', userId)
    .execute();
}

/** Creates ranked members by SQL, the first with the most points. */
async function newCrowd(space: Space, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId());
  await server.db
    .insertInto('users')
    .values(
      ids.map((id, n) => ({
        id,
        email: `crowd-${id}@example.com`,
        full_name: `Member ${n}`,
        first_name: 'Member',
        last_name: String(n),
        username: `member-${id}`,
        profile_url: `member-${id}`,
      })),
    )
    .execute();
  await sql`insert into member_points (space_id, user_id, points, points_30, points_7, reached_at, is_member, is_ranked)
    select ${space.id}::uuid, user_id, p, p, p, '2026-01-01', true, true
    from (select user_id, ${count + 1}::int - n as p from unnest(${ids}::uuid[]) with ordinality as o (user_id, n)) crowd`.execute(
    server.db,
  );
  return ids;
}

const boardOf = (viewer: Pick<TestPerson, 'call'>, space: Space, period: LeaderboardPeriod = 'all') =>
  viewer.call('get_leaderboard', { space_id: space.id, period });

describe('Leaderboard', () => {
  it('ranks members by likes received in the requested period', async () => {
    const owner = await newPerson(server, 'Olga');
    const space = await newSpace(owner);
    const [early, late] = [await newMember(server, space, 'Early'), await newMember(server, space, 'Late')];
    const posts = await Promise.all([1, 2].map(() => newPostBySql(server, space.id, early.user.id)));
    for (const post_id of posts) await owner.call('like_post', { post_id });
    setClockOffset(8 * day);
    await owner.call('like_post', { post_id: await newPostBySql(server, space.id, late.user.id) });
    await expirePoints(server.db);
    const ranks = async (period: LeaderboardPeriod) =>
      (await boardOf(owner, space, period)).top.map(({ rank, user, points }) => [rank, user.id, points]);
    expect(await ranks('all')).toEqual([
      [1, early.user.id, 2],
      [2, late.user.id, 1],
    ]);
    expect(await ranks('30d')).toEqual(await ranks('all'));
    expect(await ranks('7d')).toEqual([[1, late.user.id, 1]]);
  });

  it('ranks the member first who reached the points first', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const [one, two] = [await newMember(server, space), await newMember(server, space)];
    for (const author of [two, one]) {
      await owner.call('like_post', { post_id: (await newPost(author, space)).id });
      await server.db.selectFrom('users').select('id').limit(1).execute();
    }
    const { top } = await boardOf(owner, space);
    expect(top.map(({ user }) => user.id)).toEqual([two.user.id, one.user.id]);
  });

  it('does not rank owner, admins, former members or members without points; owner and admins have levels', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const [admin, former, inactive, member] = [
      await newMember(server, space),
      await newMember(server, space),
      await newMember(server, space),
      await newMember(server, space),
    ];
    await setRole(server, space.id, admin.user.id, 'admin');
    for (const { user } of [owner, admin, former, member])
      await setPoints(space, user.id, 20, '2026-01-01T00:00:00.000Z');
    await former.call('leave_space', { space_id: space.id });
    const board = await boardOf(admin, space);
    expect(board.top.map(({ user }) => user.id)).toEqual([member.user.id]);
    expect(board.viewer_rank).toMatchObject({ is_ranked: false, rank: null, level: 3, total_points: 20 });
    expect((await boardOf(inactive, space)).viewer_rank).toMatchObject({
      is_ranked: true,
      rank: null,
      points: 0,
      level: 1,
    });
    expect((await boardOf(server.client(), space)).viewer_rank).toBeNull();
    // An admin who becomes a member again is ranked again.
    await owner.call('set_member_role', { space_id: space.id, user_id: admin.user.id, role: 'member' });
    expect((await boardOf(admin, space)).top).toHaveLength(2);
  });

  it('shows the top ten, the row of the viewer with two members on either side, and everyone by page', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const viewer = await newMember(server, space);
    const crowd = await newCrowd(space, 70);
    // Between the 30th (41 points) and the 31st (40 points).
    await setPoints(space, viewer.user.id, 40, '2025-12-31T00:00:00.000Z');
    const board = await boardOf(viewer, space);
    expect(board.top.map(({ rank, user }) => [rank, user.id])).toEqual(
      crowd.slice(0, 10).map((id, n) => [n + 1, id]),
    );
    expect(board.viewer_rank).toMatchObject({ rank: 31, points: 40 });
    expect(board.around.map(({ rank, user }) => [rank, user.id])).toEqual([
      [29, crowd[28]],
      [30, crowd[29]],
      [31, viewer.user.id],
      [32, crowd[30]],
      [33, crowd[31]],
    ]);
    const all = [...crowd.slice(0, 30), viewer.user.id, ...crowd.slice(30)];
    const seen: [number, string][] = board.top.map(({ rank, user }) => [rank, user.id]);
    for (let cursor = board.next_cursor; cursor; ) {
      const page = await viewer.call('list_leaderboard', { space_id: space.id, period: 'all', cursor });
      seen.push(...page.members.map(({ rank, user }): [number, string] => [rank, user.id]));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(all.map((id, n) => [n + 1, id]));
    const first = await viewer.call('list_leaderboard', { space_id: space.id, period: 'all' });
    expect(first.members).toHaveLength(50);
    await expect(
      viewer.call('list_leaderboard', { space_id: space.id, period: '7d', cursor: board.next_cursor ?? '' }),
    ).rejects.toMatchObject({ code: 'invalid_cursor' });
  });

  it('does not repeat the row of a viewer in the top ten, and shows no rank below 500', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const viewer = await newMember(server, space);
    const crowd = await newCrowd(space, 510);
    await setPoints(space, viewer.user.id, 5, '2026-01-02T00:00:00.000Z');
    const board = await boardOf(viewer, space);
    expect(board.viewer_rank?.rank).toBeNull();
    // With 499 members above, the viewer ranks 500th; with one more, no rank is shown.
    const ranked = async (points: number) => {
      await setPoints(space, viewer.user.id, points, '2026-01-02T00:00:00.000Z');
      return (await boardOf(viewer, space)).viewer_rank?.rank;
    };
    expect(await ranked(510 - 499 + 1)).toBe(500);
    expect(await ranked(510 - 500 + 1)).toBeNull();
    expect(board.around.map(({ rank, user }) => [rank, user.id])).toEqual(
      [crowd[504], crowd[505], viewer.user.id, crowd[506], crowd[507]].map((id) => [null, id]),
    );
    await setPoints(space, viewer.user.id, 5000, '2026-01-02T00:00:00.000Z');
    expect(await boardOf(viewer, space)).toMatchObject({ viewer_rank: { rank: 1 }, around: [] });
  });
});

describe('Leaderboard, levels and cards of a space', () => {
  it('show nothing of other spaces, and neither former nor banned members', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const [first, member] = [await newMember(server, space), await newMember(server, space)];
    const { other, former, banned } = await newNeighbors(server, owner, space);
    for (const { user } of [first, member]) await setRole(server, other.space.id, user.id, 'member');
    const names = Array.from({ length: 9 }, (_, n) => `Elsewhere ${n}`);
    await owner.call('set_level_names', { space_id: other.space.id, names });
    const reachedAt = '2026-01-01T00:00:00.000Z';
    for (const { user } of [member, first, other.member])
      await setPoints(other.space, user.id, 70, reachedAt);
    for (const { user } of [former, banned]) await setPoints(space, user.id, 70, reachedAt);
    await setPoints(space, first.user.id, 6, reachedAt);
    await setPoints(space, member.user.id, 2, reachedAt);

    const ranked = [
      [1, first.user.id, 6, 2],
      [2, member.user.id, 2, 1],
    ];
    const toRow = ({ rank, user, points }: RankedMember) => [rank, user.id, points, user.level];
    for (const viewer of [member, server.client()]) {
      const board = await boardOf(viewer, space);
      expect([board.top.map(toRow), board.around, board.next_cursor]).toEqual([ranked, [], null]);
    }
    const { members } = await member.call('list_leaderboard', { space_id: space.id, period: 'all' });
    expect(members.map(toRow)).toEqual(ranked);
    expect((await boardOf(member, space)).viewer_rank).toEqual({
      is_ranked: true,
      rank: 2,
      points: 2,
      total_points: 2,
      level: 1,
      level_name: null,
    });
    expect((await boardOf(other.admin, space)).viewer_rank).toBeNull();
    expect((await boardOf(former, space)).viewer_rank).toBeNull();
    for (const aggregate of [async () => {}, aggregateLevelCounts]) {
      await aggregate(server.db);
      const { levels } = await member.call('get_space_levels', { space_id: space.id });
      expect(levels.slice(0, 4).map(({ name, member_count }) => [name, member_count])).toEqual([
        [null, 2],
        [null, 1],
        [null, 0],
        [null, 0],
      ]);
    }
    const cardOf = async (user_id: string) =>
      (await owner.call('get_member_card', { space_id: space.id, user_id })).member;
    expect(await cardOf(member.user.id)).toMatchObject({ points: 2, level_name: null, user: { level: 1 } });
    for (const { user } of [former, banned, other.member])
      await expect(cardOf(user.id)).rejects.toMatchObject({ code: 'member_not_found' });
  });
});

describe('Cost of the leaderboard', () => {
  it('is a fixed number of statements, each a short index scan', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const viewer = await newMember(server, space);
    await setPoints(space, viewer.user.id, 3, '2026-01-02T00:00:00.000Z');
    const few = await countQueries(() => boardOf(viewer, space));
    // More members above the viewer than are counted.
    await newCrowd(space, 900);
    await sql`vacuum analyze member_points`.execute(server.db);
    const many = await countQueries(() => boardOf(viewer, space));
    expect(many).toBe(few);
    // One statement for the session and the space, one for the whole board.
    expect(many).toBe(2);
    for (const period of ['7d', '30d', 'all'] as const) {
      const read = async (action: () => Promise<unknown>) => {
        const boards = (await recordQueries(action)).filter(({ text }) => text.includes('order by -'));
        expect(boards).toHaveLength(1);
        return await countRowsRead(server.db, boards[0] as RecordedQuery, 'member_points');
      };
      // The eleven top rows, the viewer and two on either side: each found in ranking order and then joined with the
      // user.
      const { 'Index Only Scan': counted = 0, ...found } = await read(() => boardOf(viewer, space, period));
      expect(Object.keys(found)).toEqual(['Index Scan']);
      expect(found['Index Scan']).toBeLessThan(50);
      // Members above the viewer are counted up to the limit, from the index alone.
      expect(counted).toBeLessThanOrEqual(500 + 20);

      const list = (cursor: string | undefined) =>
        viewer.call('list_leaderboard', { space_id: space.id, period, ...(cursor && { cursor }) });
      let cursor: string | undefined;
      for (let page = 0; page < 6; page += 1) cursor = (await list(cursor)).next_cursor ?? undefined;
      const page = await read(() => list(cursor));
      expect(page).toEqual({ 'Index Scan': 51 });
    }
  });
});

describe('Levels', () => {
  it('have the names set by the owner and a member count each', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const [admin, member] = [await newMember(server, space), await newMember(server, space)];
    await setRole(server, space.id, admin.user.id, 'admin');
    await setPoints(space, member.user.id, 70, '2026-01-01T00:00:00.000Z');
    const names = ['Seed', '', 'Bush', ' Tree ', '', '', '', '', 'Forest'];
    for (const [person, code] of [
      [admin, 'not_allowed'],
      [member, 'not_allowed'],
      [await newPerson(server), 'membership_required'],
      [server.client(), 'authentication_required'],
    ] as const) {
      await expect(person.call('set_level_names', { space_id: space.id, names })).rejects.toMatchObject({
        code,
      });
    }
    const listener = await listen(server.url, member);
    await listener.subscribe(`space:${space.id}`);
    await owner.call('set_level_names', { space_id: space.id, names });
    expect((await listener.received('space.levels_changed')).payload).toEqual({ space_id: space.id });
    listener.close();
    const { levels } = await member.call('get_space_levels', { space_id: space.id });
    expect(levels.map((level) => level.name)).toEqual([
      'Seed',
      null,
      'Bush',
      'Tree',
      null,
      null,
      null,
      null,
      'Forest',
    ]);
    expect(levels.map((level) => level.member_count)).toEqual([2, 0, 0, 1, 0, 0, 0, 0, 0]);
    expect((await boardOf(member, space)).viewer_rank?.level_name).toBe('Tree');
    for (const wrong of [names.slice(1), names.with(0, 'x'.repeat(31))]) {
      await expect(owner.call('set_level_names', { space_id: space.id, names: wrong })).rejects.toMatchObject(
        {
          code: 'invalid_input',
        },
      );
    }
  });

  it('are counted when members join, gain or lose points, leave, are removed or deleted, before and after aggregation', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const counts = async () =>
      (await owner.call('get_space_levels', { space_id: space.id })).levels.map(
        ({ member_count }) => member_count,
      );
    const expectCounts = async (...expected: number[]) => {
      const all = [...expected, ...Array.from({ length: 9 - expected.length }, () => 0)];
      expect(await counts()).toEqual(all);
      await aggregateLevelCounts(server.db);
      expect(await counts()).toEqual(all);
    };
    const [one, two] = [await newMember(server, space), await newMember(server, space)];
    await expectCounts(3);
    await setPoints(space, one.user.id, 20, '2026-01-01T00:00:00.000Z');
    await setPoints(space, two.user.id, 5, '2026-01-01T00:00:00.000Z');
    await expectCounts(1, 1, 1);
    await setPoints(space, one.user.id, 19, '2026-01-01T00:00:00.000Z');
    await expectCounts(1, 2);
    await one.call('leave_space', { space_id: space.id });
    // Points of a non-member change no count; they are counted at their level when they rejoin.
    await setPoints(space, one.user.id, 70, '2026-01-01T00:00:00.000Z');
    await expectCounts(1, 1);
    await one.call('public_join_space', { space_id: space.id });
    await expectCounts(1, 1, 0, 1);
    await owner.call('remove_member', { space_id: space.id, user_id: one.user.id });
    await expectCounts(1, 1);
    await sql`delete from member_points where user_id = ${two.user.id}::uuid`.execute(server.db);
    await expectCounts(1);
  });

  it('do not block deleting a space', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    await newMember(server, space);
    await server.db.deleteFrom('spaces').where('id', '=', space.id).execute();
    const { rows } = await sql`select from space_level_log where space_id = ${space.id}::uuid
      union all select from space_level_counts where space_id = ${space.id}::uuid`.execute(server.db);
    expect(rows).toEqual([]);
  });

  it('cost the same in a large space', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const rowsRead = async () => {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (analyze, costs off, timing off)
        select level, member_count from space_level_counts where space_id = ${space.id}::uuid
        union all select level, change from space_level_log where space_id = ${space.id}::uuid`.execute(
        server.db,
      );
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    };
    const few = await countQueries(() => owner.call('get_space_levels', { space_id: space.id }));
    await newCrowd(space, 300);
    await aggregateLevelCounts(server.db);
    expect(await countQueries(() => owner.call('get_space_levels', { space_id: space.id }))).toBe(few);
    expect(few).toBe(2);
    // The owner and the crowd are on at most seven levels.
    expect(await rowsRead()).toMatch(/rows=[1-7](\.00)? loops=1/);
  });

  it('are visible to members only in a private space', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner, { is_private: true });
    const stranger = await newPerson(server);
    for (const operation of ['get_space_levels', 'get_leaderboard', 'list_leaderboard'] as const) {
      await expect(stranger.call(operation, { space_id: space.id })).rejects.toMatchObject({ status: 404 });
    }
    await expect(
      stranger.call('get_member_card', { space_id: space.id, user_id: owner.user.id }),
    ).rejects.toMatchObject({ status: 404 });
  });
});

describe('Member card', () => {
  it('shows level and points, and is not found for non-members', async () => {
    const owner = await newPerson(server);
    const [space, other] = [await newSpace(owner), await newSpace(owner)];
    const author = await newMember(server, space);
    await author.call('public_join_space', { space_id: other.id });
    const post = await newPost(author, space);
    await newPost(author, other);
    await owner.call('like_post', { post_id: post.id });
    const card = async () =>
      (await owner.call('get_member_card', { space_id: space.id, user_id: author.user.id })).member;
    expect(await card()).toMatchObject({
      role: 'member',
      points: 1,
      user: { level: 1 },
    });
    await author.call('delete_post', { post_id: post.id });
    expect(await card()).toMatchObject({ points: 0 });
    await author.call('leave_space', { space_id: space.id });
    await expect(card()).rejects.toMatchObject({ code: 'member_not_found' });
  });

  it('is not found for someone who is banned, in that space only', async () => {
    const owner = await newPerson(server);
    const [space, other] = [await newSpace(owner), await newSpace(owner)];
    const [banned, neighbor] = [await newMember(server, space), await newMember(server, space)];
    await banned.call('public_join_space', { space_id: other.id });
    const card = async (person: TestPerson, { id }: Space = space) =>
      (await owner.call('get_member_card', { space_id: id, user_id: person.user.id })).member.user.id;
    expect(await card(banned)).toBe(banned.user.id);
    await owner.call('ban_member', { space_id: space.id, user_id: banned.user.id });
    await expect(card(banned)).rejects.toMatchObject({ code: 'member_not_found' });
    expect(await card(banned, other)).toBe(banned.user.id);
    expect(await card(neighbor)).toBe(neighbor.user.id);
  });
});
