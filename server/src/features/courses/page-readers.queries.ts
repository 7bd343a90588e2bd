import { sql } from 'kysely';
import type { AccessSettings } from '#contract/features/access/access.ts';
import type { Db } from '#server/platform/db/database.ts';
import { accessJson } from '../access/index.ts';
import { doesPageExist, folderOfPage, isPagePublished } from './visible-pages.queries.ts';

interface ItemWithRules {
  id: string;
  access: AccessSettings | null;
}

/** A page with everything that decides who can open it. */
export interface PageWithRules {
  space_id: string;
  /** Whether everyone sees it who sees the classroom. */
  is_published: boolean;
  /** Its course, its folder and itself. */
  chain: ItemWithRules[];
}

/** Returns a page of a course with comments; null if it's deleted or the classroom is turned off. */
export async function findPageWithRules(db: Db, pageId: string): Promise<PageWithRules | null> {
  const item = (id: ReturnType<typeof sql>) =>
    sql`json_build_object('id', ${id}, 'access', ${accessJson(id)})`;
  const { rows } = await sql<PageWithRules>`
    select c.space_id, (c.is_published and ${isPagePublished}) as is_published,
      case when f.id is null then json_build_array(${item(sql`c.id`)}, ${item(sql`p.id`)})
        else json_build_array(${item(sql`c.id`)}, ${item(sql`f.id`)}, ${item(sql`p.id`)}) end as chain
    from course_pages p join courses c on c.id = p.course_id join spaces s on s.id = c.space_id ${folderOfPage}
    where p.id = ${pageId}::uuid and c.deleted_at is null and ${doesPageExist} and c.comments_enabled and s.feature_classroom_enabled`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** A member, and what opens a page to them whatever its rules. */
export interface PossibleReader {
  user_id: string;
  can_edit: boolean;
  is_done: boolean;
}

/** Returns those of the users who are active members of the space of a page. */
export async function listPossibleReaders(
  db: Db,
  pageId: string,
  userIds: readonly string[],
): Promise<PossibleReader[]> {
  const { rows } = await sql<PossibleReader>`
    select m.user_id, (m.role in ('owner', 'admin') or coalesce(c.editor_id = m.user_id, false)) as can_edit,
      exists (select from course_completions d where d.page_id = p.id and d.user_id = m.user_id) as is_done
    from course_pages p join courses c on c.id = p.course_id
      join space_members m on m.space_id = c.space_id and m.status = 'active' and m.user_id = any(${userIds}::uuid[])
    where p.id = ${pageId}::uuid`.execute(db);
  return rows;
}
