import { BoundedMap } from '#server/platform/bounded-map.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { CourseRow, UncountedCourse } from '../courses.queries.ts';
import type { CourseViewer } from '../visible-pages.queries.ts';
import { type CountsRow, listCounts } from './tree.queries.ts';

/** How many counts are kept at most: one for each course and viewer, about 500 bytes each. */
const maxCounts = 50_000;
const memories = new WeakMap<Db, BoundedMap<string, CountsRow>>();

function memoryOf(db: Db): BoundedMap<string, CountsRow> {
  const memory = memories.get(db) ?? new BoundedMap<string, CountsRow>({ limit: maxCounts });
  memories.set(db, memory);
  return memory;
}

/**
 * Returns courses with the viewer's counts. They are kept in memory, and only used while the course has the versions that they are
 * of: counting takes longer the more pages are done. Everyone but editors sees as many pages as the course says.
 */
export async function loadCounts(
  db: Db,
  viewer: CourseViewer,
  courses: readonly UncountedCourse[],
): Promise<CourseRow[]> {
  const memory = memoryOf(db);
  const keyOf = (id: string, canEdit: boolean) => `${id} ${viewer.member_id} ${canEdit}`;
  const counts = new Map<string, Pick<CourseRow, 'page_count' | 'completed_count'>>();
  const uncounted: string[] = [];
  for (const course of courses) {
    if (!course.can_edit && course.completions_version === null) continue;
    const known = memory.get(keyOf(course.id, course.can_edit));
    const isCurrent =
      known?.tree_version === course.tree_version && known.completions_version === course.completions_version;
    if (isCurrent) counts.set(course.id, known);
    else uncounted.push(course.id);
  }
  const rows = uncounted.length > 0 ? await listCounts(db, { ...viewer, course_ids: uncounted }) : [];
  for (const row of rows) {
    counts.set(row.id, row);
    memory.set(keyOf(row.id, row.can_edit), row);
  }
  return courses.map((course) => {
    const { page_count = course.page_count, completed_count = 0 } = counts.get(course.id) ?? {};
    return { ...course, page_count, completed_count };
  });
}
