import { sql } from 'kysely';
import type { AccessSettings } from '#contract/features/access/access.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { accessJson } from '../../access/index.ts';
import { folderOfPage, isPagePublished } from '../visible-pages.queries.ts';

export type AnnouncementType = 'new_course' | 'new_pages';

/** Which announcement it is: a course has one of each type. */
export interface AnnouncementKey {
  course_id: string;
  type: AnnouncementType;
}

/**
 * Queues that members are notified at `due_at`. What is published while one of the same type is open (`openFor`, in milliseconds) is
 * added to it, and sent with it, or at its end if it was sent.
 */
export async function upsertAnnouncement(
  tx: Tx,
  announcement: AnnouncementKey & {
    space_id: string;
    actor_id: string;
    page_ids: string[];
    opened_at: string;
    due_at: string;
    broadcast_id: string;
  },
  openFor: number,
): Promise<void> {
  const { course_id, type, space_id, actor_id, page_ids, opened_at, due_at, broadcast_id } = announcement;
  const ends = sql`a.opened_at + make_interval(secs => ${openFor / 1000})`;
  const isOpen = sql`(a.due_at is not null or ${ends} > excluded.opened_at)`;
  await sql`
    insert into course_announcements as a (course_id, type, space_id, actor_id, page_ids, opened_at, due_at, broadcast_id)
    values (${course_id}::uuid, ${type}, ${space_id}::uuid, ${actor_id}::uuid, ${page_ids}::uuid[], ${opened_at}::timestamptz,
      ${due_at}::timestamptz, ${broadcast_id}::uuid)
    on conflict (course_id, type) do update set actor_id = excluded.actor_id, cursor_user_id = null,
      broadcast_id = excluded.broadcast_id,
      page_ids = case when ${isOpen} then a.page_ids || excluded.page_ids else excluded.page_ids end,
      opened_at = case when ${isOpen} then a.opened_at else excluded.opened_at end,
      due_at = case when not ${isOpen} then excluded.due_at
        when a.due_at is not null and a.cursor_user_id is null then a.due_at else ${ends} end`.execute(tx);
}

