import { sql } from 'kysely';
import type { AvatarPerson } from '#contract/users.ts';
import { avatarPerson } from '#contract/users.ts';
import { type Db, pageLimit } from '#server/platform/db/database.ts';
import { personJsonOrNull } from '#server/platform/people/person.queries.ts';

export async function insertRevision(
  db: Db,
  revision: {
    page_id: string;
    revision: number;
    space_id: string;
    title: string;
    content: string;
    written_by: string | null;
    written_at: string;
  },
): Promise<void> {
  await db.insertInto('course_page_revisions').values(revision).execute();
}

/** Deletes the versions of a page before this one, and returns the uploads that only they showed. */
export async function deleteRevisionsBefore(db: Db, pageId: string, revision: number): Promise<string[]> {
  await db
    .deleteFrom('course_page_revisions')
    .where('page_id', '=', pageId)
    .where('revision', '<', revision)
    .execute();
  const rows = await db
    .deleteFrom('course_page_uploads')
    .where('page_id', '=', pageId)
    .where('last_revision', '<', revision)
    .returning('upload_id')
    .execute();
  return rows.map(({ upload_id }) => upload_id);
}

export interface RevisionRow {
  revision: number;
  title: string;
  author: AvatarPerson | null;
  written_at: string;
}

const revisionColumns = sql`r.revision, r.title, r.written_at, ${personJsonOrNull('u', avatarPerson)} as author`;

/** Returns versions of a page, latest first: the current one, then the earlier ones. */
export async function listRevisionRows(
  db: Db,
  pageId: string,
  before: number | undefined,
  limit: number,
): Promise<RevisionRow[]> {
  const { rows } = await sql<RevisionRow>`
    select ${revisionColumns} from (
      select id as page_id, revision, title, written_by, written_at from course_pages
      union all
      select page_id, revision, title, written_by, written_at from course_page_revisions
    ) r left join users u on u.id = r.written_by
    where r.page_id = ${pageId}::uuid ${before === undefined ? sql`` : sql`and r.revision < ${before}`}
    order by r.revision desc limit ${pageLimit(limit)}`.execute(db);
  return rows;
}

/** Returns an earlier version of a page; null without one. */
export async function findRevision(
  db: Db,
  pageId: string,
  revision: number,
): Promise<(RevisionRow & { content: string }) | null> {
  const { rows } = await sql<RevisionRow & { content: string }>`
    select ${revisionColumns}, r.content from course_page_revisions r left join users u on u.id = r.written_by
    where r.page_id = ${pageId}::uuid and r.revision = ${revision}`.execute(db);
  return rows[0] ?? null;
}

/** Returns which of the uploads pages of a course show, or showed in an earlier version. */
export async function listUploadsOfCourse(
  db: Db,
  courseId: string,
  uploadIds: string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('course_page_uploads as i')
    .innerJoin('course_pages as p', 'p.id', 'i.page_id')
    .select('i.upload_id')
    .where('p.course_id', '=', courseId)
    .where('i.upload_id', 'in', uploadIds)
    .execute();
  return new Set(rows.map(({ upload_id }) => upload_id));
}

/** Stores that a page shows exactly these uploads now, and that `revision` was the last one with the others. */
export async function updateShownUploads(
  db: Db,
  page: { id: string; space_id: string },
  uploadIds: string[],
  revision: number,
): Promise<void> {
  await db
    .updateTable('course_page_uploads')
    .set({ last_revision: revision })
    .where('page_id', '=', page.id)
    .where('last_revision', 'is', null)
    .where('upload_id', 'not in', uploadIds.length > 0 ? uploadIds : [page.id])
    .execute();
  if (uploadIds.length === 0) return;
  await db
    .insertInto('course_page_uploads')
    .values(uploadIds.map((upload_id) => ({ page_id: page.id, upload_id, space_id: page.space_id })))
    .onConflict((conflict) => conflict.columns(['page_id', 'upload_id']).doUpdateSet({ last_revision: null }))
    .execute();
}
