import type { CourseLearner, CourseStatistics } from '#contract/features/courses/learners.ts';
import type { LearnerState } from '#contract/values/learner-states.ts';
import { toProgress } from '#contract/values/progress.ts';
import type { Database } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import {
  decodeCursor,
  encodeCursor,
  isTimestamp,
  type Keyset,
  toPage,
} from '#server/platform/paging/cursor.ts';
import { type CourseRow, findCourse } from '../courses.queries.ts';
import { requireCanEdit } from '../require-can-edit.ts';
import type { CourseViewer } from '../visible-pages.queries.ts';
import { type CountedCourse, findStatistics, type LearnerRow, listLearners } from './learners.queries.ts';

const pageSize = 50;

/** Returns a course if the viewer can edit it. @throws AppError `course_not_found`, `not_allowed` */
export async function requireEditableCourse(
  db: Database,
  viewer: CourseViewer,
  { space_id, course_id }: { space_id: string; course_id: string },
): Promise<CourseRow> {
  const course = await findCourse(db, viewer, space_id, course_id);
  if (!course) throw new AppError('course_not_found');
  requireCanEdit(course);
  return course;
}

/** Returns how the members progress in a course. */
export async function readStatistics(db: Database, course: CountedCourse): Promise<CourseStatistics> {
  const { completed_count, ...row } = await findStatistics(db, course);
  return { ...row, average_progress: toProgress(completed_count, row.page_count * row.started_count) };
}

const endOf = ({ person, last_completed_at, joined_at }: LearnerRow, state: LearnerState): Keyset => ({
  at: state === 'not_started' ? joined_at : (last_completed_at ?? joined_at),
  id: person.id,
});

const toLearner = ({ page_count, ...row }: LearnerRow): CourseLearner => ({
  ...row,
  progress: toProgress(row.completed_count, page_count),
});

/** Returns a page of the members in this state. */
export async function readLearners(
  db: Database,
  course: CountedCourse,
  { state, cursor }: { state: LearnerState; cursor?: string | undefined },
): Promise<{ learners: CourseLearner[]; next_cursor: string | null }> {
  const kind = `learners-${state}`;
  const after = decodeCursor(kind, cursor, isTimestamp);
  const rows = await listLearners(db, course, { state, after, limit: pageSize + 1 });
  const { page, next_cursor } = toPage(rows, pageSize, (row) => encodeCursor(kind, endOf(row, state)));
  return { learners: page.map(toLearner), next_cursor };
}

/** Reads all members with their progress, those in progress first. `batchSize` members are read at once. */
export async function* readAllLearners(
  db: Database,
  course: CountedCourse,
  batchSize = 1000,
): AsyncGenerator<CourseLearner & { state: LearnerState }> {
  for (const state of ['in_progress', 'finished', 'not_started'] as const) {
    for (let after: Keyset | null = null, isMore = true; isMore; ) {
      const rows: LearnerRow[] = await listLearners(db, course, { state, after, limit: batchSize });
      for (const row of rows) yield { ...toLearner(row), state };
      const last = rows.at(-1);
      if (last) after = endOf(last, state);
      isMore = rows.length === batchSize;
    }
  }
}
