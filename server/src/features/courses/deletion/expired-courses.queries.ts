import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';

const tables = ['courses', 'course_folders', 'course_pages'] as const;

/**
 * Deletes courses, folders and pages that were deleted before a time, with what they contain: of each kind at most `limit`.
 * Returns their number, the uploads that they showed, and the courses and pages that are gone.
 */
export async function deleteExpired(
  db: Db,
  before: string,
  limit: number,
): Promise<{ deleted: number; upload_ids: string[]; gone: { id: string; space_id: string }[] }> {
  const lists: string[][] = [];
  for (const table of tables) {
    const rows = await db
      .selectFrom(table)
      .select('id')
      .where('deleted_at', '<', before)
      .orderBy('deleted_at')
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute();
    lists.push(rows.map(({ id }) => id));
  }
  const [courseIds = [], folderIds = [], pageIds = []] = lists;
  const { rows } = await sql<{ upload_id: string }>`
    select c.cover_upload_id as upload_id from courses c
      where c.id = any(${courseIds}::uuid[]) and c.cover_upload_id is not null
    union select i.upload_id from course_page_uploads i join course_pages p on p.id = i.page_id
      where p.course_id = any(${courseIds}::uuid[]) or p.folder_id = any(${folderIds}::uuid[])
        or p.id = any(${pageIds}::uuid[])`.execute(db);
  const { rows: gone } = await sql<{ id: string; space_id: string }>`
    select c.id, c.space_id from courses c where c.id = any(${courseIds}::uuid[])
    union all select p.id, p.space_id from course_pages p where p.course_id = any(${courseIds}::uuid[])
      or p.folder_id = any(${folderIds}::uuid[]) or p.id = any(${pageIds}::uuid[])`.execute(db);
  await db.deleteFrom('course_pages').where('id', 'in', orNone(pageIds)).execute();
  await db.deleteFrom('course_folders').where('id', 'in', orNone(folderIds)).execute();
  await db.deleteFrom('courses').where('id', 'in', orNone(courseIds)).execute();
  return {
    deleted: courseIds.length + folderIds.length + pageIds.length,
    upload_ids: rows.map(({ upload_id }) => upload_id),
    gone,
  };
}

const none = '00000000-0000-0000-0000-000000000000';
/** SQL has no empty list. */
const orNone = (ids: string[]) => (ids.length > 0 ? ids : [none]);
