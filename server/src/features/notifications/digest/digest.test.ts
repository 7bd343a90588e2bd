import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { setClockOffset, withFrozenTime } from '#server/platform/clock.ts';
import { sendEmailJob } from '#server/platform/email/send-email.job.ts';
import { countRowsRead, recordQueries } from '#testing/count-queries.ts';
import { emailsTo } from '#testing/emails.ts';
import { failingJobs } from '#testing/fakes/failing-jobs.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { sharedServer } from '#testing/server.ts';
import { newPostBySql } from '#testing/space-facts.ts';
import { listBestPosts, listDueDigests } from './digests.queries.ts';
import { sendDigestsJob, sendDueDigests } from './send-digests.job.ts';

const server = sharedServer({ runsJobs: false });
afterEach(() => setClockOffset(0));

/** A member who joined on Sunday, January 3, 2027, and hasn't been there since. */
async function newReader(time_zone = 'UTC') {
  const owner = await newPerson(server, 'Olive');
  const space = await newSpace(owner);
  const reader = await newMember(server, space, 'Mia');
  await reader.call('update_time_zone', { time_zone, mode: 'fixed' });
  await server.db
    .updateTable('space_members')
    .set({ joined_at: '2027-01-03T12:00:00.000Z', last_active_at: '2027-01-03T12:00:00.000Z' })
    .where('user_id', '=', reader.user.id)
    .execute();
  const of = { space_id: space.id };
  /** Publishes a post of the owner at a time. */
  const publish = async (at: string, likes = 0) => {
    const id = await newPostBySql(server, space.id, owner.user.id);
    await server.db
      .updateTable('posts')
      .set({ created_at: at, like_count: likes, title: `Post of ${at.slice(0, 10)}` })
      .where('id', '=', id)
      .execute();
    return id;
  };
  const visit = (at: string) =>
    server.db
      .updateTable('space_members')
      .set({ last_active_at: at })
      .where('user_id', '=', reader.user.id)
      .execute();
  return { owner, space, reader, of, publish, visit };
}
const digestsTo = async (person: TestPerson) =>
  (await emailsTo(server, person.user.email)).filter(({ template }) => template === 'space-digest');
/** Runs the job at a time, twice. Returns how many digests the person got since the start of the test. */
async function countAt(at: string, reader: TestPerson): Promise<number> {
  await withFrozenTime(Date.parse(at), async () => {
    await sendDueDigests(server.running.platform);
    await sendDueDigests(server.running.platform);
  });
  return (await digestsTo(reader)).length;
}

