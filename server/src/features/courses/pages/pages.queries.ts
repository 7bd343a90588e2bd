import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import type { Placed } from '../positions.ts';
import { folderOfPage, isPagePublished } from '../visible-pages.queries.ts';
import type { PageText } from './page-text.ts';

export interface StoredPage extends PageText {
  id: string;
  course_id: string;
  space_id: string;
  folder_id: string | null;
  is_published: boolean;
  revision: number;
  written_by: string | null;
  written_at: string;
  deleted_at: string | null;
}

const pages = (db: Db) =>
  db
    .selectFrom('course_pages')
    .select(['id', 'course_id', 'space_id', 'folder_id', 'title', 'content', 'text', 'estimated_duration'])
    .select(['is_published', 'revision', 'written_by', 'written_at', 'deleted_at']);

/** Returns a page of a course, deleted or not; null without one. */
export async function findStoredPage(db: Db, courseId: string, pageId: string): Promise<StoredPage | null> {
  const query = pages(db).where('course_id', '=', courseId).where('id', '=', pageId);
  return (await query.executeTakeFirst()) ?? null;
}

/**
 * Returns the page that was created in a course with this client id, deleted or not, and what it is a copy of; null without one.
 */
export async function findPageByClientId(
  db: Db,
  courseId: string,
  clientId: string,
): Promise<{ id: string; copied_from: string | null } | null> {
  const row = await db
    .selectFrom('course_pages')
    .select(['id', 'copied_from'])
    .where('course_id', '=', courseId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  return row ?? null;
}

export interface NewPage extends PageText {
  id: string;
  course_id: string;
  space_id: string;
  folder_id: string | null;
  client_id: string;
  copied_from: string | null;
  is_published: boolean;
  written_by: string;
  written_at: string;
  created_at: string;
  updated_at: string;
}

/** The position after the last page of a folder, or of those without one. */
const lastPosition = (courseId: string, folderId: string | null) =>
  sql<number>`(select coalesce(max(position), 0) + 1 from course_pages
    where course_id = ${courseId}::uuid and folder_id is not distinct from ${folderId}::uuid and deleted_at is null)`;

/** Inserts a page as the last one of its folder. */
export async function insertPage(db: Db, page: NewPage): Promise<void> {
  const position = lastPosition(page.course_id, page.folder_id);
  await db
    .insertInto('course_pages')
    .values({ ...page, position })
    .execute();
}

export async function updatePageText(
  db: Db,
  pageId: string,
  text: PageText & { revision: number; written_by: string; written_at: string; updated_at: string },
): Promise<void> {
  await db.updateTable('course_pages').set(text).where('id', '=', pageId).execute();
}

export async function updatePagePublished(
  db: Db,
  pageId: string,
  fields: { is_published: boolean; updated_at: string },
): Promise<void> {
  await db.updateTable('course_pages').set(fields).where('id', '=', pageId).execute();
}

export async function updatePageQuiz(db: Db, pageId: string, hasQuiz: boolean): Promise<void> {
  await db.updateTable('course_pages').set({ has_quiz: hasQuiz }).where('id', '=', pageId).execute();
}

export async function markPageDeleted(db: Db, pageId: string, deletedAt: string): Promise<void> {
  await db.updateTable('course_pages').set({ deleted_at: deletedAt }).where('id', '=', pageId).execute();
}

/** Restores a page in its folder, or without one as the last page. */
export async function restorePage(db: Db, page: StoredPage, { keepsFolder }: { keepsFolder: boolean }) {
  await db
    .updateTable('course_pages')
    .set({
      deleted_at: null,
      ...(keepsFolder ? {} : { folder_id: null, position: lastPosition(page.course_id, null) }),
    })
    .where('id', '=', page.id)
    .execute();
}

/** Returns the pages of a folder, or those without one, but one page, in their order. */
export async function listPagePositions(
  db: Db,
  place: { course_id: string; folder_id: string | null },
  exceptId: string,
): Promise<Placed[]> {
  return await db
    .selectFrom('course_pages')
    .select(['id', 'position'])
    .where('course_id', '=', place.course_id)
    .where('folder_id', place.folder_id === null ? 'is' : '=', place.folder_id)
    .where('id', '<>', exceptId)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

export async function updatePagePlace(
  db: Db,
  pageId: string,
  place: { folder_id: string | null; position?: number },
): Promise<void> {
  await db.updateTable('course_pages').set(place).where('id', '=', pageId).execute();
}

/** Numbers pages in this order. */
export async function renumberPages(db: Db, ids: string[]): Promise<void> {
  await sql`update course_pages p set position = n.position
    from unnest(${ids}::uuid[]) with ordinality n (id, position) where p.id = n.id`.execute(db);
}

/** Gives what a user has done of a course another version, in the statement that has changed a row of it. */
const changeVersion = sql`
  insert into course_completion_versions (user_id, course_id, version)
  select user_id, course_id, gen_random_uuid() from changed
  on conflict (user_id, course_id) do update set version = excluded.version`;

/** Stores that the user has done a page. Returns false if they had already. */
export async function insertCompletion(
  db: Db,
  completion: { user_id: string; page_id: string; course_id: string; space_id: string; completed_at: string },
): Promise<boolean> {
  const { user_id, page_id, course_id, space_id, completed_at } = completion;
  const { numAffectedRows } = await sql`
    with changed as (
      insert into course_completions (user_id, page_id, course_id, space_id, completed_at)
      values (${user_id}::uuid, ${page_id}::uuid, ${course_id}::uuid, ${space_id}::uuid, ${completed_at}::timestamptz)
      on conflict (user_id, page_id) do nothing returning user_id, course_id)
    ${changeVersion}`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Removes the mark that the user has done a page. Returns false if there was none. */
export async function deleteCompletion(db: Db, userId: string, pageId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with changed as (
      delete from course_completions where user_id = ${userId}::uuid and page_id = ${pageId}::uuid
      returning user_id, course_id)
    ${changeVersion}`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Returns whether someone has passed the quiz of a page, in any attempt. */
export async function hasPassedQuiz(db: Db, pageId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`select from quiz_attempts
    where page_id = ${pageId}::uuid and user_id = ${userId}::uuid and is_passed limit 1`.execute(db);
  return rows.length > 0;
}

/** Returns the pages that show an upload now, and whether everyone who can read the space sees them. */
export async function listPagesShowing(
  db: Db,
  upload_id: string,
): Promise<{ page_id: string; is_public: boolean }[]> {
  const { rows } = await sql<{ page_id: string; is_public: boolean }>`
    select i.page_id, (c.is_published and c.deleted_at is null and ${isPagePublished}) as is_public
    from course_page_uploads i join course_pages p on p.id = i.page_id join courses c on c.id = p.course_id ${folderOfPage}
    where i.upload_id = ${upload_id}::uuid and i.last_revision is null`.execute(db);
  return rows;
}
