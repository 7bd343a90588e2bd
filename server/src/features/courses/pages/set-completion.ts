import { toProgress } from '#contract/values/progress.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { publish, userChannel } from '#server/platform/live/publish.ts';
import { requireActiveMember } from '../../members/index.ts';
import { findCounts, findPage } from '../courses.queries.ts';
import type { CourseContext } from '../edit-course.ts';
import { requireOpen } from '../read-page.ts';
import { toCourseViewer } from '../visible-pages.queries.ts';
import { deleteCompletion, hasPassedQuiz, insertCompletion } from './pages.queries.ts';

/** Stores that someone has done a page, and publishes it if they hadn't. Returns since when. */
export async function completePage(
  tx: Tx,
  done: { user_id: string; page_id: string; course_id: string; space_id: string },
): Promise<string> {
  const completed_at = nowIso();
  if (await insertCompletion(tx, { ...done, completed_at })) {
    const { user_id, ...page } = done;
    await publish(tx, userChannel(user_id), 'course.completion_changed', { ...page, completed_at });
  }
  return completed_at;
}

/**
 * Marks a page as done or not done for the viewer, and returns their progress in its course. Repeating it changes nothing.
 * @throws AppError `page_not_found`, `quiz_not_passed`
 */
export async function setCompletion(
  { db }: Pick<CourseContext, 'db'>,
  viewer: Viewer,
  { space_id }: Pick<SpaceContext, 'space_id'>,
  input: { page_id: string; completed: boolean },
) {
  const { page_id, completed } = input;
  const { user_id } = viewer;
  return await db.transaction().execute(async (tx) => {
    const rights = await requireActiveMember(tx, space_id, user_id);
    const reader = toCourseViewer(viewer, rights);
    const before = await findPage(tx, reader, page_id);
    if (!before) throw new AppError('page_not_found');
    await requireOpen(tx, reader, before);
    const { course_id } = before;
    const needsQuiz = completed && before.has_quiz && before.completed_at === null;
    if (needsQuiz && !(await hasPassedQuiz(tx, page_id, user_id))) throw new AppError('quiz_not_passed');
    if (completed) await completePage(tx, { user_id, page_id, course_id, space_id });
    else if (await deleteCompletion(tx, user_id, page_id)) {
      const payload = { space_id, course_id, page_id, completed_at: null };
      await publish(tx, userChannel(user_id), 'course.completion_changed', payload);
    }
    const [page, counts] = await Promise.all([
      findPage(tx, reader, page_id),
      findCounts(tx, reader, course_id),
    ]);
    if (!page || !counts) throw new AppError('page_not_found');
    const { completed_at } = page;
    return { ...counts, completed_at, progress: toProgress(counts.completed_count, counts.page_count) };
  });
}
