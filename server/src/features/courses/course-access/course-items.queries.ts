import { sql } from 'kysely';
import type { AccessSettings } from '#contract/features/access/access.ts';
import type { courseItemKinds } from '#contract/features/access/access-items.ts';
import type { Db } from '#server/platform/db/database.ts';
import { accessJson } from '../../access/index.ts';
import { doesPageExist, folderOfPage, isPagePublished } from '../visible-pages.queries.ts';

/** A course, or a folder or page of it. */
export interface CourseItem {
  kind: (typeof courseItemKinds)[number];
  id: string;
}

/** An item of a course with the rules of it and of what it is part of. */
export interface ItemChain {
  title: string;
  folder: { id: string; access: AccessSettings | null } | null;
  page: { id: string; access: AccessSettings | null } | null;
  course: { id: string; access: AccessSettings | null };
  /** Whether everyone sees it who sees the course. */
  is_public: boolean;
}

/** Returns an item of a course with what it is part of; null if the course doesn't have it, or it was deleted. */
export async function findItemChain(db: Db, courseId: string, item: CourseItem): Promise<ItemChain | null> {
  const ofFolder = sql`json_build_object('id', f.id, 'access', ${accessJson(sql`f.id`)})`;
  const ofPage = sql`json_build_object('id', p.id, 'access', ${accessJson(sql`p.id`)})`;
  const course = sql`json_build_object('id', c.id, 'access', ${accessJson(sql`c.id`)}) as course`;
  const from = {
    course: sql`${course}, c.title, null as folder, null as page, true as is_public from courses c where c.id = ${item.id}::uuid`,
    folder: sql`${course}, f.title, ${ofFolder} as folder, null as page, f.is_published as is_public
      from courses c join course_folders f on f.course_id = c.id and f.deleted_at is null
      where f.id = ${item.id}::uuid`,
    page: sql`${course}, p.title, case when f.id is not null then ${ofFolder} end as folder, ${ofPage} as page,
      ${isPagePublished} as is_public
      from courses c join course_pages p on p.course_id = c.id ${folderOfPage}
      where p.id = ${item.id}::uuid and ${doesPageExist}`,
  }[item.kind];
  const { rows } = await sql<ItemChain>`select ${from} and c.id = ${courseId}::uuid`.execute(db);
  return rows[0] ?? null;
}

/** Returns when members completed a page, by user id. */
export async function listCompletions(
  db: Db,
  pageId: string,
  userIds: string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('course_completions')
    .select(['user_id', 'completed_at'])
    .where('page_id', '=', pageId)
    .where('user_id', 'in', userIds.length > 0 ? userIds : [pageId])
    .execute();
  return new Map(rows.map(({ user_id, completed_at }) => [user_id, completed_at]));
}
