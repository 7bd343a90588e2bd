import type { Db } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { createWorkSlots } from '#server/platform/limits/work-slots.ts';
import { listLocks, listRuledItems } from '../../access/index.ts';
import { findCourse } from '../courses.queries.ts';
import type { CourseViewer } from '../visible-pages.queries.ts';
import {
  type FoundCourse,
  type FoundPage,
  type FoundSpacePage,
  findMatchingCourses,
  findMatchingPages,
  findMatchingSpacePages,
} from './search.queries.ts';

/** A search may read the rules and texts of many pages: a few at once leave the connections to others. */
const slots = createWorkSlots({ concurrency: 3, maxQueuedPerUser: 10, maxQueued: 100 });

/** Who searches. */
export interface Searcher extends CourseViewer {
  /** Searches with the same value wait for each other: those of a user, or of visitors from one network. */
  sender: string;
}

/**
 * Returns the pages of a course whose title or text contains a text, in their order: of those that the viewer sees the ones that are
 * open to them.
 * @throws AppError `course_not_found`, `rate_limited`, `unavailable`
 */
export async function searchCourse(
  db: Db,
  viewer: Searcher,
  { space_id, course_id, search }: { space_id: string; course_id: string; search: string },
): Promise<FoundPage[]> {
  return await slots.run(viewer.sender, async () => {
    const [course, ruled] = await Promise.all([
      findCourse(db, viewer, space_id, course_id),
      listRuledItems(db, { course_id }),
    ]);
    if (!course) throw new AppError('course_not_found');
    const items = course.can_edit ? [] : ruled;
    const locks = await listLocks(db, { space_id, user_id: viewer.member_id }, items);
    return await findMatchingPages(db, viewer, course_id, { text: search, locked_ids: [...locks.keys()] });
  });
}

/**
 * Returns courses and pages of a space that contain a text and that the viewer can open.
 * @throws AppError `rate_limited`, `unavailable`
 */
export async function searchCourses(
  db: Db,
  viewer: Searcher,
  { space_id, search }: { space_id: string; search: string },
): Promise<{ courses: FoundCourse[]; pages: FoundSpacePage[] }> {
  return await slots.run(viewer.sender, async () => {
    const ruled = viewer.is_moderator ? [] : await listRuledItems(db, { space_id });
    const locks = await listLocks(db, { space_id, user_id: viewer.member_id }, ruled);
    const wanted = { text: search, locked_ids: [...locks.keys()] };
    const [courses, pages] = await Promise.all([
      findMatchingCourses(db, viewer, space_id, wanted),
      findMatchingSpacePages(db, viewer, space_id, wanted),
    ]);
    return { courses, pages };
  });
}
