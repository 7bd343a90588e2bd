import { sql } from 'kysely';
import { type Db, pageLimit } from '#server/platform/db/database.ts';
import { type AttachedRow, attachedColumns } from '../../uploads/index.ts';

/** Locks a post for an edit until the transaction ends; null when it is deleted. */
export async function findPostToEdit(db: Db, postId: string) {
  const row = await db
    .selectFrom('posts')
    .select(['id', 'space_id', 'user_id', 'category_id', 'title', 'body', 'post_type', 'revision'])
    .select(['created_at', 'edited_at'])
    .where('id', '=', postId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export interface PostAttachment {
  upload_id: string;
  inline: boolean;
}

/** Returns a post's attachments in order. */
export async function listPostAttachments(db: Db, postId: string): Promise<PostAttachment[]> {
  return await db
    .selectFrom('post_attachments')
    .select(['upload_id', 'inline'])
    .where('post_id', '=', postId)
    .orderBy('position')
    .execute();
}

export async function deleteAttachments(db: Db, postId: string): Promise<void> {
  await db.deleteFrom('post_attachments').where('post_id', '=', postId).execute();
}

/** Saves an earlier version of a post with its attachments. */
export async function insertRevision(
  db: Db,
  revision: {
    post_id: string;
    revision: number;
    space_id: string;
    title: string;
    body: string;
    written_at: string;
  },
  attachments: PostAttachment[],
): Promise<void> {
  await db.insertInto('post_revisions').values(revision).execute();
  if (attachments.length === 0) return;
  const { post_id, revision: number, space_id } = revision;
  const key = { post_id, revision: number, space_id };
  const rows = attachments.map((attachment, position) => ({ ...key, ...attachment, position }));
  await db.insertInto('post_revision_attachments').values(rows).execute();
}

/** Returns which of the uploads appear in earlier versions of a post. */
export async function listRevisionUploads(db: Db, postId: string, uploadIds: string[]): Promise<Set<string>> {
  if (uploadIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('post_revision_attachments')
    .select('upload_id')
    .where('post_id', '=', postId)
    .where('upload_id', 'in', uploadIds)
    .execute();
  return new Set(rows.map((row) => row.upload_id));
}

export interface RevisionRow {
  revision: number;
  title: string;
  body: string;
  written_at: string;
  attached: AttachedRow[] | null;
}

/** Returns the earlier versions of a post, latest first. */
export async function listRevisionRows(
  db: Db,
  postId: string,
  before: number | undefined,
  limit: number,
): Promise<RevisionRow[]> {
  const { rows } = await sql<RevisionRow>`
    select r.revision, r.title, r.body, r.written_at,
      (select json_agg(${attachedColumns} order by a.position) from post_revision_attachments a
        join uploads f on f.id = a.upload_id
        where a.post_id = r.post_id and a.revision = r.revision and not a.inline) as attached
    from post_revisions r
    where r.post_id = ${postId}::uuid and (${before ?? null}::int is null or r.revision < ${before ?? null}::int)
    order by r.revision desc limit ${pageLimit(limit)}`.execute(db);
  return rows;
}
