import { sql } from 'kysely';
import type { AccessSettings } from '#contract/features/access/access.ts';
import type { Db } from '#server/platform/db/database.ts';
import { accessJson } from '../../access/index.ts';
import {
  type CourseViewer,
  folderOfPage,
  isCourseSeen,
  isEditor,
  isPageSeen,
} from '../visible-pages.queries.ts';

/** A page that shows an upload, or showed it in an earlier version. */
export interface ShowingPage {
  id: string;
  course_id: string;
  folder_id: string | null;
  is_editor: boolean;
  completed_at: string | null;
  access: AccessSettings | null;
  course_access: AccessSettings | null;
  folder_access: AccessSettings | null;
}

/** Returns the pages that show an upload to the viewer. Editors also see those of earlier versions and of deleted pages. */
export async function listShowingPages(
  db: Db,
  viewer: CourseViewer,
  uploadId: string,
): Promise<ShowingPage[]> {
  const { rows } = await sql<ShowingPage>`
    select p.id, p.course_id, p.folder_id, ${isEditor(viewer)} as is_editor, d.completed_at,
      ${accessJson(sql`p.id`)} as access, ${accessJson(sql`c.id`)} as course_access, ${accessJson(sql`f.id`)} as folder_access
    from course_page_uploads i join course_pages p on p.id = i.page_id ${folderOfPage}
    join courses c on c.id = p.course_id
    left join course_completions d on d.page_id = p.id and d.user_id = ${viewer.member_id}::uuid
    where i.upload_id = ${uploadId}::uuid and (${isEditor(viewer)}
      or (i.last_revision is null and ${isCourseSeen(viewer)} and ${isPageSeen(viewer)}))`.execute(db);
  return rows;
}
