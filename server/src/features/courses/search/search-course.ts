import type { Db } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { listLocks, listRuledItems } from '../../access/index.ts';
import { findCourse } from '../courses.queries.ts';
import type { CourseViewer } from '../visible-pages.queries.ts';
import { type FoundPage, findMatchingPages } from './search.queries.ts';

/**
 * Returns the pages of a course whose title or text contains a text, in their order: of those that the viewer sees the ones that are
 * open to them.
 * @throws AppError `course_not_found`
 */
export async function searchCourse(
  db: Db,
  viewer: CourseViewer,
  { space_id, course_id, query }: { space_id: string; course_id: string; query: string },
): Promise<FoundPage[]> {
  const [course, ruled] = await Promise.all([
    findCourse(db, viewer, space_id, course_id),
    listRuledItems(db, course_id),
  ]);
  if (!course) throw new AppError('course_not_found');
  const items = course.can_edit ? [] : ruled;
  const locks = await listLocks(db, { space_id, user_id: viewer.member_id }, items);
  return await findMatchingPages(db, viewer, course_id, { text: query, locked_ids: [...locks.keys()] });
}
