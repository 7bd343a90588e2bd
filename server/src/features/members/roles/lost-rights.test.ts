import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { api, type OperationId } from '#contract/api.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Endpoint } from '#contract/schema/endpoint.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/ids.ts';
import { conflictRetries } from '#server/platform/unavailable.ts';
import { untilWaiting } from '#testing/lock-waits.ts';
import { newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { newPersonBySql } from '#testing/people-by-sql.ts';
import { countRows, outcomeOf } from '#testing/responses.ts';
import {
  type CallerRole,
  type SampleCall,
  type SampleContext,
  sampleCalls,
} from '#testing/sample-calls/sample-calls.ts';
import { sharedServer } from '#testing/server.ts';
import { newCommentBySql, newPostBySql, setRole } from '#testing/space-facts.ts';
import { banMemberInTx } from '../bans/ban-member.ts';
import { lockRoles } from '../membership-lock.ts';
import { changeRoles } from './change-roles.ts';

// Jobs are off because they write rows of their own, and this file counts rows.
const server = sharedServer({ runsJobs: false });
/** How many comments a member can write in an hour. */
const commentsPerHour = 60;
let owner: TestPerson;
let space: SampleContext['space'];

const newSpaceOf = async (person: TestPerson): Promise<SampleContext['space']> => ({
  ...(await newSpace(person)),
  kind: 'public',
});

beforeAll(async () => {
  owner = await newPerson(server);
  space = await newSpaceOf(owner);
});

const sampleOf = (operation: OperationId) => sampleCalls[operation] as SampleCall<OperationId>;
const contextOf = (caller: TestPerson, role: CallerRole): SampleContext => ({
  server,
  space,
  owner,
  role,
  caller,
});
const denialOf = (operation: OperationId, role: CallerRole): ErrorCode | null =>
  sampleOf(operation).denialReason?.(contextOf(owner, role)) ?? null;
const writes = (Object.keys(api) as OperationId[]).filter((id) => (api[id] as Endpoint).method !== 'GET');
const withAccess = (access: Endpoint['access']) => writes.filter((id) => api[id].access === access);

/** Fields that turn the sample call of a member into one that only moderators can make, and its error for members. */
const moderatorsOnly: { [Id in OperationId]?: { fields: object; code: ErrorCode } } = {
  create_post: { fields: { post_type: 'announcement' }, code: 'announcement_not_allowed' },
  complete_setup_task: { fields: { task_type: 'description' }, code: 'not_allowed' },
};
/** Acts on what is deleted with the role. */
const actsOnDeleted: OperationId = 'cancel_video_upload';
const forEditors = [
  ...withAccess('space-editor'),
  ...writes.filter(
    (id) => id !== actsOnDeleted && denialOf(id, 'member') !== null && denialOf(id, 'admin') === null,
  ),
  ...(Object.keys(moderatorsOnly) as OperationId[]),
];
const codeForMembers = (operation: OperationId): ErrorCode =>
  moderatorsOnly[operation]?.code ?? denialOf(operation, 'member') ?? 'not_allowed';

/** The time at which a transaction began, and the last event that was there. */
interface Beginning {
  at: string;
  last_event: number;
}

/**
 * Sends a sample call while a transaction that takes the caller's rights is still open, and returns the call's outcome after
 * that transaction has committed. Fails if the call wrote anything.
 */
async function outcomeAfter(
  takeRights: (tx: Tx) => Promise<void>,
  operation: OperationId,
  caller: TestPerson,
  context: SampleContext,
): Promise<string> {
  const sample = (await sampleOf(operation).input(context)) as object;
  const input = { ...sample, ...moderatorsOnly[operation]?.fields };
  const { began, before, call } = await server.db.transaction().execute(async (tx) => {
    await takeRights(tx);
    const { rows } = await sql<Beginning>`select now()::timestamptz(3) as at,
      (select coalesce(max(id), 0) from live_events) as last_event`.execute(tx);
    const before = await countRows({ ...server, db: tx });
    const call = outcomeOf(caller.call(operation, input as never));
    await Promise.race([untilWaiting(server.db, '%').catch(() => null), call]);
    return { began: rows[0] ?? { at: '', last_event: 0 }, before, call };
  });
  const outcome = await call;
  // The events of that transaction were written with its commit.
  const published = await server.db
    .selectFrom('live_events')
    .select('id')
    .where('created_at', '=', began.at)
    .where('id', '>', began.last_event)
    .execute();
  const live_events = (before.live_events ?? 0) + published.length;
  expect(await countRows(server)).toEqual({ ...before, live_events });
  return outcome;
}

const newAdmin = async (): Promise<TestPerson> => {
  const admin = await newPersonBySql(server);
  await setRole(server, space.id, admin.user.id, 'admin');
  return admin;
};
const nothing = async () => {};

const banOf =
  ({ user }: TestPerson) =>
  async (tx: Tx) => {
    const viewer = { user_id: owner.user.id, role: owner.user.role, session_id: newId() };
    await banMemberInTx(tx, server.running.platform, viewer, space.id, user.id, nothing, nothing);
  };

it.each(forEditors)('%s is rejected if a ban of the admin commits first', async (operation) => {
  const admin = await newAdmin();
  const outcome = await outcomeAfter(banOf(admin), operation, admin, contextOf(admin, 'admin'));
  expect(outcome).toBe('membership_required');
});

it.each(['delete_post', 'delete_comment'] as const)(
  "%s is rejected for the author's own content if their ban commits first",
  async (operation) => {
    const author = await newPersonBySql(server);
    await setRole(server, space.id, author.user.id, 'member');
    // The sample calls act on content of the context's owner.
    const context = { ...contextOf(author, 'member'), owner: author };
    expect(await outcomeAfter(banOf(author), operation, author, context)).toBe('membership_required');
  },
);

const demotionOf =
  ({ user }: TestPerson) =>
  async (tx: Tx) => {
    await lockRoles(tx, space.id, [owner.user.id, user.id]);
    const changes = [{ user_id: user.id, role: 'member' as const }];
    await changeRoles(tx, server.running.platform, space.id, changes);
  };

it.each(forEditors)('%s is rejected if the admin becomes a plain member first', async (operation) => {
  const admin = await newAdmin();
  const outcome = await outcomeAfter(demotionOf(admin), operation, admin, contextOf(admin, 'admin'));
  expect(outcome).toBe(codeForMembers(operation));
});

it('create_comment has the hourly limit of members if the admin becomes one first', async () => {
  const admin = await newAdmin();
  const post = { id: await newPostBySql(server, space.id, owner.user.id), space_id: space.id };
  for (let n = 0; n < commentsPerHour; n += 1) await newCommentBySql(server, post, admin.user.id);
  const context = contextOf(admin, 'admin');
  await admin.call('create_comment', await sampleCalls.create_comment.input(context));
  const outcome = await outcomeAfter(demotionOf(admin), 'create_comment', admin, context);
  expect(outcome).toBe('comment_limit_reached');
});

it.each(withAccess('space-owner'))(
  '%s is rejected if the ownership is transferred first',
  async (operation) => {
    const previous = await newPerson(server);
    const other = await newSpaceOf(previous);
    const next = await newPersonBySql(server);
    await setRole(server, other.id, next.user.id, 'admin');
    const transfer = async (tx: Tx) => {
      await lockRoles(tx, other.id, [previous.user.id, next.user.id]);
      await changeRoles(tx, server.running.platform, other.id, [
        { user_id: next.user.id, role: 'owner' },
        { user_id: previous.user.id, role: 'admin' },
      ]);
    };
    const context = { ...contextOf(previous, 'owner'), space: other, owner: previous };
    expect(await outcomeAfter(transfer, operation, previous, context)).toBe('not_allowed');
  },
);

const retries = async () => (await conflictRetries.get()).values[0]?.value ?? 0;

it('lifting a ban never deadlocks with a ban by the same admin', async () => {
  // The banned person's id is the lower one, so that a ban locks their row first.
  const banned = await newPersonBySql(server);
  await setRole(server, space.id, banned.user.id, 'member');
  const admin = await newAdmin();
  const ofBanned = { space_id: space.id, user_id: banned.user.id };
  await admin.call('ban_member', ofBanned);
  const before = await retries();
  const { ban, unban } = await server.db.transaction().execute(async (tx) => {
    await sql`select from space_members where user_id = ${banned.user.id} for update`.execute(tx);
    const ban = admin.call('ban_member', ofBanned);
    await untilWaiting(server.db, '%');
    const unban = admin.call('unban_member', ofBanned);
    await untilWaiting(server.db, '%', 2);
    return { ban, unban };
  });
  await Promise.all([ban, unban]);
  expect(await retries()).toBe(before);
});

it('bans, role changes and what moderators do never deadlock', async () => {
  const before = await retries();
  for (let round = 0; round < 5; round += 1) {
    const target = await newPersonBySql(server);
    await setRole(server, space.id, target.user.id, 'member');
    const [one, two] = [await newAdmin(), await newAdmin()];
    const post_id = await newPostBySql(server, space.id, target.user.id);
    const ofTarget = { space_id: space.id, user_id: target.user.id };
    const setOne = (role: 'admin' | 'member') =>
      owner.call('set_member_role', { space_id: space.id, user_id: one.user.id, role });
    const outcomes = await Promise.allSettled([
      one.call('ban_member', ofTarget),
      two.call('unban_member', ofTarget),
      one.call('unban_member', ofTarget),
      two.call('ban_member', ofTarget),
      one.call('update_space', { space_id: space.id, description: `By one ${newId()}` }),
      two.call('update_space', { space_id: space.id, description: `By two ${newId()}` }),
      one.call('delete_post', { post_id }),
      two.call('remove_post', { post_id, reason: 'Spam.' }),
      target.call('delete_post', { post_id }),
      setOne('member'),
      setOne('admin'),
      owner.call('ban_member', { space_id: space.id, user_id: two.user.id }),
    ]);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected')
        expect(outcome.reason.status, String(outcome.reason)).toBeLessThan(500);
    }
  }
  expect(await retries()).toBe(before);
});

it('covers every kind of role-bound write', () => {
  expect(forEditors).toEqual(
    expect.arrayContaining(['update_space', 'unban_member', 'pin_post', 'delete_post', 'update_event']),
  );
  expect(withAccess('space-owner')).toEqual(
    expect.arrayContaining(['set_level_names', 'transfer_ownership']),
  );
});
