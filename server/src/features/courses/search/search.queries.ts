import { sql } from 'kysely';
import { type Db, pageLimit } from '#server/platform/db/database.ts';
import { type CourseViewer, folderOfPage, isPageSeen } from '../visible-pages.queries.ts';

export interface FoundPage {
  page_id: string;
  title: string;
  excerpt: string;
}

const mostResults = 50;
/** Characters of an excerpt, and how many of them are before the match. */
const [excerptLength, excerptBefore] = [160, 50];

/**
 * Returns the pages of a course that contain a text, in their order. Pages that are locked, or are part of what is locked, are left out
 * unless the viewer has done them.
 */
export async function findMatchingPages(
  db: Db,
  viewer: CourseViewer,
  courseId: string,
  { text, locked_ids }: { text: string; locked_ids: string[] },
): Promise<FoundPage[]> {
  const position = sql`position(lower(${text}) in lower(p.text))`;
  const { rows } = await sql<FoundPage>`
    select p.id as page_id, p.title,
      case when ${position} <= ${sql.lit(excerptBefore)} then substr(p.text, 1, ${sql.lit(excerptLength)})
        else '… ' || regexp_replace(substr(p.text, ${position} - ${sql.lit(excerptBefore)}, ${sql.lit(excerptLength)}), '^\\S*\\s', '')
      end as excerpt
    from courses c join course_pages p on p.course_id = c.id ${folderOfPage}
    left join course_completions d on d.page_id = p.id and d.user_id = ${viewer.member_id}::uuid
    where c.id = ${courseId}::uuid and ${isPageSeen(viewer)}
      and (${position} > 0 or position(lower(${text}) in lower(p.title)) > 0)
      and (d.page_id is not null
        or not array[p.id, coalesce(p.folder_id, p.id), c.id] && ${locked_ids}::uuid[])
    order by p.folder_id is not null, f.position, f.id, p.position, p.id
    limit ${pageLimit(mostResults)}`.execute(db);
  return rows;
}
