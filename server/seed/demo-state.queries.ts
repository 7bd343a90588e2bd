import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';

const lockNumber = 4_120_771;

/** Waits, without a timeout, until no other process seeds the demo, and holds the lock on this connection. */
export async function lockDemo(connection: Db): Promise<void> {
  await sql`set statement_timeout = 0`.execute(connection);
  await sql`select pg_advisory_lock(${lockNumber})`.execute(connection);
}

export async function unlockDemo(connection: Db): Promise<void> {
  await sql`select pg_advisory_unlock(${lockNumber})`.execute(connection);
  await sql`reset statement_timeout`.execute(connection);
}

export async function findDemoState(
  db: Db,
): Promise<{ started_at: string; finished_at: string | null } | null> {
  const row = await db.selectFrom('demo_state').select(['started_at', 'finished_at']).executeTakeFirst();
  return row ?? null;
}

/** Returns whether anyone has an account with another email domain. */
export async function hasOtherPeople(db: Db, emailDomain: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('email', 'not like', `%${emailDomain}`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function hasPeople(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export async function insertDemoStart(db: Db, at: string): Promise<void> {
  await db.insertInto('demo_state').values({ started_at: at }).execute();
}

export async function markDemoFinished(db: Db, at: string): Promise<void> {
  await db.updateTable('demo_state').set({ finished_at: at }).execute();
}

/** Returns the storage keys of every uploaded image. */
export async function listUploadKeys(db: Db): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select variant->>'key' as key from uploads, jsonb_array_elements(variants) variant`.execute(db);
  return rows.map((row) => row.key);
}

/** Empties every table that the demo fills, and its state. Only for an unfinished demo that no one else has used. */
export async function deleteUnfinishedDemo(db: Db): Promise<void> {
  await sql`truncate users, live_events, demo_state cascade`.execute(db);
  await sql`update live_state set purged_through = last_seq`.execute(db);
}

/** Updates planner statistics of the tables that have just been filled. */
export async function analyzeTables(db: Db): Promise<void> {
  await sql`analyze`.execute(db);
}

/** Returns whether a post links there and the page has not been read yet. */
export async function hasLink(db: Db, url: string): Promise<boolean> {
  const row = await db
    .selectFrom('link_previews')
    .select('url')
    .where('url', '=', url)
    .where('status', '=', 'waiting')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the id of a post of the demo by its title. */
export async function findPostId(db: Db, spaceId: string, title: string): Promise<string> {
  const { id } = await db
    .selectFrom('posts')
    .select('id')
    .where('space_id', '=', spaceId)
    .where('title', '=', title)
    .executeTakeFirstOrThrow();
  return id;
}
