import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { nowMs, setClockOffset, withFrozenTime } from '#server/platform/clock.ts';
import { conflictRetries } from '#server/platform/unavailable.ts';
import { countRowsRead, recordQueries } from '#testing/count-queries.ts';
import { emailsTo } from '#testing/emails.ts';
import { untilWaiting } from '#testing/lock-waits.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { broadcastTo } from '#testing/samples/broadcasts.ts';
import { sharedServer } from '#testing/server.ts';
import { retractBroadcast } from '../broadcasts/retract-broadcasts.ts';
import { returnSnoozed } from '../snooze/return-snoozed.job.ts';
import { deliverDue } from './deliver-notifications.job.ts';
import { bringForward, claimDue, queueDueBroadcast } from './deliveries.queries.ts';

const server = sharedServer({ runsJobs: false });
const minute = 60_000;
const day = 24 * 60 * minute;
// Otherwise, tests would send what is left of others.
const deleteQueued = async () => {
  await server.db.deleteFrom('notification_deliveries').execute();
  await server.db.deleteFrom('notification_broadcast_deliveries').execute();
};
// Not right before eight in the morning, when daily emails are due.
const untilNoon = Date.parse('2027-01-05T12:00:00.000Z') - Date.now();
beforeEach(async () => {
  setClockOffset(untilNoon);
  await deleteQueued();
});
afterEach(async () => {
  setClockOffset(0);
  await deleteQueued();
});

type Frequency = 'immediate' | 'daily';
async function newReaders<Names extends string[]>(frequency: Frequency, ...names: Names) {
  const owner = await newPerson(server, 'Olive');
  const space = await newSpace(owner);
  const joined = names.map(async (name) => {
    const reader = await newMember(server, space, name);
    await choose(reader, space, frequency);
    return reader;
  });
  // As many as there are names.
  const readers = (await Promise.all(joined)) as { [At in keyof Names]: TestPerson };
  // What their owner gets of new members is due at a full hour.
  await deleteQueued();
  return { owner, space, readers };
}
async function choose(person: TestPerson, space: Space, notifications_email_frequency: Frequency) {
  const of = { space_id: space.id };
  await person.call('update_space_notification_preferences', { ...of, notifications_email_frequency });
}
/** Decides about everything that is due after a time. */
const deliver = (after = 3 * minute) =>
  withFrozenTime(nowMs() + after, async () => {
    while (await deliverDue(server.running.platform));
  });
/** Queues the next emails of a broadcast that are due at a time. */
const queueAt = (at: number) => queueDueBroadcast(server.db, 'email', new Date(at).toISOString());
const countBundles = async (person: TestPerson) =>
  (await emailsTo(server, person.user.email)).filter(({ template }) => template === 'notification-bundle')
    .length;
const retries = async () => (await conflictRetries.get()).values[0]?.value ?? 0;
const queuedUsers = async (broadcastId: string) => {
  const rows = await server.db
    .selectFrom('notification_deliveries')
    .select('user_id')
    .where('broadcast_id', '=', broadcastId)
    .execute();
  return rows.map(({ user_id }) => user_id);
};
/** Adds portions to broadcasts, by each channel, that are due now for users who aren't their recipients. */
const insertPortions = (broadcastIds: readonly string[], count: number) =>
  sql`
    insert into notification_broadcast_deliveries
      (broadcast_id, channel, due_at, first_user_id, last_user_id, user_ids, queued_at)
    select b.id, c.channel, t.now, u.id, u.id, array[u.id], t.now
    from (values (${new Date(nowMs()).toISOString()}::timestamptz)) t (now), unnest(${broadcastIds}::uuid[]) b (id),
      unnest(array['email', 'push']) c (channel) cross join lateral (
        select uuidv7() as id from generate_series(1, ${count}::integer)) u`.execute(server.db);

