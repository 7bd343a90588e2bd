import type { QuizQuestion } from '#contract/features/quizzes/questions.ts';
import type { QuizSource } from '#contract/features/quizzes/quizzes.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { editCourse, setPageQuiz } from '../courses/index.ts';
import { deleteQuizRow, findQuiz, upsertQuiz } from './quizzes.queries.ts';
import { toSource } from './quizzes.view.ts';

type Scope = Pick<SpaceContext, 'space_id'>;

/**
 * Creates or replaces the quiz of a page, given the version that the change is based on.
 * @throws AppError `page_not_found`, `not_allowed`, `quiz_edit_conflict` with `{source}`, the current one
 */
export async function saveQuiz(
  platform: Platform,
  viewer: Viewer,
  scope: Scope,
  input: {
    page_id: string;
    questions: QuizQuestion[];
    pass_percent: number;
    max_attempts: number | null;
    is_shuffled: boolean;
    base_version: number;
  },
): Promise<QuizSource> {
  const { page_id, base_version, ...quiz } = input;
  return await editCourse(platform, viewer, scope, { page_id }, async (edit) => {
    const { tx, course } = edit;
    const current = await findQuiz(tx, page_id);
    if ((current?.version ?? 0) !== base_version)
      throw new AppError('quiz_edit_conflict', { source: current && toSource(current) });
    const row = { ...quiz, page_id, space_id: course.space_id, version: base_version + 1 };
    await upsertQuiz(tx, { ...row, updated_by: viewer.user_id, updated_at: nowIso() });
    await setPageQuiz(tx, course, page_id, true);
    return toSource(row);
  });
}

/** Deletes the quiz of a page with all attempts. Repeating it changes nothing. @throws AppError `page_not_found`, `not_allowed` */
export async function deleteQuiz(
  platform: Platform,
  viewer: Viewer,
  scope: Scope,
  pageId: string,
): Promise<void> {
  await editCourse(platform, viewer, scope, { page_id: pageId }, async (edit) => {
    const { tx, course } = edit;
    if (!(await deleteQuizRow(tx, pageId))) return;
    await setPageQuiz(tx, course, pageId, false);
  });
}
