import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import {
  levelThresholds,
  toActivity,
  toLevel,
  toLevelProgress,
  toPointsMissing,
} from '#contract/values/levels.ts';
import { setReaction } from '#server/features/reactions/index.ts';
import type { Viewer } from '#server/platform/access.ts';
import { withFrozenTime } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import { newId } from '#server/platform/ids.ts';
import { ApiFailure } from '#testing/client.ts';
import { newPerson, newSpace } from '#testing/people.ts';
import { newPeopleBySql } from '#testing/people-by-sql.ts';
import { sharedServer } from '#testing/server.ts';
import { newCommentBySql, newPostBySql } from '#testing/space-facts.ts';
import { aggregateLevelCounts, expirePoints } from './index.ts';

const server = sharedServer();
const day = 24 * 60 * 60 * 1000;

it('Levels start at the same thresholds in the web app and in the database', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 50_000 }), async (points) => {
      const level = toLevel(points);
      expect(levelThresholds[level - 1]).toBeLessThanOrEqual(points);
      expect(levelThresholds[level] ?? Number.POSITIVE_INFINITY).toBeGreaterThan(points);
      const missing = toPointsMissing(points);
      if (missing !== null) expect(toLevel(points + missing)).toBe(level + 1);
      expect(toLevelProgress(points)).toBeGreaterThanOrEqual(0);
      expect(toLevelProgress(points)).toBeLessThanOrEqual(1);
      const { rows } = await sql<{ level: number }>`select level_of(${points}::int) as level`.execute(
        server.db,
      );
      expect(rows[0]?.level).toBe(level);
    }),
    {
      numRuns: 60,
      examples: levelThresholds.flatMap((begin) => [[begin], [Math.max(0, begin - 1)]]) as [number][],
    },
  );
});

it('Profile activity levels are 100 points wide', () => {
  expect([0, 99, 100, 250].map((score) => toActivity(score))).toEqual([
    { level: 1, progress: 0, points_missing: 100 },
    { level: 1, progress: 0.99, points_missing: 1 },
    { level: 2, progress: 0, points_missing: 100 },
    { level: 3, progress: 0.5, points_missing: 50 },
  ]);
});

const people = 8;
const targets = 10;
const action = fc.oneof(
  { weight: 60, arbitrary: fc.constant('like' as const) },
  { weight: 25, arbitrary: fc.constant('unlike' as const) },
  { weight: 2, arbitrary: fc.constant('delete' as const) },
  { weight: 3, arbitrary: fc.constant('remove' as const) },
  { weight: 2, arbitrary: fc.constant('ban' as const) },
  { weight: 2, arbitrary: fc.constant('unban' as const) },
  { weight: 2, arbitrary: fc.constant('leave' as const) },
  { weight: 5, arbitrary: fc.constant('join' as const) },
  { weight: 3, arbitrary: fc.constant('expire' as const) },
  { weight: 3, arbitrary: fc.constant('aggregate' as const) },
);
const step = fc.record({
  action,
  person: fc.nat(people - 1),
  target: fc.nat(targets - 1),
  isComment: fc.boolean(),
  daysAgo: fc.nat(45),
});

