import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { nowIso, nowMs, withFrozenTime } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { countRowsRead, recordQueries } from '#testing/count-queries.ts';
import { emailsTo } from '#testing/emails.ts';
import { newComment, newMember, newPerson, newPost, newSpace } from '#testing/people.ts';
import { newPeopleBySql } from '#testing/people-by-sql.ts';
import { sharedServer } from '#testing/server.ts';
import { isDigestWanted, listBestPosts, listDueDigests, recordDigest } from '../digest/digests.queries.ts';
import { markAllRead, markRead } from '../notifications.queries.ts';
import { deliverDue } from './deliver-notifications.job.ts';
import { claimDue, listDecisions, markSent } from './deliveries.queries.ts';

// What sending and counting read doesn't depend on how much a space and its members have behind them.

const server = sharedServer({ runsJobs: false });
const tables = ['posts', 'notifications', 'notification_deliveries', 'notification_counts'] as const;
/** How many posts, and notifications of them, an old space has. */
const oldRows = 3_000;

/** How many rows the statements of an action read that only read, by table. */
async function rowsReadBy(action: () => Promise<unknown>): Promise<Record<string, number>> {
  const total: Record<string, number> = {};
  for (const query of await recordQueries(action)) {
    if (!/^\s*(with|select)/i.test(query.text) || /\b(insert into|update|delete from)\b/i.test(query.text))
      continue;
    for (const table of tables) {
      const read = Object.values(await countRowsRead(server.db, query, table));
      total[table] = (total[table] ?? 0) + read.reduce((sum, rows) => sum + rows, 0);
    }
  }
  return total;
}

/**
 * How many rows the statements of an action read, also those that write, by table. Whatever they write is taken back. Without
 * indexes, each table is read whole.
 */
async function rowsTouchedBy(
  action: (tx: Tx) => Promise<unknown>,
  { withIndexes }: { withIndexes: boolean },
): Promise<Record<string, number>> {
  const takenBack = (run: (tx: Tx) => Promise<unknown>) =>
    server.db
      .transaction()
      .execute(async (tx) => {
        await run(tx);
        throw new Error('taken back');
      })
      .catch((error: Error) => expect(error.message).toBe('taken back'));
  const queries = (await recordQueries(() => takenBack(action), { all: true })).filter(({ text }) =>
    /notification|digest|posts/.test(text),
  );
  const total: Record<string, number> = {};
  // Explaining them runs them again, each after those before it.
  for (const table of [...tables, 'space_digests'])
    await takenBack(async (tx) => {
      if (!withIndexes)
        for (const scan of ['indexscan', 'indexonlyscan', 'bitmapscan'])
          await sql`set local ${sql.raw(`enable_${scan}`)} = off`.execute(tx);
      for (const query of queries) {
        const read = Object.values(await countRowsRead(tx as never, query, table));
        total[table] = (total[table] ?? 0) + read.reduce((sum, rows) => sum + rows, 0);
      }
    });
  return total;
}

async function newThread() {
  const owner = await newPerson(server, 'Olive');
  const space = await newSpace(owner);
  const reader = await newMember(server, space, 'Mia');
  const of = { space_id: space.id };
  await reader.call('update_space_notification_preferences', {
    ...of,
    notifications_email_frequency: 'immediate',
  });
  const post = await newPost(reader, space, { title: 'Rye' });
  return { owner, space, reader, post };
}

/** Gives a space old posts, and its reader a read notification of each, which was emailed. */
async function grow(spaceId: string, ownerId: string, readerId: string, count: number): Promise<void> {
  await server.db.transaction().execute(async (tx) => {
    // Without counters, which no row here needs.
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`
      with old as (
        insert into posts (id, space_id, user_id, client_id, slug, title, body, excerpt, last_activity_at, created_at, updated_at)
        select uuidv7(), ${spaceId}::uuid, ${ownerId}::uuid, uuidv7(), 'old-' || n, 'Old', '<p>Text</p>', 'Text', at, at, at
        from (select n, timestamptz '2026-06-01' + n * interval '1 minute' as at from generate_series(1, ${count}::int) n) o
        returning id, created_at),
      told as (
        insert into notifications (id, user_id, type, content_preview, space_id, target_type, target_id, params, read, clicked,
          created_at, expires_at, batch_updated_at, actor_count, version)
        select uuidv7(), ${readerId}::uuid, 'new_post', 'Text', ${spaceId}::uuid, 'post', id, '{}', true, false,
          created_at, created_at + interval '10 years', created_at, 1, 1 from old
        returning id, created_at)
      insert into notification_deliveries (user_id, notification_id, channel, space_id, queued_at, due_at, sent_at)
      select ${readerId}::uuid, id, 'email', ${spaceId}::uuid, created_at, created_at, created_at from told`.execute(
      tx,
    );
  });
  // Each of them has a number of their own.
  await newPeopleBySql(server, 300);
  await sql`insert into notification_counts (user_id) select id from users on conflict do nothing`.execute(
    server.db,
  );
  for (const table of tables) await sql`analyze ${sql.table(table)}`.execute(server.db);
}

