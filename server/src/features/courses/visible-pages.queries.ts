import { sql } from 'kysely';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';

/** The viewer as queries of courses need them. */
export interface CourseViewer {
  /** Null for people who aren't members. */
  member_id: string | null;
  is_moderator: boolean;
}

/** Returns the viewer as queries of courses need them. */
export const toCourseViewer = (
  viewer: Pick<Viewer, 'user_id'> | null,
  scope: Pick<SpaceContext, 'role' | 'permissions'>,
): CourseViewer => ({
  member_id: scope.role === null ? null : (viewer?.user_id ?? null),
  is_moderator: scope.permissions.canEditSpace,
});

/** Whether the viewer may edit course `c` and see its drafts, as `canEditCourse`. */
export const isEditor = ({ member_id, is_moderator }: CourseViewer) =>
  sql<boolean>`(${is_moderator}::boolean or coalesce(c.editor_id = ${member_id}::uuid, false))`;

/** Whether the viewer sees course `c`. */
export const isCourseSeen = (viewer: CourseViewer) =>
  sql<boolean>`(c.deleted_at is null and (c.is_published or ${isEditor(viewer)}))`;

/** The join that the conditions about page `p` need. */
export const folderOfPage = sql`left join course_folders f on f.id = p.folder_id`;

/** Whether neither page `p` nor its folder `f` is deleted. */
export const doesPageExist = sql<boolean>`(p.deleted_at is null and (p.folder_id is null or f.deleted_at is null))`;

/** Whether page `p` in folder `f` is shown to everyone who sees its course. */
export const isPagePublished = sql<boolean>`(${doesPageExist} and p.is_published
  and (p.folder_id is null or f.is_published))`;

/** Whether the viewer sees page `p` in folder `f`, given that they see course `c`. */
export const isPageSeen = (viewer: CourseViewer) =>
  sql<boolean>`(${isPagePublished} or (${doesPageExist} and ${isEditor(viewer)}))`;

/** The version of what the viewer has marked as done of course `c`; null if they never have. */
export const completionsVersion = ({ member_id }: CourseViewer) => sql<string | null>`(
  select v.version from course_completion_versions v where v.user_id = ${member_id}::uuid and v.course_id = c.id)`;

/** The pages of course `c` that the viewer sees, and how many of them they have done. The count of a member's pages is kept. */
export const pageCounts = (viewer: CourseViewer) => sql`
  case when ${isEditor(viewer)}
    then (select count(*)::int from course_pages p ${folderOfPage} where p.course_id = c.id and ${doesPageExist})
    else c.page_count end as page_count,
  (select count(*)::int from course_completions d join course_pages p on p.id = d.page_id ${folderOfPage}
    where d.course_id = c.id and d.user_id = ${viewer.member_id}::uuid and ${isPageSeen(viewer)}) as completed_count`;