it('Totals match the ledger after a thousand concurrent actions', async () => {
  const owner = await newPerson(server);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 340, maxLength: 340 }), async (steps) => {
      const space = await newSpace(owner);
      const members = await newPeopleBySql(server, people);
      for (const member of members) await member.call('public_join_space', { space_id: space.id });
      const viewers: Viewer[] = members.map(({ user }) => ({
        user_id: user.id,
        role: 'member',
        session_id: newId(),
      }));
      const viewerOf = (index: number) => {
        const viewer = viewers[index % people];
        if (!viewer) throw new Error('no viewer');
        return viewer;
      };
      const posts = await Promise.all(
        Array.from({ length: targets }, (_, n) => newPostBySql(server, space.id, viewerOf(n).user_id)),
      );
      const postAt = (index: number) => posts[index % targets] ?? '';
      const comments = await Promise.all(
        posts.map((id, n) => newCommentBySql(server, { id, space_id: space.id }, viewerOf(n + 3).user_id)),
      );
      const run = async ({
        action: kind,
        person,
        target,
        isComment,
      }: (typeof steps)[number]): Promise<unknown> => {
        const viewer = viewerOf(person);
        const [postId, commentId] = [postAt(target), comments[target] ?? ''];
        switch (kind) {
          case 'like':
          case 'unlike':
            return await setReaction(server.running.platform, viewer, space.id, {
              target: isComment ? { kind: 'comment', id: commentId } : { kind: 'post', id: postId },
              kind: 'like',
              is_given: kind === 'like',
            });
          case 'delete':
            return isComment
              ? await owner.call('delete_comment', { comment_id: commentId })
              : await owner.call('delete_post', { post_id: postId });
          case 'remove':
          case 'ban':
          case 'unban':
            return await owner.call(`${kind}_member`, { space_id: space.id, user_id: viewer.user_id });
          case 'leave':
            return await members[person]?.call('leave_space', { space_id: space.id });
          case 'join':
            return await members[person]?.call('public_join_space', { space_id: space.id });
          case 'expire':
            return await expirePoints(server.db);
          case 'aggregate':
            return await aggregateLevelCounts(server.db);
        }
      };
      // Twelve at a time, each at a random time within the last weeks.
      const waiting = [...steps];
      await Promise.all(
        Array.from({ length: 12 }, async () => {
          for (let next = waiting.shift(); next; next = waiting.shift()) {
            const current = next;
            const time = current.action === 'like' ? Date.now() - current.daysAgo * day : Date.now();
            await withFrozenTime(time, () => run(current)).catch((error: unknown) => {
              // Actions on missing or forbidden targets are rejected; a deadlock or any other error fails the test.
              const isRejection =
                error instanceof AppError || (error instanceof ApiFailure && error.status < 500);
              if (!isRejection) throw error;
            });
          }
        }),
      );
      await expirePoints(server.db);
      const { rows: wrong } = await sql`
        select m.user_id, m.points, m.points_30, m.points_7, m.reached_at, l.*
        from member_points m left join lateral (
          select coalesce(sum(delta), 0) as all_time, max(created_at) as latest,
            coalesce(sum(delta) filter (where created_at > now() - interval '30 days'), 0) as last_30,
            coalesce(sum(delta) filter (where created_at > now() - interval '7 days'), 0) as last_7
          from point_ledger l where l.space_id = m.space_id and l.user_id = m.user_id and l.voided_at is null) l on true
        where m.space_id = ${space.id}::uuid
          and ((m.points, m.points_30, m.points_7) <> (l.all_time, l.last_30, l.last_7)
            or m.reached_at is distinct from l.latest)`.execute(server.db);
      expect(wrong).toEqual([]);
      const { rows: levels } = await sql`
        select level, sum(stored) as stored, sum(counted) as counted from (
          select level, member_count as stored, 0 as counted from space_level_counts where space_id = ${space.id}::uuid
          union all select level, change, 0 from space_level_log where space_id = ${space.id}::uuid
          union all select level, 0, 1 from member_points where space_id = ${space.id}::uuid and is_member) beside
        group by level having sum(stored) <> sum(counted)`.execute(server.db);
      expect(levels).toEqual([]);
      const { rows: withoutLike } = await sql`
        select l.* from point_ledger l
        where l.space_id = ${space.id}::uuid and l.voided_at is null and (l.actor_id = l.user_id
          or not exists (select from reactions r where r.target_id = l.target_id and r.user_id = l.actor_id
            and r.target_kind = l.target_kind and r.kind = 'like' and (
              exists (select from posts t where t.id = r.target_id and t.deleted_at is null)
              or exists (select from post_comments t where t.id = r.target_id and t.deleted_at is null))))`.execute(
        server.db,
      );
      expect(withoutLike).toEqual([]);
      const { rows: byInactive } = await sql`
        select l.* from point_ledger l join space_members m on m.space_id = l.space_id and m.user_id = l.actor_id
        where l.space_id = ${space.id}::uuid and l.voided_at is null and m.status <> 'active'`.execute(
        server.db,
      );
      expect(byInactive).toEqual([]);
      const { rows: wronglyRanked } = await sql`
        select mp.* from member_points mp
          left join space_members m on m.space_id = mp.space_id and m.user_id = mp.user_id and m.status = 'active'
        where mp.space_id = ${space.id}::uuid
          and (mp.is_member <> (m.id is not null) or mp.is_ranked <> (m.id is not null and m.role = 'member'))`.execute(
        server.db,
      );
      expect(wronglyRanked).toEqual([]);
      const { rows: overLimit } = await sql`
        select l.actor_id from point_ledger l
        where l.space_id = ${space.id}::uuid and l.voided_at is null and (
          select count(*) from point_ledger o
          where o.space_id = l.space_id and o.actor_id = l.actor_id and o.user_id = l.user_id and o.voided_at is null
            and o.created_at >= l.created_at and o.created_at < l.created_at + interval '7 days') > 5`.execute(
        server.db,
      );
      expect(overLimit).toEqual([]);
    }),
    { numRuns: 3, seed: 20_261_121, endOnFailure: true },
  );
}, 120_000);
