import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import { accessJson } from '../../access/index.ts';
import type { FolderRow } from '../courses.queries.ts';
import type { Placed } from '../positions.ts';

export interface StoredFolder extends FolderRow {
  deleted_at: string | null;
}

/** Inserts a folder at the end of its course: the first one at 1000. */
export async function insertFolder(
  db: Db,
  folder: {
    id: string;
    course_id: string;
    space_id: string;
    client_id: string;
    title: string;
    is_published: boolean;
    created_at: string;
    updated_at: string;
  },
): Promise<void> {
  const position = sql<number>`(select greatest(coalesce(max(position), 0) + 1, 1000) from course_folders
    where course_id = ${folder.course_id}::uuid and deleted_at is null)`;
  await db
    .insertInto('course_folders')
    .values({ ...folder, position })
    .execute();
}

const folders = (db: Db) =>
  db
    .selectFrom('course_folders as f')
    .select(['f.id', 'f.title', 'f.is_published', 'f.deleted_at', accessJson(sql`f.id`).as('access')]);

/** Returns a folder of a course, deleted or not; null without one. */
export async function findFolder(db: Db, courseId: string, folderId: string): Promise<StoredFolder | null> {
  const query = folders(db).where('course_id', '=', courseId).where('id', '=', folderId);
  return (await query.executeTakeFirst()) ?? null;
}

/** Returns the folder that was created in a course with this client id, deleted or not; null without one. */
export async function findFolderByClientId(
  db: Db,
  courseId: string,
  clientId: string,
): Promise<StoredFolder | null> {
  const query = folders(db).where('course_id', '=', courseId).where('client_id', '=', clientId);
  return (await query.executeTakeFirst()) ?? null;
}

/** Counts the folders of a course that aren't deleted. */
export async function countFolders(db: Db, courseId: string): Promise<number> {
  const { count } = await db
    .selectFrom('course_folders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('course_id', '=', courseId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function updateFolderFields(
  db: Db,
  folderId: string,
  fields: { title: string; is_published: boolean; updated_at: string },
): Promise<void> {
  await db.updateTable('course_folders').set(fields).where('id', '=', folderId).execute();
}

/** Marks a folder as deleted, or as restored with null. */
export async function updateFolderDeletedAt(
  db: Db,
  folderId: string,
  deletedAt: string | null,
): Promise<void> {
  await db.updateTable('course_folders').set({ deleted_at: deletedAt }).where('id', '=', folderId).execute();
}

/** Returns the folders of a course but one in their order. */
export async function listFolderPositions(db: Db, courseId: string, exceptId: string): Promise<Placed[]> {
  return await db
    .selectFrom('course_folders')
    .select(['id', 'position'])
    .where('course_id', '=', courseId)
    .where('id', '<>', exceptId)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

export async function updateFolderPosition(db: Db, folderId: string, position: number): Promise<void> {
  await db.updateTable('course_folders').set({ position }).where('id', '=', folderId).execute();
}

/** Numbers the folders of a course in this order, from 1000. */
export async function renumberFolders(db: Db, ids: string[]): Promise<void> {
  await sql`update course_folders f set position = 999 + n.position
    from unnest(${ids}::uuid[]) with ordinality n (id, position) where f.id = n.id`.execute(db);
}