/** Returns those of the pages that everyone sees and that members weren't notified of after `since`. */
export async function listUnannounced(tx: Tx, pageIds: string[], since: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from course_pages p ${folderOfPage}
    where p.id = any(${pageIds}::uuid[]) and ${isPagePublished}
      and (p.announced_at is null or p.announced_at <= ${since}::timestamptz)`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Returns the ids of the pages of a folder. */
export async function listPagesOfFolder(tx: Tx, folderId: string): Promise<string[]> {
  const query = tx.selectFrom('course_pages').select('id').where('folder_id', '=', folderId);
  return (await query.where('deleted_at', 'is', null).execute()).map(({ id }) => id);
}

/** Returns when members were last notified of a course, and whether they are about to be. The caller has locked the course. */
export async function findAnnounced(
  tx: Tx,
  courseId: string,
): Promise<{ announced_at: string | null; is_queued: boolean }> {
  const { rows } = await sql<{ announced_at: string | null; is_queued: boolean }>`
    select c.announced_at, exists (select from course_announcements a
      where a.course_id = c.id and a.type = 'new_course' and a.due_at is not null) as is_queued
    from courses c where c.id = ${courseId}::uuid`.execute(tx);
  return rows[0] ?? { announced_at: null, is_queued: false };
}

/** Returns the announcement that is due longest, ignoring those of `skipped` courses. */
export async function findNextAnnouncement(
  db: Db,
  now: string,
  skipped: string[],
): Promise<AnnouncementKey | null> {
  const { rows } = await sql<AnnouncementKey>`
    select course_id, type from course_announcements
    where due_at <= ${now}::timestamptz and course_id <> all(${skipped}::uuid[])
    order by due_at, course_id, type limit 1`.execute(db);
  return rows[0] ?? null;
}

export interface DueAnnouncement extends AnnouncementKey {
  space_id: string;
  actor_id: string | null;
  page_ids: string[];
  opened_at: string;
  broadcast_id: string;
  cursor_user_id: string | null;
}

/**
 * Locks an announcement that is due; null if it isn't. Its course is locked before, as by every write of it, so that what is
 * published stays so until the transaction ends.
 */
export async function lockAnnouncement(
  tx: Tx,
  { course_id, type }: AnnouncementKey,
  now: string,
): Promise<DueAnnouncement | null> {
  await sql`select from courses where id = ${course_id}::uuid for no key update`.execute(tx);
  const row = await tx
    .selectFrom('course_announcements')
    .select(['course_id', 'space_id', 'actor_id', 'page_ids', 'opened_at', 'broadcast_id', 'cursor_user_id'])
    .where('course_id', '=', course_id)
    .where('type', '=', type)
    .where('due_at', '<=', now)
    .forUpdate()
    .executeTakeFirst();
  return row ? { ...row, type } : null;
}

/** An item with its rules; null without any. */
interface Item {
  id: string;
  access: AccessSettings | null;
}

/** A course that everyone sees, with those of some pages that everyone sees, too. */
export interface AnnouncedCourse extends Item {
  description: string;
  page_count: number;
  /** The creator, if they may edit it without a role. */
  editor_id: string | null;
  pages: { page: Item; folder: Item | null }[];
}

/** Returns a course with those of the pages that everyone sees; null if not everyone sees the course, or its classroom is off. */
export async function findAnnouncedCourse(
  db: Db,
  courseId: string,
  pageIds: string[],
): Promise<AnnouncedCourse | null> {
  const { rows } = await sql<AnnouncedCourse>`
    select c.id, ${accessJson(sql`c.id`)} as access, c.description, c.page_count, c.editor_id, coalesce((
      select json_agg(json_build_object('page', json_build_object('id', p.id, 'access', ${accessJson(sql`p.id`)}),
        'folder', case when f.id is not null then json_build_object('id', f.id, 'access', ${accessJson(sql`f.id`)}) end))
      from course_pages p ${folderOfPage}
      where p.course_id = c.id and p.id = any(${pageIds}::uuid[]) and ${isPagePublished}), '[]') as pages
    from courses c where c.id = ${courseId}::uuid and is_course_shown(c.id, null)`.execute(db);
  return rows[0] ?? null;
}

/** Records that members are being notified of a course with all pages that everyone sees, or of these pages. */
export async function markAnnounced(
  tx: Tx,
  { course_id, type, page_ids }: AnnouncementKey & { page_ids: string[] },
  at: string,
): Promise<void> {
  if (type === 'new_course')
    await tx.updateTable('courses').set({ announced_at: at }).where('id', '=', course_id).execute();
  const which = type === 'new_course' ? sql`true` : sql`p.id = any(${page_ids}::uuid[])`;
  await sql`
    update course_pages set announced_at = ${at}::timestamptz where id in (
      select p.id from course_pages p ${folderOfPage}
      where p.course_id = ${course_id}::uuid and ${isPagePublished} and ${which})`.execute(tx);
}

/** Stores the last user who has been notified; null if all have been. */
export async function updateAnnouncementCursor(
  tx: Tx,
  { course_id, type }: AnnouncementKey,
  cursor_user_id: string | null,
): Promise<void> {
  await tx
    .updateTable('course_announcements')
    .set(cursor_user_id === null ? { cursor_user_id, due_at: null } : { cursor_user_id })
    .where('course_id', '=', course_id)
    .where('type', '=', type)
    .execute();
}

export async function deleteAnnouncement(tx: Tx, { course_id, type }: AnnouncementKey): Promise<void> {
  await tx
    .deleteFrom('course_announcements')
    .where('course_id', '=', course_id)
    .where('type', '=', type)
    .execute();
}

/** Deletes announcements that were sent and opened before a time: later pages are a new one. */
export async function deleteClosedAnnouncements(db: Db, openedBefore: string): Promise<void> {
  await db
    .deleteFrom('course_announcements')
    .where('due_at', 'is', null)
    .where('opened_at', '<', openedBefore)
    .execute();
}