it('An email of notifications costs the same in an old space, and so does the number of unread ones', async () => {
  const { owner, space, reader, post } = await newThread();
  /** Notifies the reader of a comment, and returns what emailing that reads. */
  const deliver = async () => {
    await reader.call('mark_all_notifications_as_read', {});
    await newComment(owner, post.id);
    const emails = (await emailsTo(server, reader.user.email)).length;
    const read = await rowsReadBy(() =>
      withFrozenTime(nowMs() + 600_000, () => deliverDue(server.running.platform)),
    );
    expect((await emailsTo(server, reader.user.email)).length).toBe(emails + 1);
    return read;
  };
  await deliver();
  const young = await deliver();
  expect(young.notifications).toBeGreaterThan(0);
  await grow(space.id, owner.user.id, reader.user.id, oldRows);
  const old = await deliver();
  expect(old).toEqual(young);
  const count = await rowsReadBy(() => reader.call('get_unread_notification_count', {}));
  expect(count).toMatchObject({ notifications: 0, notification_counts: 1 });
});

it('Claiming, deciding about and marking what is sent and read costs the same in an old space, and so do digests', async () => {
  const { owner, space, reader, post } = await newThread();
  // Only the comment is to be sent, nothing that was there before.
  await sql`delete from notification_deliveries`.execute(server.db);
  await reader.call('mark_all_notifications_as_read', {});
  await newComment(owner, post.id);
  const userId = reader.user.id;
  const digest = { user_id: userId, space_id: space.id };
  const measure = (options = { withIndexes: true }) =>
    withFrozenTime(nowMs() + 600_000, async () => {
      const delivery = await rowsTouchedBy(async (tx) => {
        const until = new Date(nowMs() + 60_000).toISOString();
        const claimed = await claimDue(tx, { limit: 100, now: nowIso(), until });
        const decisions = await listDecisions(tx, claimed, { confirmed_only: false });
        expect(await markSent(tx, decisions)).toHaveLength(1);
      }, options);
      const reading = await rowsTouchedBy(async (tx) => {
        await markAllRead(tx, userId, 1_000);
        await markRead(tx, userId, [post.id], { clicked: true, version: 1_001 });
      }, options);
      const digests = await rowsTouchedBy(async (tx) => {
        const [due] = await withFrozenTime(nowMs() + 8 * 24 * 3_600_000, () =>
          listDueDigests(tx, { after: null, until: null, confirmed_only: false }),
        );
        expect(due).toBeDefined();
        const about = { ...digest, since: due?.since ?? '' };
        await listBestPosts(tx, about, [], 5);
        await recordDigest(tx, about, { is_sent: true, unread_streak: 1, was_thinned: false });
        await isDigestWanted(tx, { ...digest, email: reader.user.email, queued_at: about.since });
      }, options);
      return { delivery, reading, digests };
    });
  const young = await measure();
  expect(young.delivery.notification_deliveries).toBeGreaterThan(0);
  expect(young.reading.notifications).toBeGreaterThan(0);
  await grow(space.id, owner.user.id, userId, oldRows);
  const old = await measure();
  // A few rows more or less depend on the plan; those of the past don't.
  for (const [what, read] of Object.entries(young))
    for (const table of ['posts', 'notifications', 'notification_deliveries'] as const)
      expect(old[what as keyof typeof old][table], `${table} of ${what}`).toBeLessThan(
        (read[table] ?? 0) + 50,
      );
  // The same numbers show it if a statement has no index for what it looks for.
  const slow = await measure({ withIndexes: false });
  expect([
    slow.delivery.posts,
    slow.delivery.notifications,
    slow.delivery.notification_deliveries,
    slow.reading.notifications,
    slow.digests.posts,
  ]).toEqual(Array(5).fill(expect.toSatisfy((rows: number) => rows >= oldRows)));
});
