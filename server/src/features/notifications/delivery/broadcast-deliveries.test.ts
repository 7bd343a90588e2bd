import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { nowMs, withFrozenTime } from '#server/platform/clock.ts';
import { conflictRetries } from '#server/platform/unavailable.ts';
import { emailsTo } from '#testing/emails.ts';
import { untilWaiting } from '#testing/lock-waits.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { broadcastTo } from '#testing/samples/broadcasts.ts';
import { sharedServer } from '#testing/server.ts';
import { retractBroadcast } from '../broadcasts/retract-broadcasts.ts';
import { returnSnoozed } from '../snooze/return-snoozed.job.ts';
import { deliverDue } from './deliver-notifications.job.ts';
import { bringForward, queueDueBroadcast } from './deliveries.queries.ts';

const server = sharedServer({ runsJobs: false });
const minute = 60_000;
const day = 24 * 60 * minute;
// Otherwise, tests would send what is left of others.
const deleteQueued = async () => {
  await server.db.deleteFrom('notification_deliveries').execute();
  await server.db.deleteFrom('notification_broadcast_deliveries').execute();
};
beforeEach(deleteQueued);
afterEach(deleteQueued);

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
    await withFrozenTime(nowMs() + 3 * minute, () => queueDueBroadcast(server.db));
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

  it('are sent once if its snooze ends before they are due', async () => {
    const { owner, space, readers } = await newReaders('daily', 'Mia');
    const [mia] = readers;
    const id = await broadcastTo(server, readers, owner, { space_id: space.id });
    await mia.call('snooze_notification', { notification_id: id, duration: '1_hour' });
    await withFrozenTime(nowMs() + 61 * minute, () => returnSnoozed(server.running.platform));
    await deliver(2 * day);
    expect(await countBundles(mia)).toBe(1);
  });

  it('do not wait for one that is being retracted, nor keep it from being retracted', async () => {
    const { owner, space, readers } = await newReaders('daily', 'Mia');
    const [mia] = readers;
    const id = await broadcastTo(server, readers, owner, { space_id: space.id });
    const before = await retries();
    let changing: Promise<void> | undefined;
    await server.db.transaction().execute(async (tx) => {
      await sql`select from notification_broadcasts where id = ${id}::uuid for update`.execute(tx);
      const queued = await withFrozenTime(nowMs() + 2 * day, () => queueDueBroadcast(server.db));
      expect(queued).toBe(false);
      changing = bringForward(server.db, mia.user.id);
      await untilWaiting(server.db, '%notification_broadcast_deliveries%');
      while (await retractBroadcast(tx, { id, space_id: space.id }));
    });
    await changing;
    expect(await retries()).toBe(before);
    expect(await queuedUsers(id)).toEqual([]);
  });
});
