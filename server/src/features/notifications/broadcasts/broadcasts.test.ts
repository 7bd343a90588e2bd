import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { nowMs, setClockOffset, withFrozenTime } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { emailsTo } from '#testing/emails.ts';
import { runJob } from '#testing/jobs.ts';
import { listen, type TestListener } from '#testing/live.ts';
import { untilWaiting } from '#testing/lock-waits.ts';
import { newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { newPeopleBySql } from '#testing/people-by-sql.ts';
import { ownServer } from '#testing/server.ts';
import { deliverDue } from '../delivery/deliver-notifications.job.ts';

const server = ownServer('its spaces of more than 1,000 members would slow down the jobs of other files', {
  ROLE: 'web,live',
});
const notifyAll = () => runJob(server, 'notify-followers');
const minute = 60_000;
afterEach(async () => {
  setClockOffset(0);
  // Otherwise, the next test would send them.
  await server.db.deleteFrom('notification_deliveries').execute();
  await server.db.deleteFrom('notification_broadcast_deliveries').execute();
});

/** A space with so many members that they share a notification. */
async function newLargeSpace(preferences?: object) {
  const owner = await newPerson(server, 'Olive');
  const space = await newSpace(owner);
  const mia = await newMember(server, space, 'Mia');
  const many = await newPeopleBySql(server, 1005);
  const joined_at = new Date().toISOString();
  await server.db
    .insertInto('space_members')
    .values(many.map(({ user }) => ({ id: user.id, space_id: space.id, user_id: user.id, joined_at })))
    .execute();
  if (preferences)
    await server.db
      .insertInto('space_notification_preferences')
      .values([mia, ...many].map(({ user }) => ({ user_id: user.id, space_id: space.id, ...preferences })))
      .execute();
  return { owner, space, mia, many };
}
async function announce(author: TestPerson, space: Space, title = 'The oven is moving', fields: object = {}) {
  const draft = { space_id: space.id, client_id: newId(), title, body: '<p>On Monday.</p>', ...fields };
  const { post } = await author.call('create_post', { ...draft, post_type: 'announcement' });
  await notifyAll();
  return post;
}
const listOf = async (person: TestPerson, input: object = {}) =>
  (await person.call('get_notifications_with_actors', input)).notifications;
const titlesOf = async (person: TestPerson, input?: object) =>
  (await listOf(person, input)).map(({ content_preview }) => content_preview);
const unread = async (person: TestPerson, input: object = {}) =>
  (await person.call('get_unread_notification_count', input)).unread_count;
const spacesOf = async (person: TestPerson) => (await person.call('list_unread_spaces')).spaces;
const listRows = (spaceId: string) =>
  server.db.selectFrom('notifications').select('type').where('space_id', '=', spaceId).execute();
async function countRows(
  table: 'notification_broadcasts' | 'notification_broadcast_recipients',
  spaceId: string,
) {
  const of = sql.ref(table === 'notification_broadcasts' ? 'id' : 'broadcast_id');
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}
    where ${of} in (select id from notification_broadcasts where space_id = ${spaceId}::uuid)`.execute(
    server.db,
  );
  return rows[0]?.n;
}
/** Whether the count of each member is the number of unread entries in their list. */
async function countsAreRight(people: TestPerson[]): Promise<boolean[]> {
  return await Promise.all(
    people.map(async (person) => {
      const entries = await listOf(person);
      const expected = entries.filter(({ read }) => !read).length;
      const bySpace = (await spacesOf(person)).reduce((sum, { unread_count }) => sum + unread_count, 0);
      return expected === (await unread(person)) && expected === bySpace;
    }),
  );
}

describe('A notification of more than 1,000 members', () => {
  it('leaves out those who cannot open the category of its post', async () => {
    const { owner, space, mia, many } = await newLargeSpace();
    const category_id = space.categories[0]?.id ?? '';
    const category = { space_id: space.id, category_id };
    const rules = [{ kind: 'grant' as const }];
    await owner.call('set_category_access', { ...category, match: 'all', rules });
    const everyone = { min_level: 1, min_days: 0 };
    await owner.call('give_category_access', { ...category, client_id: newId(), to: everyone });
    await owner.call('take_category_access', { ...category, from: { user_id: mia.user.id } });
    await announce(owner, space, 'For the circle', { category_id });
    expect(await countRows('notification_broadcasts', space.id)).toBe(1);
    expect(await titlesOf(many[0] as TestPerson)).toContain('For the circle');
    expect([await titlesOf(mia), await unread(mia)]).toEqual([[], 0]);
  });

  it('is one row that each of them sees, marks as read and removes alone', async () => {
    const { owner, space, mia, many } = await newLargeSpace();
    const [ann, ben, off] = many as [TestPerson, TestPerson, TestPerson];
    await off.call('update_space_notification_preferences', {
      space_id: space.id,
      admin_announcements: false,
    });
    const stranger = await newPerson(server);
    const post = await announce(owner, space);
    expect((await listRows(space.id)).map(({ type }) => type)).toEqual(['space_join']);
    expect(await countRows('notification_broadcasts', space.id)).toBe(1);
    const late = await newMember(server, space, 'Late');
    expect(await titlesOf(owner)).not.toContain('The oven is moving');
    for (const person of [off, stranger, late]) {
      expect(await titlesOf(person)).toEqual([]);
      expect(await unread(person)).toBe(0);
    }
    const [entry] = await listOf(mia);
    expect(entry).toMatchObject({
      type: 'admin_announcement',
      user_id: mia.user.id,
      target_id: post.id,
      post_title: post.title,
      actor: { id: owner.user.id },
      actor_names: [owner.user.full_name],
      actor_relationship: 'admin',
      actor_count: 1,
      read: false,
      clicked: false,
    });
    const ids = { notification_ids: [entry?.id ?? ''] };
    expect(await titlesOf(mia, { only_space_id: space.id })).toHaveLength(1);
    expect(await titlesOf(mia, { inside_space_id: space.id })).toEqual([]);
    expect(await unread(mia, { inside_space_id: space.id })).toBe(0);
    expect(await spacesOf(mia)).toEqual([{ space_id: space.id, unread_count: 1 }]);

    expect(await mia.call('mark_notifications_as_read', { ...ids, clicked: true })).toMatchObject({
      unread_count: 0,
    });
    await mia.call('mark_notifications_as_read', ids);
    expect(await listOf(mia)).toMatchObject([{ read: true, clicked: true }]);
    expect(await ann.call('mark_all_notifications_as_read')).toMatchObject({ unread_count: 0 });
    expect(await listOf(ann)).toMatchObject([{ read: true, clicked: false }]);
    for (const person of [off, stranger, late]) await person.call('mark_notifications_as_read', ids);
    await ben.call('delete_notification', { notification_id: entry?.id ?? '' });
    expect(await titlesOf(ben)).toEqual([]);
    expect(await unread(ben)).toBe(0);
    expect(await countsAreRight([owner, mia, ann, ben, off, late, ...many.slice(3, 6)])).not.toContain(false);
    await ben.call('restore_notification', { notification_id: entry?.id ?? '' });
    expect(await listOf(ben)).toMatchObject([{ read: false }]);
    expect(await unread(ben)).toBe(1);
    const again = await stranger.call('restore_notification', { notification_id: entry?.id ?? '' });
    expect(again).toEqual({ restored: false });
  });

  it('stands among the others, in their order, on each page', async () => {
    const { owner, space, mia } = await newLargeSpace();
    const post = await newPost(mia, space);
    const titles: string[] = [];
    for (let n = 0; n < 14; n += 1) {
      await announce(owner, space, `Announcement ${n}`);
      const { comment } = await owner.call('create_comment', {
        post_id: post.id,
        client_id: newId(),
        body: `<p>Look, <span data-mention="${mia.user.id}">@Mia</span> ${n}</p>`,
      });
      titles.unshift(`Announcement ${n}`);
      titles.unshift(comment.id);
    }
    const first = await mia.call('get_notifications_with_actors', {});
    const rest = await mia.call('get_notifications_with_actors', { cursor: first.next_cursor ?? '' });
    expect(first.notifications).toHaveLength(25);
    const shown = [...first.notifications, ...rest.notifications].map(
      ({ type, content_preview, target_id }) => (type === 'admin_announcement' ? content_preview : target_id),
    );
    expect(shown).toEqual(titles);
    expect(rest.next_cursor).toBeNull();
    expect(await unread(mia)).toBe(28);
  });

  it('is gone for those who leave, with its count, and does not come back when they join again', async () => {
    const { owner, space, mia, many } = await newLargeSpace();
    const [ann, ben] = many as [TestPerson, TestPerson];
    await announce(owner, space);
    await ben.call('mark_all_notifications_as_read');
    for (const person of [mia, ben]) {
      await person.call('leave_space', { space_id: space.id });
      expect([await titlesOf(person), await unread(person)]).toEqual([[], 0]);
      await person.call('public_join_space', { space_id: space.id });
      expect([await titlesOf(person), await unread(person)]).toEqual([[], 0]);
    }
    expect(await unread(ann)).toBe(1);
  });

  it('is taken from everyone who has it when it is deleted, also if hundreds of neighbors have left', async () => {
    const { owner, space, many } = await newLargeSpace();
    const post = await announce(owner, space);
    const byId = many.toSorted((left, right) => (left.user.id < right.user.id ? -1 : 1));
    const left = byId.slice(0, 700).map(({ user }) => user.id);
    for (const id of left)
      await sql`select delete_notifications_from(${space.id}::uuid, ${id}::uuid)`.execute(server.db);
    const last = byId.at(-1) as TestPerson;
    expect(await unread(last)).toBe(1);
    await owner.call('delete_post', { post_id: post.id });
    await notifyAll();
    expect([await titlesOf(last), await unread(last)]).toEqual([[], 0]);
  });

  it('reaches those who are connected, on any page, with their own count, and those who were away when they come back', async () => {
    const { owner, space, mia, many } = await newLargeSpace();
    const [ann, ben] = many as [TestPerson, TestPerson];
    const open = await Promise.all([mia, ann, owner].map((person) => listen(server.url, person)));
    const { live_cursor } = await ben.call('get_unread_notification_count', {});
    const post = await announce(owner, space);
    const [ofMia, ofAnn, ofOwner] = open as [TestListener, TestListener, TestListener];
    const event = await ofMia.received('notification.changed');
    const [entry] = await listOf(mia);
    expect(event.payload).toEqual({
      notification: entry,
      is_news: true,
      is_kept_unread: false,
      unread_count: 1,
    });
    expect((await ofAnn.received('notification.changed')).payload.notification.user_id).toBe(ann.user.id);
    const back = await listen(server.url, ben);
    const resumed = await back.subscribe(`user:${ben.user.id}`, live_cursor);
    expect(resumed).toMatchObject({ ok: true, refetch: true });
    const seq = resumed.ok ? resumed.seq : 0;
    expect(await back.subscribe(`user:${ben.user.id}`, seq)).toMatchObject({ ok: true, missed: [] });
    expect(await ofMia.subscribe(`members:${space.id}`)).toEqual({ ok: false, reason: 'forbidden' });
    await mia.call('mark_all_notifications_as_read');
    await owner.call('delete_post', { post_id: post.id });
    await notifyAll();
    const { version } = await mia.call('get_unread_notification_count', {});
    expect((await ofMia.received('notification.removed')).payload).toEqual({
      notification_id: entry?.id,
      unread_count: 0,
      version,
    });
    expect((await ofAnn.received('notification.removed')).payload.unread_count).toBe(0);
    expect(ofOwner.events.filter(({ type }) => type.startsWith('notification.'))).toEqual([]);
    expect(open.flatMap((one) => one.events).filter(({ type }) => type === 'broadcast.changed')).toEqual([]);
    expect(await countRows('notification_broadcasts', space.id)).toBe(0);
    expect(await countsAreRight([mia, ann, ben])).not.toContain(false);
    for (const one of [...open, back]) one.close();
  });

  it('reaches everyone once if the process ends in between', async () => {
    const { owner, space, many } = await newLargeSpace();
    await owner.call('create_post', {
      space_id: space.id,
      client_id: newId(),
      title: 'Once',
      body: '<p>Text</p>',
      post_type: 'announcement',
    });
    // The second batch fails, like that of a process that is killed: nothing of it stays.
    await sql`create function fail_batch() returns trigger language plpgsql as $$ begin
      if (select count(*) from notification_broadcast_recipients r where r.broadcast_id = new.broadcast_id) >= 10 then
        raise 'killed'; end if;
      return new; end $$`.execute(server.db);
    await sql`create trigger fail_batch before insert on notification_broadcast_recipients
      for each row execute function fail_batch()`.execute(server.db);
    await notifyAll();
    await sql`drop function fail_batch cascade`.execute(server.db);
    expect(await countRows('notification_broadcast_recipients', space.id)).toBe(10);
    await Promise.all([notifyAll(), notifyAll()]);
    await notifyAll();
    const { rows } = await sql<{ user_id: string }>`select unnest(user_ids) as user_id
      from notification_broadcast_recipients r join notification_broadcasts b on b.id = r.broadcast_id
      where b.space_id = ${space.id}::uuid`.execute(server.db);
    expect(rows).toHaveLength(1006);
    expect(new Set(rows.map(({ user_id }) => user_id)).size).toBe(1006);
    const { rows: queued } = await sql<{ user_id: string }>`select unnest(user_ids) as user_id
      from notification_broadcast_deliveries d join notification_broadcasts b on b.id = d.broadcast_id
      where b.space_id = ${space.id}::uuid and d.channel = 'email'`.execute(server.db);
    expect(queued.map(({ user_id }) => user_id).toSorted()).toEqual(
      rows.map(({ user_id }) => user_id).toSorted(),
    );
    expect(await unread(many[0] as TestPerson)).toBe(1);
    expect(await unread(many.at(-1) as TestPerson)).toBe(1);
  });

  it('is emailed to those who have not read it, with what else is unread', async () => {
    const { owner, space, mia, many } = await newLargeSpace();
    const [ann, ben] = many as [TestPerson, TestPerson];
    for (const person of [mia, ann, ben])
      await person.call('update_space_notification_preferences', {
        space_id: space.id,
        notifications_email_frequency: 'immediate',
      });
    const post = await newPost(mia, space, { title: 'Rye' });
    await announce(owner, space);
    await owner.call('like_post', { post_id: post.id });
    await ann.call('mark_all_notifications_as_read');
    await ben.call('mute_space', { space_id: space.id, duration: '1_hour' });
    const deliver = () =>
      withFrozenTime(nowMs() + 3 * minute, async () => {
        while (await deliverDue(server.running.platform));
      });
    await Promise.all([deliver(), deliver()]);
    await deliver();
    const bundles = async (person: TestPerson) =>
      (await emailsTo(server, person.user.email)).filter(
        ({ template }) => template === 'notification-bundle',
      );
    expect((await bundles(mia)).map(({ values }) => values.headline)).toEqual([
      `2 notifications from ${space.name}`,
    ]);
    for (const person of [ann, ben]) expect(await bundles(person)).toEqual([]);
  });

  it('of several posts on one day is one, of the latest, and leads to the one before when that is deleted', async () => {
    const { owner, space, mia, many } = await newLargeSpace({ new_posts: true });
    const ann = many[0] as TestPerson;
    const first = await newPost(owner, space, { title: 'First' });
    await notifyAll();
    await mia.call('mark_all_notifications_as_read');
    const second = await newPost(owner, space, { title: 'Second' });
    await notifyAll();
    for (const person of [mia, ann])
      expect(await listOf(person)).toMatchObject([
        { content_preview: 'Second', target_id: second.id, params: { several: true }, read: false },
      ]);
    expect(await countRows('notification_broadcasts', space.id)).toBe(1);
    const { version } = await ann.call('get_unread_notification_count', {});
    await owner.call('delete_post', { post_id: second.id });
    await notifyAll();
    expect(await listOf(ann)).toMatchObject([
      { content_preview: 'First', target_id: first.id, params: { several: false } },
    ]);
    expect((await ann.call('get_unread_notification_count', {})).version).toBeGreaterThan(version);
    await owner.call('delete_post', { post_id: first.id });
    await notifyAll();
    expect(await countsAreRight([mia, ann])).toEqual([true, true]);
    expect([await titlesOf(ann), await unread(ann)]).toEqual([[], 0]);
    await ann.call('follow_user', { user_id: mia.user.id });
    await newPost(mia, space, { title: 'Third' });
    await notifyAll();
    expect(await listOf(ann)).toMatchObject([{ actor_relationship: 'following' }]);
    expect(await listOf(many[1] as TestPerson)).toMatchObject([{ actor_relationship: 'member' }]);
  });

  it('leaves everyone the entry of the latest post if the fan-out of an earlier one failed', async () => {
    const { owner, space, many } = await newLargeSpace({ new_posts: true });
    const first = await newPost(owner, space, { title: 'First' });
    await notifyAll();
    const second = await newPost(owner, space, { title: 'Second' });
    await notifyAll();
    const byId = many.map(({ user }) => user.id).toSorted();
    for (const cursor_user_id of [byId[500] as string, null]) {
      const fanOut = { post_id: first.id, space_id: space.id, created_at: new Date().toISOString() };
      await server.db
        .insertInto('post_fanouts')
        .values({ ...fanOut, cursor_user_id })
        .execute();
      await notifyAll();
      expect(await server.db.selectFrom('post_fanouts').select('post_id').execute()).toEqual([]);
      expect((await listRows(space.id)).filter(({ type }) => type === 'new_post')).toEqual([]);
      for (const person of many.slice(0, 3))
        expect(await listOf(person)).toMatchObject([{ target_id: second.id }]);
    }
  });

  it('is redirected in portions, none of which waits for another', async () => {
    const { owner, space, many } = await newLargeSpace({ new_posts: true });
    const first = await newPost(owner, space, { title: 'First' });
    const second = await newPost(owner, space, { title: 'Second' });
    await notifyAll();
    const byId = many.toSorted((left, right) => (left.user.id < right.user.id ? -1 : 1));
    const [early, last] = [byId[0] as TestPerson, byId.at(-1) as TestPerson];
    const versionOf = async (person: TestPerson) =>
      (await person.call('get_unread_notification_count', {})).version;
    const before = await versionOf(early);
    await owner.call('delete_post', { post_id: second.id });
    let notifying: Promise<unknown> | undefined;
    await server.db.transaction().execute(async (tx) => {
      await sql`select from notification_counts where user_id = ${last.user.id}::uuid for update`.execute(tx);
      notifying = notifyAll();
      await untilWaiting(server.db, '%notification_counts%');
      expect(await versionOf(early)).toBeGreaterThan(before);
    });
    await notifying;
    for (const person of [early, last]) expect(await listOf(person)).toMatchObject([{ target_id: first.id }]);
    expect(await countsAreRight([early, last])).toEqual([true, true]);
    const open = server.db
      .selectFrom('notification_broadcasts')
      .select('id')
      .where('redirected_from', 'is not', null);
    expect(await open.execute()).toEqual([]);
  });

  it('is removed once by someone who removes it twice at the same time', async () => {
    const { owner, space, mia } = await newLargeSpace();
    await announce(owner, space);
    const [entry] = await listOf(mia);
    const removals: Promise<unknown>[] = [];
    await server.db.transaction().execute(async (tx) => {
      await sql`select from notification_counts where user_id = ${mia.user.id}::uuid for update`.execute(tx);
      for (let n = 0; n < 2; n += 1)
        removals.push(mia.call('delete_notification', { notification_id: entry?.id ?? '' }));
      await untilWaiting(server.db, '%lock_notifications%', 2);
    });
    await Promise.all(removals);
    const { rows } = await sql`select from live_events
      where channel = ${`user:${mia.user.id}`} and type = 'notification.removed'`.execute(server.db);
    expect(rows).toHaveLength(1);
    expect(await countsAreRight([mia])).toEqual([true]);
  });

  it('expires like every other one', async () => {
    const { owner, space, mia } = await newLargeSpace();
    await announce(owner, space);
    setClockOffset(91 * 24 * 60 * minute);
    await runJob(server, 'clean-notifications');
    setClockOffset(0);
    expect([await titlesOf(mia), await unread(mia)]).toEqual([[], 0]);
    expect(await countRows('notification_broadcasts', space.id)).toBe(0);
  });
});
