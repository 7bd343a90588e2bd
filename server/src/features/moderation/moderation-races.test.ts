import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { conflictRetries } from '#server/platform/unavailable.ts';
import { untilWaiting } from '#testing/lock-waits.ts';
import { newPost, type TestPerson } from '#testing/people.ts';
import { type Community, newCommunity } from '#testing/people-by-sql.ts';
import { sharedServer } from '#testing/server.ts';

const server = sharedServer({ runsJobs: false });
let owner: TestPerson;
let author: TestPerson;
let reader: TestPerson;
let space: Space;
let newOf: Community['newOf'];

beforeEach(async () => {
  ({ owner, author, reader, space, newOf } = await newCommunity(server));
});

const reportAuthor = (by: TestPerson) =>
  by.call('report_member', { space_id: space.id, user_id: author.user.id, reason: 'harassment' });
const openCases = async () => (await owner.call('list_cases', { space_id: space.id, status: 'open' })).cases;
const retries = async () => (await conflictRetries.get()).values[0]?.value ?? 0;

it('a ban through a reported post and a report of its author never deadlock', async () => {
  const post = await newPost(author, space);
  await reportAuthor(reader);
  await reader.call('report_post', { post_id: post.id, reason: 'spam' });
  const cases = await openCases();
  const [ofPost, ofMember] = (['post', 'member'] as const).map((kind) => cases.find((c) => c.kind === kind));
  const other = await newOf('member');
  const before = await retries();
  const { report, ban } = await server.db.transaction().execute(async (tx) => {
    await sql`select from moderation_cases where id = ${ofMember?.id} for update`.execute(tx);
    const report = reportAuthor(other);
    await untilWaiting(server.db, '%insert into moderation_cases%');
    const ban = owner.call('resolve_case', {
      space_id: space.id,
      case_id: ofPost?.id ?? '',
      outcome: 'banned',
      reason: 'Spam.',
    });
    await untilWaiting(server.db, '%', 2);
    return { report, ban };
  });
  await Promise.all([report, ban]);
  expect(await retries()).toBe(before);
  expect(await openCases()).toEqual([]);
  expect((await owner.call('get_open_cases', { space_id: space.id })).open_count).toBe(0);
});

it('a report that meets the ban of its target leaves no open case', async () => {
  await reportAuthor(reader);
  const [found] = await openCases();
  const other = await newOf('member');
  const { report, ban } = await server.db.transaction().execute(async (tx) => {
    await sql`select from moderation_cases where id = ${found?.id} for update`.execute(tx);
    const ban = owner.call('ban_member', { space_id: space.id, user_id: author.user.id });
    await untilWaiting(server.db, 'update "moderation_cases"%');
    const report = reportAuthor(other);
    await untilWaiting(server.db, '%', 2);
    return { report, ban };
  });
  await expect(report).rejects.toMatchObject({ code: 'member_not_found' });
  await ban;
  expect(await openCases()).toEqual([]);
});

it('a report that meets the removal of its post leaves no open case', async () => {
  const post = await newPost(author, space);
  await reader.call('report_post', { post_id: post.id, reason: 'spam' });
  const [found] = await openCases();
  const other = await newOf('member');
  const { report, removal } = await server.db.transaction().execute(async (tx) => {
    await sql`select from moderation_cases where id = ${found?.id} for update`.execute(tx);
    const removal = owner.call('remove_post', { post_id: post.id, reason: 'Spam.' });
    await untilWaiting(server.db, 'update "moderation_cases"%');
    const report = other.call('report_post', { post_id: post.id, reason: 'spam' });
    await untilWaiting(server.db, '%', 2);
    return { report, removal };
  });
  await expect(report).rejects.toMatchObject({ code: 'post_not_found' });
  await removal;
  expect(await openCases()).toEqual([]);
});