describe('The digest of a space', () => {
  it('has the best posts of the week, on Monday at eight', async () => {
    const { reader, publish, space } = await newReader();
    // There was nothing new on the Monday after they joined.
    expect(await countAt('2027-01-04T08:00:00.000Z', reader)).toBe(0);
    await publish('2027-01-05T09:00:00.000Z');
    const best = await publish('2027-01-06T09:00:00.000Z', 3);
    expect(await countAt('2027-01-11T07:59:00.000Z', reader)).toBe(0);
    expect(await countAt('2027-01-11T08:00:00.000Z', reader)).toBe(1);
    const [digest] = await digestsTo(reader);
    expect(digest?.values.headline).toBe(`New in ${space.name}: Post of 2027-01-06`);
    const items = digest?.values.items?.split('\u241e').map((item) => item.split('\u241f'));
    expect(items?.map(([title]) => title)).toEqual(['Post of 2027-01-06', 'Post of 2027-01-05']);
    expect(items?.[0]?.slice(1)).toEqual([
      'Olive Tester · 3 likes',
      expect.stringMatching(new RegExp(`/${space.subdomain}/space/${best}$`)),
    ]);
    // The next one has only what is new since.
    expect(await countAt('2027-01-18T09:00:00.000Z', reader)).toBe(1);
    await publish('2027-01-19T09:00:00.000Z');
    expect(await countAt('2027-01-25T09:00:00.000Z', reader)).toBe(2);
    expect((await digestsTo(reader))[1]?.values.items).not.toContain('Post of 2027-01-06');
  });

  it.each([
    ['daily', 'UTC', '2027-01-06T07:59:00.000Z', '2027-01-06T08:00:00.000Z'],
    ['daily', 'Asia/Tokyo', '2027-01-05T22:59:00.000Z', '2027-01-05T23:00:00.000Z'],
    ['weekly', 'America/New_York', '2027-01-11T12:59:00.000Z', '2027-01-11T13:00:00.000Z'],
    ['monthly', 'UTC', '2027-02-01T07:59:00.000Z', '2027-02-01T08:00:00.000Z'],
  ] as const)('comes %s in %s', async (frequency, zone, before, from) => {
    const { reader, of, publish } = await newReader(zone);
    await reader.call('update_space_notification_preferences', { ...of, digest_email_frequency: frequency });
    // What was due until yesterday has been decided.
    const yesterday = new Date(Date.parse(from) - 24 * 3_600_000 + 60_000).toISOString();
    await countAt(yesterday, reader);
    await publish(yesterday);
    expect(await countAt(before, reader)).toBe(0);
    expect(await countAt(from, reader)).toBe(1);
  });

  it.each([
    'own post',
    'deleted post',
    'never',
    'no email',
    'muted',
    'visited',
    'here offline',
    'left',
    'quiet',
  ])('is not sent: %s', async (reason) => {
    const { reader, of, publish, visit } = await newReader();
    const id = await publish('2027-01-06T09:00:00.000Z');
    const set = (change: object) =>
      reader.call('update_space_notification_preferences', { ...of, ...change });
    if (reason === 'own post')
      await server.db.updateTable('posts').set({ user_id: reader.user.id }).where('id', '=', id).execute();
    if (reason === 'deleted post')
      await server.db
        .updateTable('posts')
        .set({ deleted_at: '2027-01-07T09:00:00.000Z' })
        .where('id', '=', id)
        .execute();
    if (reason === 'never') await set({ digest_email_frequency: 'never' });
    if (reason === 'no email') await set({ email_enabled: false });
    if (reason === 'muted') await reader.call('mute_space', { ...of, duration: 'always' });
    if (reason === 'here offline') {
      await reader.call('update_presence_settings', { appear_offline: true });
      await server.db
        .updateTable('user_presence')
        .set({ seen_at: '2027-01-11T07:00:00.000Z' })
        .where('user_id', '=', reader.user.id)
        .execute();
    }
    if (reason === 'visited') await visit('2027-01-11T06:00:00.000Z');
    if (reason === 'left') await reader.call('leave_space', of);
    if (reason === 'quiet')
      await set({ quiet_hours_enabled: true, quiet_hours_start: '07:00', quiet_hours_end: '10:00' });
    expect(await countAt('2027-01-11T08:00:00.000Z', reader)).toBe(0);
    expect(await countAt('2027-01-11T10:30:00.000Z', reader)).toBe(reason === 'quiet' ? 1 : 0);
  });

  it('reads no posts from before, however old the space is', async () => {
    const { reader, owner, of, publish } = await newReader();
    await server.db.transaction().execute(async (tx) => {
      // Without counters, which no row here needs.
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`insert into posts (id, space_id, user_id, client_id, slug, title, body, excerpt, last_activity_at,
          created_at, updated_at, pinned_at)
        select uuidv7(), ${of.space_id}::uuid, ${owner.user.id}::uuid, uuidv7(), 'old-' || n, 'Old', '<p>Text</p>', 'Text',
          at, at, at, case when n <= 3 then at end
        from (select n, timestamptz '2026-06-01' + n * interval '1 minute' as at from generate_series(1, 5000) n) old`.execute(
        tx,
      );
    });
    await sql`analyze posts`.execute(server.db);
    for (const day of [5, 6, 7]) await publish(`2027-01-0${day}T09:00:00.000Z`);
    await sql`update posts set pinned_at = created_at where title = 'Post of 2027-01-06'`.execute(server.db);
    const digest = { user_id: reader.user.id, ...of, since: '2027-01-04T08:00:00.000Z' };
    const queries = await recordQueries(async () => {
      const { posts, total } = await listBestPosts(server.db, digest, [], 2);
      expect([posts.map(({ title }) => title), total]).toEqual([
        ['Post of 2027-01-07', 'Post of 2027-01-06'],
        3,
      ]);
    });
    expect(queries).toHaveLength(1);
    const read = await countRowsRead(server.db, queries[0] ?? { text: '', values: [] }, 'posts');
    // The new ones, and the pinned ones.
    expect(Object.values(read).reduce((sum, rows) => sum + rows, 0)).toBeLessThanOrEqual(3 + 4);
  });

  it('comes half as often after four without a visit, says so, and comes each time after one', async () => {
    const { reader, publish, visit } = await newReader();
    const monday = (week: number) =>
      new Date(Date.parse('2027-01-11T08:00:00.000Z') + week * 7 * 24 * 3_600_000).toISOString();
    const counts: number[] = [];
    for (let week = 0; week < 9; week += 1) {
      await publish(new Date(Date.parse(monday(week)) - 3_600_000).toISOString());
      counts.push(await countAt(monday(week), reader));
    }
    expect(counts).toEqual([1, 2, 3, 4, 4, 5, 5, 6, 6]);
    const notes = (await digestsTo(reader)).map(({ values }) => values.thinned !== '');
    expect(notes).toEqual([false, false, false, false, true, true]);
    await visit(new Date(Date.parse(monday(8)) + 3_600_000).toISOString());
    for (const week of [9, 10]) {
      await publish(new Date(Date.parse(monday(week)) - 3_600_000).toISOString());
      counts.push(await countAt(monday(week), reader));
    }
    expect(counts.slice(-2)).toEqual([7, 8]);
  });

  it('is dropped if its reader visits the space before it is sent', async () => {
    for (const isVisited of [true, false]) {
      const { reader, publish, visit } = await newReader();
      await publish('2027-01-06T09:00:00.000Z');
      expect(await countAt('2027-01-11T08:00:00.000Z', reader)).toBe(1);
      if (isVisited) await visit('2027-01-11T08:00:30.000Z');
      const { rows } = await sql<{ data: never }>`
        select data from jobs.job where name = 'send-email' and data->>'to' = ${reader.user.email}
          and data->>'template' = 'space-digest'`.execute(server.db);
      await withFrozenTime(Date.parse('2027-01-11T08:01:00.000Z'), async () => {
        for (const { data } of rows) await sendEmailJob(server.running.platform).run(data);
      });
      const sent = await server.db
        .selectFrom('local_mailbox')
        .select('subject')
        .where('recipient', '=', reader.user.email)
        .where('subject', 'like', 'New in %')
        .execute();
      expect(sent).toHaveLength(isVisited ? 0 : 1);
    }
  });

  it('can be unsubscribed from, which the preferences show and undo', async () => {
    const { reader, of, publish } = await newReader();
    await publish('2027-01-06T09:00:00.000Z');
    await countAt('2027-01-11T08:00:00.000Z', reader);
    const [digest] = await digestsTo(reader);
    const path = new URL(digest?.values.unsubscribe_url ?? '').pathname;
    await server.client().fetch(path, { method: 'POST' });
    const shown = async () =>
      (await reader.call('get_effective_notification_preferences', of)).preferences.digest_email_frequency;
    expect(await shown()).toBe('never');
    await publish('2027-01-13T09:00:00.000Z');
    expect(await countAt('2027-01-18T08:00:00.000Z', reader)).toBe(1);
    await reader.call('update_space_notification_preferences', { ...of, digest_email_frequency: 'weekly' });
    expect(await shown()).toBe('weekly');
    expect(await countAt('2027-01-18T08:15:00.000Z', reader)).toBe(2);
  });

  it('reaches everyone however few memberships a statement looks at', async () => {
    const readers = await Promise.all([newReader(), newReader(), newReader()]);
    for (const { publish } of readers) await publish('2027-01-06T09:00:00.000Z');
    await withFrozenTime(Date.parse('2027-01-11T08:00:00.000Z'), () =>
      sendDueDigests(server.running.platform, { size: 2 }),
    );
    for (const { reader } of readers) expect(await digestsTo(reader)).toHaveLength(1);
  });

  it('is listed among the memberships of a page only', async () => {
    const { reader, space, publish } = await newReader();
    await publish('2027-01-06T09:00:00.000Z');
    const position = { space_id: space.id, user_id: reader.user.id };
    const list = (range: { after: typeof position | null; until: typeof position | null }) =>
      withFrozenTime(Date.parse('2027-01-11T08:00:00.000Z'), async () =>
        (await listDueDigests(server.db, { ...range, confirmed_only: false })).some(
          ({ user_id }) => user_id === reader.user.id,
        ),
      );
    expect(await list({ after: null, until: position })).toBe(true);
    expect(await list({ after: position, until: null })).toBe(false);
  });

  it('is sent by the job, which ends early when the process stops', async () => {
    const { reader, publish } = await newReader();
    await publish('2027-01-06T09:00:00.000Z');
    const job = sendDigestsJob(server.running.platform);
    const runAt = (at: string, stopping?: AbortSignal) =>
      withFrozenTime(Date.parse(at), () => job.run({}, stopping));
    await runAt('2027-01-11T08:00:00.000Z', AbortSignal.abort());
    expect(await digestsTo(reader)).toEqual([]);
    await runAt('2027-01-11T08:00:00.000Z');
    expect(await digestsTo(reader)).toHaveLength(1);
  });

  it('that fails is tried again later and holds up nobody', async () => {
    const readers = await Promise.all([newReader(), newReader(), newReader()]);
    for (const { publish } of readers) await publish('2027-01-06T09:00:00.000Z');
    const failing = new Set(readers.slice(0, 2).map(({ reader }) => reader.user.email));
    const { platform } = server.running;
    const jobs = failingJobs(platform.jobs, failing);
    const sendAt = (at: string) =>
      withFrozenTime(Date.parse(at), () => sendDueDigests({ ...platform, jobs: jobs.queue }));
    const counts = async () =>
      await Promise.all(readers.map(async ({ reader }) => (await digestsTo(reader)).length));
    await sendAt('2027-01-11T08:00:00.000Z');
    expect([await counts(), jobs.failures()]).toEqual([[0, 0, 1], 2]);
    await sendAt('2027-01-11T08:14:00.000Z');
    expect(jobs.failures()).toBe(2);
    await sendAt('2027-01-11T08:15:00.000Z');
    expect(jobs.failures()).toBe(4);
    await sendAt('2027-01-11T08:30:00.000Z');
    expect(jobs.failures()).toBe(4);
    failing.clear();
    await sendAt('2027-01-11T08:45:00.000Z');
    expect(await counts()).toEqual([1, 1, 1]);
  });
});
