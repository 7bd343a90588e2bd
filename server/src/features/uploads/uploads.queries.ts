import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import type { DB } from '#server/platform/db/schema.gen.ts';
import { findUploadUse, purposesOf, type UploadUse } from '#server/platform/files/upload-uses.ts';

/** A stored width of an image; sizes in pixels and bytes. */
export interface UploadVariant {
  width: number;
  height: number;
  key: string;
  byte_size: number;
}

/** The columns needed to show an image. */
export interface UploadRow {
  id: string;
  file_name: string;
  width: number;
  height: number;
  color: string;
  variants: Pick<UploadVariant, 'width' | 'height'>[];
}

/** The columns needed to show a document or video. */
export interface FileRow {
  id: string;
  file_name: string;
  mime_type: string;
  byte_size: number;
}

/** The columns needed to show any attachment; `storage_key` is null for images. */
export interface AttachedRow extends UploadRow, FileRow {
  storage_key: string | null;
}

/** All columns of an upload. `mime_type` and `byte_size` describe the uploaded file. */
export interface FullUploadRow extends Omit<UploadRow, 'variants'> {
  user_id: string;
  space_id: string | null;
  purpose: string;
  mime_type: string;
  byte_size: number;
  variants: UploadVariant[];
  created_at: string;
  attached_at: string | null;
  /** Storage key of a document or video; null for images, which have `variants`. */
  storage_key: string | null;
}

export async function insertUpload(db: Db, row: FullUploadRow): Promise<void> {
  await db
    .insertInto('uploads')
    .values({ ...row, variants: JSON.stringify(row.variants) })
    .execute();
}

/** Upload `f` as the JSON of an `AttachedRow`. */
export const attachedColumns = sql`json_build_object('id', f.id, 'file_name', f.file_name, 'width', f.width,
  'height', f.height, 'color', f.color, 'variants', f.variants, 'mime_type', f.mime_type, 'byte_size', f.byte_size,
  'storage_key', f.storage_key)`;

/**
 * An upload to be downloaded. `is_public` if it is shown to everyone, and `is_hidden` if it is attached, but no use declares
 * that it is shown.
 */
export interface DownloadableUpload extends FullUploadRow {
  is_public: boolean;
  is_hidden: boolean;
}

export async function findUpload(
  db: Db,
  id: string,
  uses: readonly UploadUse[],
): Promise<DownloadableUpload | null> {
  const whens = uses.map((use) => {
    const { shownTo } = use;
    const isFixed = typeof shownTo === 'string' || typeof shownTo === 'function';
    const shown = isFixed ? sql`true` : 'check' in shownTo ? (shownTo.condition ?? sql`true`) : shownTo;
    return sql`when u.purpose in (${sql.join(purposesOf([use]).map((purpose) => sql.lit(purpose)))}) then not ${shown}`;
  });
  const { rows } = await sql<Omit<DownloadableUpload, 'is_public'>>`
    select u.*, u.attached_at is not null and case ${sql.join(whens, sql` `)} else true end as is_hidden
    from uploads u where u.id = ${id}::uuid`.execute(db);
  const [upload] = rows;
  if (!upload) return null;
  return { ...upload, is_public: findUploadUse(uses, upload.purpose)?.shownTo === 'everyone' };
}

/** Returns whether a condition about upload `u` is true. */
export async function isShown(db: Db, id: string, condition: RawBuilder<boolean>): Promise<boolean> {
  const { rows } = await sql<{ is_shown: boolean }>`
    select ${condition} as is_shown from uploads u where u.id = ${id}::uuid`.execute(db);
  return rows[0]?.is_shown ?? false;
}

const isInDraft = (eb: ExpressionBuilder<DB, 'uploads'>) =>
  eb.exists(
    eb.selectFrom('draft_uploads as d').select('d.upload_id').whereRef('d.upload_id', '=', 'uploads.id'),
  );

/** Marks the user's unattached uploads as attached and returns them; those that don't qualify are missing. */
export async function attachUploadRows(
  db: Db,
  input: {
    user_id: string;
    space_id: string | null;
    purposes: string[];
    upload_ids: string[];
    at: string;
    uploaded_after: string;
  },
): Promise<AttachedRow[]> {
  const rows = await db
    .updateTable('uploads')
    .set({ attached_at: input.at })
    .where('id', 'in', input.upload_ids)
    .where('user_id', '=', input.user_id)
    .where('purpose', 'in', input.purposes)
    .where('space_id', input.space_id === null ? 'is' : '=', input.space_id)
    .where('attached_at', 'is', null)
    .where((eb) => eb.or([eb('created_at', '>', input.uploaded_after), isInDraft(eb)]))
    .returning([
      'id',
      'file_name',
      'width',
      'height',
      'color',
      'variants',
      'mime_type',
      'byte_size',
      'storage_key',
    ])
    .execute();
  return rows as unknown as AttachedRow[];
}

/** Returns uploads created before `before` that are neither attached nor in a draft, oldest first. */
export async function listUnusedUploads(
  db: Db,
  before: string,
  limit: number,
): Promise<Pick<FullUploadRow, 'id' | 'variants' | 'storage_key'>[]> {
  const rows = await db
    .selectFrom('uploads')
    .select(['id', 'variants', 'storage_key'])
    .where('attached_at', 'is', null)
    .where('created_at', '<', before)
    .where((eb) => eb.not(isInDraft(eb)))
    .orderBy('created_at')
    .limit(limit)
    .execute();
  return rows as unknown as Pick<FullUploadRow, 'id' | 'variants' | 'storage_key'>[];
}

export async function deleteUnusedUpload(db: Db, id: string): Promise<void> {
  await db.deleteFrom('uploads').where('id', '=', id).where('attached_at', 'is', null).execute();
}

/** Returns an upload, locked until the transaction ends. */
export async function findUploadForUpdate(db: Db, id: string): Promise<FullUploadRow | null> {
  const row = await db.selectFrom('uploads').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return (row as unknown as FullUploadRow | undefined) ?? null;
}

/** Returns whether a conflicting version of a draft contains an upload. */
export async function isInDraftConflict(db: Db, uploadId: string): Promise<boolean> {
  const { rows } = await sql`
    select from draft_uploads du join drafts d on d.user_id = du.user_id and d.space_id = du.space_id
      cross join jsonb_array_elements(d.conflicts) as conflict
    where du.upload_id = ${uploadId}::uuid and conflict -> 'upload_ids' ? ${uploadId} limit 1`.execute(db);
  return rows.length > 0;
}

/** Returns a user's unattached uploads by their ids. */
export async function listMyUnusedUploads(db: Db, userId: string, ids: string[]): Promise<FullUploadRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('uploads')
    .selectAll()
    .where('id', 'in', ids)
    .where('user_id', '=', userId)
    .where('attached_at', 'is', null)
    .execute();
  return rows as unknown as FullUploadRow[];
}
