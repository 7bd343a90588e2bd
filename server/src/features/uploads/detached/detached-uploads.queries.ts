import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import { purposesOf, type UploadUse } from '#server/platform/files/upload-uses.ts';
import type { UploadVariant } from '../uploads.queries.ts';

const listPurposes = (uses: readonly UploadUse[]) =>
  sql.join(purposesOf(uses).map((purpose) => sql.lit(purpose)));

/** Whether upload `u` is still used. Uploads of purposes that nothing declares are. */
const isInUse = (uses: readonly UploadUse[], since: string) => sql<boolean>`case
  ${sql.join(
    uses.map((use) => sql`when u.purpose in (${listPurposes([use])}) then ${use.isInUse(since)}`),
    sql`\n  `,
  )}
  else true end`;

/** Marks those of these uploads as detached that nothing uses anymore. Returns whether there are any. */
export async function markDetached(
  db: Db,
  input: { upload_ids: string[]; at: string; since: string; uses: readonly UploadUse[] },
): Promise<boolean> {
  const { rows } = await sql`update uploads u set detached_at = ${input.at}::timestamptz
    where u.id = any(${input.upload_ids}::uuid[]) and u.attached_at is not null and u.detached_at is null
      and not ${isInUse(input.uses, input.since)} returning u.id`.execute(db);
  return rows.length > 0;
}

/**
 * Marks uploads attached before `before` as detached if nothing uses them anymore, and clears the mark of those in
 * use again. `since`: see `UploadUse`.
 */
export async function detachUnusedUploads(
  db: Db,
  { before, since, now, uses }: { before: string; since: string; now: string; uses: readonly UploadUse[] },
): Promise<void> {
  await sql`update uploads u set detached_at = ${now}::timestamptz
    where u.purpose in (${listPurposes(uses.filter(({ ofDeleted }) => !ofDeleted))})
      and u.detached_at is null and u.attached_at < ${before}::timestamptz and not ${isInUse(uses, since)}`.execute(
    db,
  );
  await sql`update uploads u set detached_at = ${now}::timestamptz
    where u.detached_at is null and not ${isInUse(uses, since)} and u.id in (
      ${sql.join(
        uses.flatMap(({ ofDeleted }) => ofDeleted ?? []),
        sql` union `,
      )})`.execute(db);
  await sql`update uploads u set detached_at = null
    where u.detached_at is not null and ${isInUse(uses, since)}`.execute(db);
}

/** Deletes the rows of uploads that were detached before `before`. Their stored objects are then unknown. */
export async function deleteDetachedUploads(
  db: Db,
  { before, since, uses }: { before: string; since: string; uses: readonly UploadUse[] },
): Promise<void> {
  await sql`delete from uploads u
    where u.detached_at < ${before}::timestamptz and not ${isInUse(uses, since)}`.execute(db);
}

/** Deletes the rows of some detached uploads that aren't kept for open pages, and returns the keys of their objects. */
export async function deleteDetachedContentFiles(
  db: Db,
  { since, limit, uses }: { since: string; limit: number; uses: readonly UploadUse[] },
): Promise<{ keys: string[]; count: number }> {
  const { rows } = await sql<{ variants: UploadVariant[]; storage_key: string | null }>`
    delete from uploads where id in (
      select u.id from uploads u where u.detached_at is not null and u.purpose in
        (${listPurposes(uses.filter(({ isKeptForOpenPages }) => !isKeptForOpenPages))})
        and not ${isInUse(uses, since)} limit ${limit} for update skip locked)
    returning variants, storage_key`.execute(db);
  const keys = rows.flatMap(({ variants, storage_key }) => [
    ...variants.map(({ key }) => key),
    ...(storage_key === null ? [] : [storage_key]),
  ]);
  return { keys, count: rows.length };
}

/** Returns which of the ids are uploads. */
export async function listKnownUploads(db: Db, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('uploads').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map((row) => row.id));
}
