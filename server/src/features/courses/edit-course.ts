import { courseRestoreDays } from '#contract/values/limits.ts';
import type { MemberRights, SpaceContext, Viewer } from '#server/platform/access.ts';
import { nowMs } from '#server/platform/clock.ts';
import type { Database, Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import type { HookContext } from '#server/platform/lifecycle.ts';
import { requireActiveMember } from '../members/index.ts';
import { canEditCourse } from './courses.policy.ts';
import { type CourseTarget, findCourseForUpdate, type LockedCourse, lockSpace } from './courses.queries.ts';
import { requireCanEdit } from './require-can-edit.ts';
import { type CourseViewer, toCourseViewer } from './visible-pages.queries.ts';

export type CourseContext = HookContext & { db: Database };

/** What a write of a course gets. */
export interface CourseEdit {
  tx: Tx;
  /** As it was before the write. */
  course: LockedCourse;
  rights: MemberRights;
  viewer: CourseViewer & { user_id: string };
}

/** Returns the time after which something must have been deleted so that it can be restored. */
export const restorableSince = (): string =>
  new Date(nowMs() - courseRestoreDays * 24 * 60 * 60 * 1000).toISOString();

const notFoundOf = (target: CourseTarget) =>
  'course_id' in target ? 'course_not_found' : 'folder_id' in target ? 'folder_not_found' : 'page_not_found';

/**
 * Runs a write of a course, a folder or a page in a transaction that has locked the membership of the viewer and the course.
 * Only editors may write. Drafts and what is deleted don't exist for others.
 * @param options.deleted whether the target may be deleted
 * @param options.locksSpace whether the space is locked first: for a change of how many courses are published, of their order, or of what
 * prerequisites depend on
 * @throws AppError the code of `target` that isn't found, `not_allowed`, `membership_required`
 */
export async function editCourse<T>(
  { db }: Pick<CourseContext, 'db'>,
  viewer: Viewer,
  scope: Pick<SpaceContext, 'space_id'>,
  target: CourseTarget,
  work: (edit: CourseEdit) => Promise<T>,
  { deleted = false, locksSpace = false }: { deleted?: boolean; locksSpace?: boolean } = {},
): Promise<T> {
  return await db.transaction().execute(async (tx) => {
    if (locksSpace) await lockSpace(tx, scope.space_id);
    const rights = await requireActiveMember(tx, scope.space_id, viewer.user_id);
    const course = await findCourseForUpdate(tx, target);
    if (!course) throw new AppError(notFoundOf(target));
    const can_edit = canEditCourse(viewer.user_id, rights, course);
    if (!can_edit && !course.is_target_public) throw new AppError(notFoundOf(target));
    requireCanEdit({ can_edit });
    const isCourse = 'course_id' in target;
    if ((course.is_target_deleted && !deleted) || (!isCourse && course.deleted_at !== null))
      throw new AppError(notFoundOf(target));
    const user = { ...toCourseViewer(viewer, rights), user_id: viewer.user_id };
    return await work({ tx, course, rights, viewer: user });
  });
}
