import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { newMember, newPerson, newSpace } from '#testing/people.ts';
import { sharedServer } from '#testing/server.ts';
import { aggregateLevelCounts } from './index.ts';
import { aggregateLevelLog } from './points.queries.ts';

// Without jobs: one of them aggregates the same log.
const server = sharedServer({ runsJobs: false });

it('The log of level changes is aggregated in batches, whose sizes are returned, until it is empty', async () => {
  await aggregateLevelCounts(server.db);
  const space = await newSpace(await newPerson(server));
  const members = [await newMember(server, space), await newMember(server, space)];
  const counted = async () =>
    (
      await sql<{ level: number; count: number }>`select level, member_count as count from space_level_counts
        where space_id = ${space.id}::uuid and member_count <> 0`.execute(server.db)
    ).rows;
  expect(await counted()).toEqual([]);
  expect(await aggregateLevelLog(server.db, 2)).toBe(2);
  expect(await counted()).toEqual([{ level: 1, count: 2 }]);
  expect(await aggregateLevelLog(server.db, 2)).toBe(1);
  expect(await aggregateLevelLog(server.db, 2)).toBe(0);
  await members[0]?.call('leave_space', { space_id: space.id });
  expect(await counted()).toEqual([{ level: 1, count: 3 }]);
  await aggregateLevelCounts(server.db);
  expect(await counted()).toEqual([{ level: 1, count: 2 }]);
});