describe('Emails of a broadcast', () => {
  it('are rows of their recipients only when they are due, and only of those who have not seen it', async () => {
    const { owner, space, readers } = await newReaders('immediate', 'Mia', 'Ann', 'Ben', 'Cleo', 'Dora');
    const [mia, ann, ben, cleo, dora] = readers;
    const id = await broadcastTo(server, readers, owner, { space_id: space.id });
    await deliver(minute);
    expect(await queuedUsers(id)).toEqual([]);
    await ann.call('mark_notifications_as_read', { notification_ids: [id] });
    await ben.call('mark_notifications_as_read', { notification_ids: [id] });
    await ben.call('mark_notifications_as_unread', { notification_ids: [id] });
    await cleo.call('leave_space', { space_id: space.id });
    await dora.call('delete_notification', { notification_id: id });
    await queueAt(nowMs() + 3 * minute);
    expect(await queuedUsers(id)).toEqual([mia.user.id]);
    await deliver(day);
    expect(await Promise.all(readers.map(countBundles))).toEqual([1, 0, 0, 0, 0]);
  });

  it('follow a changed frequency at once, for whoever changed it', async () => {
    const { owner, space, readers } = await newReaders('daily', 'Mia', 'Ann', 'Ben');
    const [mia, , ben] = readers;
    const id = await broadcastTo(server, readers, owner, { space_id: space.id });
    await ben.call('mark_notifications_as_read', { notification_ids: [id] });
    await ben.call('mark_notifications_as_unread', { notification_ids: [id] });
    await choose(mia, space, 'immediate');
    await choose(ben, space, 'immediate');
    await deliver();
    expect(await Promise.all(readers.map(countBundles))).toEqual([1, 0, 0]);
    await deliver(2 * day);
    expect(await Promise.all(readers.map(countBundles))).toEqual([1, 1, 0]);
  });

  it('follow a changed frequency without reading who else gets them', async () => {
    const { owner, space, readers } = await newReaders('daily', 'Mia');
    const [mia] = readers;
    const others = await newSpace(owner);
    const ids = [await broadcastTo(server, readers, owner, { space_id: space.id })];
    for (let count = 0; count < 20; count += 1)
      ids.push(await broadcastTo(server, mia, owner, { space_id: others.id }));
    await insertPortions(ids, 50);
    await sql`analyze notification_broadcasts, notification_broadcast_deliveries`.execute(server.db);
    const portions = 'notification_broadcast_deliveries';
    const isReverted = server.db.transaction().execute(async (tx) => {
      await bringForward(tx, mia.user.id);
      throw new Error('reverted');
    });
    const queries = await recordQueries(() => expect(isReverted).rejects.toThrow('reverted'), { all: true });
    const change = queries.find(({ text }) => text.includes(portions));
    if (!change) throw new Error('no portion was looked up');
    const read = await countRowsRead(server.db, change, portions);
    expect(await queuedUsers(ids[0] ?? '')).toEqual([mia.user.id]);
    // Her own one, each time it's looked up.
    expect(Object.values(read).reduce((sum, rows) => sum + rows)).toBeLessThan(10);
  });

  it('are sent once if its snooze ends before they are due', async () => {
    const { owner, space, readers } = await newReaders('daily', 'Mia', 'Ann');
    const [mia, ann] = readers;
    const id = await broadcastTo(server, readers, owner, { space_id: space.id });
    for (const reader of readers)
      await reader.call('snooze_notification', { notification_id: id, duration: '1_hour' });
    await withFrozenTime(nowMs() + 61 * minute, () => returnSnoozed(server.running.platform));
    expect((await queuedUsers(id)).toSorted()).toEqual([mia.user.id, ann.user.id].toSorted());
    // As if it had been deleted since. Otherwise, a second one would be refused by its key alone.
    await server.db.deleteFrom('notification_deliveries').where('user_id', '=', ann.user.id).execute();
    expect(await queueAt(nowMs() + 2 * day)).toBe(true);
    expect(await queuedUsers(id)).toEqual([mia.user.id]);
    await deliver(2 * day);
    expect(await Promise.all(readers.map(countBundles))).toEqual([1, 0]);
  });

  it('are not queued while it is being retracted, and changing the frequency waits for that without a deadlock', async () => {
    const { owner, space, readers } = await newReaders('daily', 'Mia');
    const [mia] = readers;
    const id = await broadcastTo(server, readers, owner, { space_id: space.id });
    const before = await retries();
    let changing: Promise<void> | undefined;
    await server.db.transaction().execute(async (tx) => {
      await sql`select from notification_broadcasts where id = ${id}::uuid for update`.execute(tx);
      expect(await queueAt(nowMs() + 2 * day)).toBe(false);
      changing = bringForward(server.db, mia.user.id);
      await untilWaiting(server.db, '%notification_broadcast_deliveries%');
      while (await retractBroadcast(tx, { id, space_id: space.id }));
    });
    await changing;
    expect(await retries()).toBe(before);
    expect(await queuedUsers(id)).toEqual([]);
  });
});

