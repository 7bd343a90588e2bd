import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { nowMs, setClockOffset, withFrozenTime } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { holdQueries, untilWaiting } from '#testing/lock-waits.ts';
import { newComment, newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { publishedEvents } from '#testing/published-events.ts';
import { broadcastTo } from '#testing/samples/broadcasts.ts';
import { sharedServer } from '#testing/server.ts';
import { deleteExpiredBroadcasts } from '../broadcasts/retract-broadcasts.ts';
import { lockLists } from '../notifications.queries.ts';
import { returnSnoozed } from './return-snoozed.job.ts';
import { returnDue } from './snooze.queries.ts';

const server = sharedServer({ runsJobs: false });
afterEach(() => setClockOffset(0));
const hour = 60 * 60_000;

const listOf = async (person: TestPerson, state?: 'snoozed') =>
  (await person.call('get_notifications_with_actors', { state })).notifications;
const idsOf = async (person: TestPerson, state?: 'snoozed') =>
  (await listOf(person, state)).map(({ id }) => id);
const unreadOf = async (person: TestPerson) =>
  (await person.call('get_unread_notification_count', {})).unread_count;
/** Runs the job as if this much time had passed. */
const passed = <T>(milliseconds: number, work: () => Promise<T>) =>
  withFrozenTime(nowMs() + milliseconds, work);
const returnAfter = (milliseconds: number) =>
  passed(milliseconds, () => returnSnoozed(server.running.platform));
const deliveriesOf = async ({ user }: TestPerson) =>
  (
    await server.db
      .selectFrom('notification_deliveries')
      .select(['entry_id', 'channel', 'sent_at'])
      .where('user_id', '=', user.id)
      .orderBy('queued_at')
      .execute()
  ).map(({ entry_id, channel, sent_at }) => ({ id: entry_id, channel, isSent: sent_at !== null }));

/** An author with two unread notifications: a like, and a later comment. */
async function newReader() {
  const owner = await newPerson(server, 'Olive');
  const space = await newSpace(owner);
  const reader = await newMember(server, space, 'Mia');
  const post = await newPost(reader, space, { title: 'Rye' });
  await owner.call('like_post', { post_id: post.id });
  const [like] = await idsOf(reader);
  await newComment(owner, post.id);
  const [comment] = await idsOf(reader);
  if (!like || !comment) throw new Error('no notifications');
  const of = { notification_id: like };
  const snooze = (duration: '1_hour' | 'tomorrow' | 'next_week' = '1_hour') =>
    reader.call('snooze_notification', { ...of, duration });
  return { owner, space, reader, post, like, comment, of, snooze };
}
describe('Snoozing a notification', () => {
  it('takes it out of the list and the count, on all devices; it comes back unread, at the top, once', async () => {
    const { reader, like, comment, snooze } = await newReader();
    const before = nowMs();
    const { snoozed_until } = await snooze();
    expect(Math.abs(Date.parse(snoozed_until ?? '') - before - hour)).toBeLessThan(60_000);
    expect([await idsOf(reader), await idsOf(reader, 'snoozed'), await unreadOf(reader)]).toEqual([
      [comment],
      [like],
      1,
    ]);
    await returnAfter(hour - 60_000);
    expect(await idsOf(reader)).toEqual([comment]);
    await Promise.all([returnAfter(hour + 1_000), returnAfter(hour + 1_000)]);
    await returnAfter(hour + 2_000);
    expect([await idsOf(reader), await idsOf(reader, 'snoozed'), await unreadOf(reader)]).toEqual([
      [like, comment],
      [],
      2,
    ]);
    const events = await publishedEvents(server, `user:${reader.user.id}`, 'notification.changed');
    expect(
      events
        .filter(({ notification }) => notification.id === like)
        .map(({ notification, is_news, is_kept_unread, unread_count }) => [
          notification.read,
          notification.snoozed_until !== null,
          is_news,
          is_kept_unread,
          unread_count,
        ]),
    ).toEqual([
      [false, false, true, false, 1],
      [true, true, false, false, 1],
      [false, false, false, true, 2],
    ]);
  });

  it('brings it back once if the process ends while it does', async () => {
    const { reader, like, snooze } = await newReader();
    await snooze();
    const crash = passed(hour + 1_000, () =>
      server.db.transaction().execute(async (tx) => {
        expect(await returnDue(tx, reader.user.id, 99)).toEqual([like]);
        throw new Error('killed');
      }),
    );
    await expect(crash).rejects.toThrow('killed');
    expect(await idsOf(reader, 'snoozed')).toEqual([like]);
    await returnAfter(hour + 1_000);
    expect(await unreadOf(reader)).toBe(2);
    const events = await publishedEvents(server, `user:${reader.user.id}`, 'notification.changed');
    expect(events.filter(({ notification }) => notification.id === like)).toHaveLength(3);
  });

  it('sends nothing of it meanwhile, and again what its user wants when it is back', async () => {
    const { reader, like, snooze } = await newReader();
    await server.db.deleteFrom('notification_deliveries').execute();
    await snooze();
    await returnAfter(hour - 1_000);
    expect(await deliveriesOf(reader)).toEqual([]);
    await returnAfter(hour + 1_000);
    expect(await deliveriesOf(reader)).toEqual([{ id: like, channel: 'email', isSent: false }]);
  });

  it.each([
    ['tomorrow', '2027-03-27T20:30:00.000Z', '2027-03-28T07:00:00.000Z'],
    ['next_week', '2027-03-27T20:30:00.000Z', '2027-03-29T07:00:00.000Z'],
    ['next_week', '2027-03-28T23:30:00.000Z', '2027-04-05T07:00:00.000Z'],
    ['tomorrow', '2027-03-26T23:30:00.000Z', '2027-03-28T07:00:00.000Z'],
  ] as const)('until %s ends at 9:00 in the time zone of its user (%s)', async (duration, now, until) => {
    // In Berlin, where clocks go forward on March 28.
    setClockOffset(Date.parse(now) - Date.now());
    const { reader, snooze } = await newReader();
    await reader.call('update_time_zone', { time_zone: 'Europe/Berlin', mode: 'fixed' });
    expect(await snooze(duration)).toEqual({ snoozed_until: until });
  });

  it('can be undone: it is where it was, read or unread as before', async () => {
    const { reader, like, comment, of, snooze } = await newReader();
    await snooze();
    await reader.call('mark_notifications_as_unread', { notification_ids: [like] });
    expect([await idsOf(reader), await unreadOf(reader)]).toEqual([[comment, like], 2]);
    await reader.call('mark_all_notifications_as_read');
    await snooze();
    await reader.call('unsnooze_notification', of);
    await reader.call('unsnooze_notification', of);
    expect([await idsOf(reader), await idsOf(reader, 'snoozed'), await unreadOf(reader)]).toEqual([
      [comment, like],
      [],
      0,
    ]);
    await returnAfter(2 * hour);
    expect(await unreadOf(reader)).toBe(0);
  });

  it('ends when something new is merged into it', async () => {
    const { space, reader, post, like, comment, snooze } = await newReader();
    await snooze();
    const fan = await newMember(server, space, 'Otto');
    await fan.call('like_post', { post_id: post.id });
    expect([await idsOf(reader), await idsOf(reader, 'snoozed'), await unreadOf(reader)]).toEqual([
      [like, comment],
      [],
      2,
    ]);
  });

  it('is not ended by marking everything as read, and removing it can be undone', async () => {
    const { reader, like, of, snooze } = await newReader();
    await snooze();
    await reader.call('mark_all_notifications_as_read');
    expect(await idsOf(reader, 'snoozed')).toEqual([like]);
    await reader.call('delete_notification', of);
    expect(await idsOf(reader, 'snoozed')).toEqual([]);
    await returnAfter(2 * hour);
    expect(await unreadOf(reader)).toBe(0);
    await reader.call('restore_notification', of);
    await returnAfter(2 * hour);
    expect([await unreadOf(reader), (await idsOf(reader))[0]]).toEqual([1, like]);
  });

  it('that is undone twice, or was never there, changes nothing', async () => {
    const { reader, like, of, snooze } = await newReader();
    await snooze();
    await reader.call('unsnooze_notification', of);
    const before = await publishedEvents(server, `user:${reader.user.id}`, 'notification.changed');
    expect(before.filter(({ notification }) => notification.id === like)).toHaveLength(3);
    await reader.call('unsnooze_notification', of);
    const { version } = await reader.call('get_unread_notification_count', {});
    await reader.call('unsnooze_notification', { notification_id: newId() });
    expect(await publishedEvents(server, `user:${reader.user.id}`, 'notification.changed')).toEqual(before);
    expect((await reader.call('get_unread_notification_count', {})).version).toBe(version);
  });

  it('that fails to come back is tried again by the next run, and holds up nobody', async () => {
    const [one, other] = [await newReader(), await newReader()];
    await Promise.all([one.snooze(), other.snooze()]);
    const { db, log } = server.running.platform;
    await sql`create function refuse_to_return() returns trigger language plpgsql as
      $$ begin raise exception 'refused'; end $$`.execute(db);
    await sql`create trigger refuse_to_return before update on notifications for each row
      when (old.user_id = ${sql.lit(one.reader.user.id)} and not new.read)
      execute function refuse_to_return()`.execute(db);
    const run = () => passed(hour + 1_000, () => returnSnoozed({ db, log }, { size: 1 }));
    const listed = async () => [await idsOf(one.reader, 'snoozed'), await idsOf(other.reader, 'snoozed')];
    try {
      // With one user at a time, those who fail are found again: a run ends with the first of them.
      await run();
      expect((await listed())[0]).toEqual([one.like]);
    } finally {
      await sql`drop function refuse_to_return cascade`.execute(db);
    }
    await run();
    expect(await listed()).toEqual([[], []]);
  });

  it('is for its user only', async () => {
    const { owner, reader, like, comment, of } = await newReader();
    const duration = '1_hour';
    expect(await owner.call('snooze_notification', { ...of, duration })).toEqual({ snoozed_until: null });
    expect(await idsOf(reader)).toEqual([comment, like]);
    await reader.call('snooze_notification', { ...of, duration });
    await owner.call('unsnooze_notification', of);
    await owner.call('mark_notifications_as_unread', { notification_ids: [like] });
    expect(await idsOf(reader, 'snoozed')).toEqual([like]);
  });

  it('keeps one that would expire before it is back', async () => {
    const { reader, like, snooze } = await newReader();
    const soon = new Date(nowMs() + hour).toISOString();
    await server.db.updateTable('notifications').set({ expires_at: soon }).where('id', '=', like).execute();
    const { snoozed_until } = await snooze('next_week');
    const [entry] = await listOf(reader, 'snoozed');
    expect(Date.parse(entry?.expires_at ?? '')).toBeGreaterThan(Date.parse(snoozed_until ?? ''));
  });
});

describe('Snoozing a broadcast', () => {
  it('takes it out of one list, and puts it back at the top of that one', async () => {
    const { owner, space, reader, like, comment } = await newReader();
    const other = await newMember(server, space, 'Zoe');
    const id = await broadcastTo(server, reader, owner, { space_id: space.id, expiresIn: hour });
    await sql`insert into notification_broadcast_recipients (broadcast_id, first_user_id, user_ids)
      values (${id}, ${other.user.id}, array[${other.user.id}]::uuid[]) on conflict do nothing`.execute(
      server.db,
    );
    await newComment(owner, (await newPost(reader, space)).id);
    const [latest] = await idsOf(reader);
    expect(await idsOf(reader)).toEqual([latest, id, comment, like]);
    await reader.call('snooze_notification', { notification_id: id, duration: '1_hour' });
    expect([await idsOf(reader), await idsOf(reader, 'snoozed'), await unreadOf(reader)]).toEqual([
      [latest, comment, like],
      [id],
      3,
    ]);
    await server.db.deleteFrom('notification_deliveries').execute();
    await Promise.all([returnAfter(hour + 1_000), returnAfter(hour + 1_000)]);
    expect([await idsOf(reader), await idsOf(reader, 'snoozed'), await unreadOf(reader)]).toEqual([
      [id, latest, comment, like],
      [],
      4,
    ]);
    expect(await deliveriesOf(reader)).toEqual([{ id, channel: 'email', isSent: false }]);
    const events = await publishedEvents(server, `user:${reader.user.id}`, 'notification.changed');
    const [snoozed, returned] = events.flatMap(({ notification }) =>
      notification.id === id ? [notification] : [],
    );
    expect([snoozed?.snoozed_until === null, returned?.snoozed_until]).toEqual([false, null]);
    expect(returned).toEqual((await listOf(reader))[0]);
    expect(Date.parse(returned?.expires_at ?? '')).toBeGreaterThan(nowMs() + hour);
  });

  it('stays if it is snoozed while expired ones are deleted', async () => {
    const { owner, space, reader } = await newReader();
    const id = await broadcastTo(server, reader, owner, { space_id: space.id, expiresIn: -hour });
    const { held, release } = holdQueries(/notification_broadcast.* for update/s);
    const cleaning = deleteExpiredBroadcasts(server.db);
    await held;
    const { snoozed_until } = await reader.call('snooze_notification', {
      notification_id: id,
      duration: '1_hour',
    });
    expect(snoozed_until).not.toBeNull();
    release();
    await cleaning;
    expect(await idsOf(reader, 'snoozed')).toEqual([id]);
    await returnAfter(hour + 1_000);
    expect((await idsOf(reader))[0]).toBe(id);
    await passed(30 * 24 * hour, () => deleteExpiredBroadcasts(server.db));
    expect(await idsOf(reader)).not.toContain(id);
  });

  it('that was removed brings nothing back', async () => {
    const { owner, space, reader, like, comment } = await newReader();
    const id = await broadcastTo(server, reader, owner, { space_id: space.id });
    const of = { notification_id: id };
    await reader.call('delete_notification', of);
    expect(await reader.call('snooze_notification', { ...of, duration: '1_hour' })).toEqual({
      snoozed_until: null,
    });
    await returnAfter(2 * hour);
    expect([await idsOf(reader), await unreadOf(reader)]).toEqual([[comment, like], 2]);
    // One that was snoozed and then removed stays snoozed, also if another one comes back.
    expect(await reader.call('restore_notification', of)).toEqual({ restored: true });
    for (const notification_id of [id, like])
      await reader.call('snooze_notification', { notification_id, duration: '1_hour' });
    await reader.call('delete_notification', of);
    await returnAfter(2 * hour);
    expect([await idsOf(reader), await unreadOf(reader)]).toEqual([[like, comment], 2]);
    await reader.call('restore_notification', of);
    expect(await idsOf(reader, 'snoozed')).toEqual([id]);
  });

  it('keeps the order of pages', async () => {
    const { owner, space, reader } = await newReader();
    const ids: string[] = [];
    for (let n = 0; n < 30; n++) ids.push(await broadcastTo(server, reader, owner, { space_id: space.id }));
    for (const id of ids.slice(0, 2)) {
      await reader.call('snooze_notification', { notification_id: id, duration: '1_hour' });
      await returnAfter(hour + 1_000);
    }
    const first = await reader.call('get_notifications_with_actors', {});
    const cursor = first.next_cursor ?? undefined;
    const second = await reader.call('get_notifications_with_actors', { cursor });
    const all = [...first.notifications, ...second.notifications];
    expect(new Set(all.map(({ id }) => id)).size).toBe(32);
    expect(new Set(all.slice(0, 2).map(({ id }) => id))).toEqual(new Set(ids.slice(0, 2)));
    const times = all.map(({ batch_updated_at }) => batch_updated_at);
    expect(times).toEqual(times.toSorted().toReversed());
  });
});

describe('Marking as unread', () => {
  it('counts it again on all devices, and sends nothing of it', async () => {
    const { reader, like, comment } = await newReader();
    const notification_ids = [like, comment];
    await reader.call('mark_notifications_as_read', { notification_ids, clicked: true });
    const { unread_count } = await reader.call('mark_notifications_as_unread', { notification_ids });
    expect(unread_count).toBe(2);
    expect((await listOf(reader)).map(({ read, clicked }) => [read, clicked])).toEqual([
      [false, false],
      [false, false],
    ]);
    expect(await deliveriesOf(reader)).toEqual([]);
    const before = await publishedEvents(server, `user:${reader.user.id}`, 'notification.changed');
    expect(before.slice(-2).map(({ notification }) => notification.read)).toEqual([false, false]);
    // Twice is the same as once.
    await reader.call('mark_notifications_as_unread', { notification_ids });
    const after = await publishedEvents(server, `user:${reader.user.id}`, 'notification.changed');
    expect(after).toHaveLength(before.length);
  });

  it('leaves what becomes unread at the same time, because something new is merged into it', async () => {
    const { space, reader, post, like } = await newReader();
    const fan = await newMember(server, space, 'Otto');
    await reader.call('mark_all_notifications_as_read');
    await server.db.deleteFrom('notification_deliveries').execute();
    const merging = await server.db.startTransaction().execute();
    await lockLists(merging, [reader.user.id]);
    const liking = fan.call('like_post', { post_id: post.id });
    await untilWaiting(server.db, '%content_preview%');
    const marking = reader.call('mark_notifications_as_unread', { notification_ids: [like] });
    await untilWaiting(server.db, '%notification%');
    await merging.commit().execute();
    await Promise.all([liking, marking]);
    expect(await unreadOf(reader)).toBe(1);
    expect(await deliveriesOf(reader)).toEqual([{ id: like, channel: 'email', isSent: false }]);
  });

  it('also counts a broadcast', async () => {
    const { owner, space, reader } = await newReader();
    const id = await broadcastTo(server, reader, owner, { space_id: space.id });
    await reader.call('mark_all_notifications_as_read');
    await reader.call('mark_notifications_as_unread', { notification_ids: [id] });
    expect([await unreadOf(reader), (await listOf(reader))[0]]).toMatchObject([1, { id, read: false }]);
  });
});
