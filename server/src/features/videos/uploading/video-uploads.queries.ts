import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import { finishingSince, receivingSince } from './receptions.queries.ts';

export interface VideoUploadRow {
  id: string;
  user_id: string;
  space_id: string;
  file_name: string;
  byte_size: number;
  upload_id: string | null;
}

const columns = ['id', 'user_id', 'space_id', 'file_name', 'byte_size', 'upload_id'] as const;
const toRow = <Row extends { byte_size: unknown }>(row: Row | undefined) =>
  row ? { ...row, byte_size: Number(row.byte_size) } : null;

interface ChosenFile {
  user_id: string;
  space_id: string;
  file_name: string;
  byte_size: number;
  last_modified: number;
}

/** Locks the uploads of a user until the transaction ends: two of them can't be started at once. */
export async function lockUploadsOf(db: Db, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`video_uploads:${userId}`}, 0))`.execute(db);
}

/** Returns the unfinished upload of the same file; null without one. */
export async function findSameUpload(db: Db, file: ChosenFile): Promise<VideoUploadRow | null> {
  const row = await db
    .selectFrom('video_uploads')
    .select(columns)
    .where('user_id', '=', file.user_id)
    .where('space_id', '=', file.space_id)
    .where('file_name', '=', file.file_name)
    .where('byte_size', '=', file.byte_size)
    .where('last_modified', '=', file.last_modified)
    .where('upload_id', 'is', null)
    .executeTakeFirst();
  return toRow(row);
}

export async function countUnfinishedUploads(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('video_uploads')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .where('upload_id', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertVideoUpload(
  db: Db,
  { at, ...row }: ChosenFile & { id: string; at: string },
): Promise<void> {
  await db
    .insertInto('video_uploads')
    .values({ ...row, created_at: at, active_at: at })
    .execute();
}

/** Returns an upload of the user; null without one. */
export async function findVideoUpload(db: Db, id: string, userId: string): Promise<VideoUploadRow | null> {
  const row = await db
    .selectFrom('video_uploads')
    .select(columns)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return toRow(row);
}

/** Claims an upload for the request that stores it. Returns false if another one stores it, or a process receives bytes. */
export async function claimVideoUpload(db: Db, id: string, at: string): Promise<boolean> {
  const result = await db
    .updateTable('video_uploads')
    .set({ finishing_at: at, active_at: at })
    .where('id', '=', id)
    .where('upload_id', 'is', null)
    .where((eb) => eb.or([eb('finishing_at', 'is', null), eb('finishing_at', '<', finishingSince())]))
    .where((eb) => eb.or([eb('receiving_at', 'is', null), eb('receiving_at', '<', receivingSince())]))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function releaseVideoUpload(db: Db, id: string): Promise<void> {
  await db.updateTable('video_uploads').set({ finishing_at: null }).where('id', '=', id).execute();
}

export async function updateStoredVideo(db: Db, id: string, uploadId: string): Promise<void> {
  await db.updateTable('video_uploads').set({ upload_id: uploadId }).where('id', '=', id).execute();
}

export async function deleteVideoUpload(db: Db, id: string): Promise<void> {
  await db.deleteFrom('video_uploads').where('id', '=', id).execute();
}

/** Deletes the unfinished uploads of users in a space, whose memberships the caller has locked. Their bytes remain. */
export async function deleteUnfinishedUploads(db: Db, spaceId: string, userIds: string[]): Promise<void> {
  // In the order in which processes renew what they receive.
  await sql`delete from video_uploads where id in (
    select id from video_uploads where space_id = ${spaceId}::uuid and user_id = any(${userIds}::uuid[]) and upload_id is null
    order by id for update)`.execute(db);
}

/** Returns the uploads to which nothing was added since the time `active`, or that were started before `created`; none that is being stored. */
export async function listAbandonedUploads(
  db: Db,
  before: { active: string; created: string },
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('video_uploads')
    .select('id')
    .where((eb) => eb.or([eb('active_at', '<', before.active), eb('created_at', '<', before.created)]))
    .where((eb) => eb.or([eb('finishing_at', 'is', null), eb('finishing_at', '<', finishingSince())]))
    .orderBy('active_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns those of the ids that uploads have. */
export async function listKnownVideoUploads(db: Db, ids: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('video_uploads')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The space of an upload, as a condition on `s`. */
export const spaceOfVideoUpload = (id: string): RawBuilder<unknown> =>
  sql`s.id = (select space_id from video_uploads where id = ${id}::uuid)`;
