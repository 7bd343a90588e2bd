import type { CourseContents } from '#contract/features/courses/course-tree.ts';
import type { Course } from '#contract/features/courses/courses.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import type { Db } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { listLocks } from '../../access/index.ts';
import { findUncountedCourse } from '../courses.queries.ts';
import { toCourse } from '../courses.view.ts';
import { toCourseViewer } from '../visible-pages.queries.ts';
import { loadTree } from './load-tree.ts';
import { findCompletions } from './tree.queries.ts';

const none: Record<string, string> = {};

/**
 * Returns a course of a space, by its id, short id or slug, with its folders and pages as the viewer sees them.
 * @throws AppError `course_not_found`
 */
export async function showCourse(
  db: Db,
  viewer: Viewer | null,
  scope: Pick<SpaceContext, 'space_id' | 'role' | 'permissions'>,
  reference: string,
): Promise<{ course: Course } & CourseContents> {
  const reader = toCourseViewer(viewer, scope);
  const row = await findUncountedCourse(db, reader, scope.space_id, reference);
  if (!row) throw new AppError('course_not_found');
  const { can_edit } = row;
  const [{ tree, pageIds, ruled }, completed] = await Promise.all([
    loadTree(db, row, can_edit),
    reader.member_id === null ? none : findCompletions(db, row.id, reader.member_id),
  ]);
  const shown = Object.entries(completed).filter(([id]) => pageIds.has(id));
  const user = { space_id: scope.space_id, user_id: reader.member_id };
  const locks = await listLocks(db, user, can_edit ? [] : [row, ...ruled]);
  const counts = { page_count: pageIds.size, completed_count: shown.length };
  const course = toCourse({ ...row, ...counts }, reader, locks);
  locks.delete(row.id);
  return {
    course,
    tree,
    completions: Object.fromEntries(shown),
    locks: Object.fromEntries(locks),
  };
}
