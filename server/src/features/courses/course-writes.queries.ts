import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import { folderOfPage, isPagePublished } from './visible-pages.queries.ts';

/** Inserts a course before the others of its space. */
export async function insertCourse(
  db: Db,
  course: {
    id: string;
    space_id: string;
    user_id: string;
    client_id: string;
    short_id: string;
    slug: string;
    title: string;
    description: string;
    cover_upload_id: string | null;
    is_published: boolean;
    video_done_percent: number;
    comments_enabled: boolean;
    created_at: string;
    updated_at: string;
  },
): Promise<void> {
  await db
    .insertInto('courses')
    .values({
      ...course,
      editor_id: course.user_id,
      position: sql`(select coalesce(min(position), 1) - 1 from courses
        where space_id = ${course.space_id}::uuid and deleted_at is null)`,
    })
    .execute();
}

/** Returns those of the slugs that courses of the space have, also deleted ones, which can be restored. */
export async function listTakenSlugs(db: Db, spaceId: string, slugs: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('courses')
    .select('slug')
    .where('space_id', '=', spaceId)
    .where('slug', 'in', slugs)
    .execute();
  return new Set(rows.map(({ slug }) => slug));
}

export interface CourseFields {
  title: string;
  description: string;
  cover_upload_id: string | null;
  is_published: boolean;
  video_done_percent: number;
  comments_enabled: boolean;
}

export async function updateCourseFields(
  db: Db,
  courseId: string,
  fields: CourseFields & { updated_at: string },
): Promise<void> {
  await db.updateTable('courses').set(fields).where('id', '=', courseId).execute();
}

/** Marks a course as deleted, or as restored with null. */
export async function updateCourseDeletedAt(
  db: Db,
  courseId: string,
  deletedAt: string | null,
): Promise<void> {
  await db.updateTable('courses').set({ deleted_at: deletedAt }).where('id', '=', courseId).execute();
}

export async function updateCoursePosition(db: Db, courseId: string, position: number): Promise<void> {
  await db.updateTable('courses').set({ position }).where('id', '=', courseId).execute();
}

/** Numbers the courses of a space in this order. */
export async function renumberCourses(db: Db, ids: string[]): Promise<void> {
  await sql`update courses c set position = n.position
    from unnest(${ids}::uuid[]) with ordinality n (id, position) where c.id = n.id`.execute(db);
}

/** Counts the pages of a course that everyone sees. Returns whether there are more or fewer than before. */
export async function updatePageCount(db: Db, courseId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update courses c set page_count = n.count
    from (select count(*)::int as count from course_pages p ${folderOfPage}
      where p.course_id = ${courseId}::uuid and ${isPagePublished}) n
    where c.id = ${courseId}::uuid and c.page_count <> n.count`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Ends the right of people to edit the courses that they created in a space. */
export async function clearEditor(db: Db, spaceId: string, userIds: string[]): Promise<void> {
  await sql`update courses set editor_id = null
    where space_id = ${spaceId}::uuid and editor_id = any(${userIds}::uuid[])`.execute(db);
}

/** Returns how many pages of a course aren't deleted. */
export async function countPages(db: Db, courseId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from course_pages
    where course_id = ${courseId}::uuid and deleted_at is null`.execute(db);
  return rows[0]?.count ?? 0;
}