describe('A batch of deliveries', () => {
  async function newQueue() {
    const { owner, space, readers } = await newReaders('immediate', 'Mia');
    const [mia] = readers;
    /** Sends a broadcast whose email is due at a time. */
    const sendDueAt = async (at: number) => {
      const id = await broadcastTo(server, readers, owner, { space_id: space.id });
      await server.db
        .updateTable('notification_broadcast_deliveries')
        .set({ due_at: new Date(at).toISOString() })
        .where('broadcast_id', '=', id)
        .execute();
      return id;
    };
    const unsent = () =>
      server.db
        .selectFrom('notification_deliveries')
        .select(['broadcast_id', 'claimed_until'])
        .where('sent_at', 'is', null)
        .where('user_id', '=', mia.user.id)
        .execute();
    return { mia, sendDueAt, unsent };
  }
  const countPortions = async () =>
    (await server.db.selectFrom('notification_broadcast_deliveries').select('broadcast_id').execute()).length;
  /** A signal that calls `isAborted` each time it is looked at. */
  const signalOf = (isAborted: () => boolean) =>
    Object.defineProperty(new AbortController().signal, 'aborted', { get: isAborted });

  const deliverBatch = (stopping?: AbortSignal) =>
    withFrozenTime(nowMs() + 3 * minute, () => deliverDue(server.running.platform, { stopping }));

  it('contains nothing that becomes due while portions are queued, so that it comes together', async () => {
    const { mia, sendDueAt, unsent } = await newQueue();
    const start = nowMs();
    const second = await sendDueAt(start + minute);
    await queueAt(start + minute);
    await sendDueAt(start - minute);
    const third = await sendDueAt(start + minute);
    expect(await queuedUsers(second)).toEqual([mia.user.id]);
    const stopping = signalOf(() => {
      setClockOffset(untilNoon + 2 * minute);
      return false;
    });
    try {
      await deliverDue(server.running.platform, { stopping });
      expect(await countBundles(mia)).toBe(1);
      expect(await unsent()).toEqual([{ broadcast_id: second, claimed_until: null }]);
      expect(await queuedUsers(third)).toEqual([]);
      await deliverDue(server.running.platform);
      expect(await countBundles(mia)).toBe(2);
      expect(await unsent()).toEqual([]);
    } finally {
      setClockOffset(untilNoon);
    }
  });

  it('is not claimed by a process that stops while portions are queued', async () => {
    const { mia, sendDueAt, unsent } = await newQueue();
    const first = await sendDueAt(nowMs() - 2 * minute);
    await sendDueAt(nowMs() - minute);
    // Once for pushes, of which there are none, and once for the first portion.
    let reads = 0;
    const stopping = signalOf(() => ++reads > 2);
    expect(await deliverBatch(stopping)).toBe(false);
    expect(await countPortions()).toBe(1);
    expect(await unsent()).toEqual([{ broadcast_id: first, claimed_until: null }]);
    await deliver();
    expect(await countBundles(mia)).toBe(1);
  });

  it('is sent while more than fifty portions wait', async () => {
    const { mia, sendDueAt } = await newQueue();
    const id = await sendDueAt(nowMs() - minute);
    await insertPortions([id], 70);
    await deliverBatch();
    expect(await countBundles(mia)).toBe(1);
    expect(await countPortions()).toBe(21 + 65);
    await deliverBatch();
    expect(await countPortions()).toBe(60);
  });

  it('contains all emails of one user and space that are due', async () => {
    const { owner, space, readers } = await newReaders('immediate', 'Mia', 'Ann');
    for (const _ of [1, 2]) await broadcastTo(server, readers, owner, { space_id: space.id });
    const now = new Date(nowMs() + 3 * minute).toISOString();
    while (await queueDueBroadcast(server.db, 'email', now));
    const until = new Date(nowMs() + 5 * minute).toISOString();
    const claimed = await claimDue(server.db, { limit: 1, now, until });
    expect(claimed).toHaveLength(2);
    expect(new Set(claimed.map(({ user_id }) => user_id)).size).toBe(1);
    expect(await claimDue(server.db, { limit: 200, now, until })).toHaveLength(2);
  });

  it('contains pushes while many emails are due before them', async () => {
    const { mia, sendDueAt, unsent } = await newQueue();
    await sendDueAt(nowMs() - minute);
    await queueAt(nowMs());
    const [email] = await unsent();
    const push = { broadcast_id: await sendDueAt(nowMs()), user_id: mia.user.id, channel: 'push' as const };
    const now = new Date(nowMs()).toISOString();
    await server.db
      .insertInto('notification_deliveries')
      .values({ ...push, queued_at: now, due_at: now })
      .execute();
    const claimed = await claimDue(server.db, {
      limit: 1,
      now,
      until: new Date(nowMs() + minute).toISOString(),
    });
    expect(claimed.map(({ entry_id }) => entry_id).toSorted()).toEqual(
      [email?.broadcast_id, push.broadcast_id].toSorted(),
    );
  });
});
