import type { QuizAnswer } from '#contract/features/quizzes/questions.ts';
import type { Quiz, QuizResult } from '#contract/features/quizzes/quizzes.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { publish, userChannel } from '#server/platform/live/publish.ts';
import type { Platform } from '#server/platform/platform.ts';
import { completePage, requireOpenPage } from '../courses/index.ts';
import { requireActiveMember } from '../members/index.ts';
import { gradeQuiz, isAnswerOf } from './grading.ts';
import {
  findAttempt,
  findAttempts,
  findQuiz,
  type QuizRow,
  saveAnswer,
  submitAttempt,
} from './quizzes.queries.ts';
import { hasAttemptsLeft, showsAnswersTo, toQuiz, toResult } from './quizzes.view.ts';

type Scope = Pick<SpaceContext, 'space_id'>;

/** Returns the quiz of a page. @throws AppError `quiz_not_found` */
export async function requireQuiz(db: Db, pageId: string, options?: { locks: boolean }): Promise<QuizRow> {
  const quiz = await findQuiz(db, pageId, options);
  if (!quiz) throw new AppError('quiz_not_found');
  return quiz;
}

/** Returns the quiz of a page as its viewer sees it. @throws AppError `page_not_found`, `quiz_not_found` */
export async function readQuiz(
  db: Db,
  viewer: Viewer | null,
  scope: Pick<SpaceContext, 'role' | 'permissions'>,
  pageId: string,
): Promise<Quiz> {
  await requireOpenPage(db, viewer, scope, pageId);
  const learnerId = scope.role === null ? null : (viewer?.user_id ?? null);
  const [quiz, attempts] = await Promise.all([requireQuiz(db, pageId), findAttempts(db, pageId, learnerId)]);
  return toQuiz(quiz, attempts, learnerId);
}

/** Runs a write of a learner: one after another, and only while they see the page. */
async function takeQuiz<T>(
  { db }: Pick<Platform, 'db'>,
  viewer: Viewer,
  { space_id }: Scope,
  pageId: string,
  work: (tx: Tx, quiz: QuizRow, page: Awaited<ReturnType<typeof requireOpenPage>>) => Promise<T>,
): Promise<T> {
  return await db.transaction().execute(async (tx) => {
    const rights = await requireActiveMember(tx, space_id, viewer.user_id, { exclusive: true });
    const page = await requireOpenPage(tx, viewer, rights, pageId);
    return await work(tx, await requireQuiz(tx, pageId, { locks: true }), page);
  });
}

/**
 * Saves an answer of the attempt that the viewer has begun, or begins one. Returns the number of the attempt.
 * @throws AppError `page_not_found`, `quiz_not_found`, `quiz_question_not_found`, `quiz_answer_invalid`, `quiz_attempts_used`
 */
export async function saveQuizAnswer(
  platform: Pick<Platform, 'db'>,
  viewer: Viewer,
  scope: Scope,
  input: { page_id: string; question_id: string; answer: QuizAnswer },
): Promise<number> {
  const { page_id, question_id, answer } = input;
  return await takeQuiz(platform, viewer, scope, page_id, async (tx, quiz) => {
    const question = quiz.questions.find(({ id }) => id === question_id);
    if (!question) throw new AppError('quiz_question_not_found');
    if (!isAnswerOf(question, answer)) throw new AppError('quiz_answer_invalid');
    const { user_id } = viewer;
    const { latest } = await findAttempts(tx, page_id, user_id);
    const [last] = latest;
    const isBegun = last?.submitted_at === null;
    if (!isBegun && !hasAttemptsLeft(last?.number ?? 0, quiz.max_attempts))
      throw new AppError('quiz_attempts_used');
    const number = isBegun ? last.number : (last?.number ?? 0) + 1;
    const { space_id } = quiz;
    const answers = { [question_id]: answer };
    await saveAnswer(tx, { page_id, user_id, number, space_id, answers, started_at: nowIso() });
    await publish(tx, userChannel(user_id), 'quiz.attempt_changed', { space_id, page_id });
    return number;
  });
}

/**
 * Submits and grades an attempt of the viewer. The page is done once the quiz is passed. Repeating it returns the same result.
 * @throws AppError `page_not_found`, `quiz_not_found`, `quiz_attempt_not_found`
 */
export async function submitQuiz(
  platform: Pick<Platform, 'db'>,
  viewer: Viewer,
  scope: Scope,
  input: { page_id: string; number: number },
): Promise<{ quiz: Quiz; result: QuizResult }> {
  const { page_id, number } = input;
  const { user_id } = viewer;
  return await takeQuiz(platform, viewer, scope, page_id, async (tx, quiz, page) => {
    const key = { page_id, user_id, number };
    const attempt = await findAttempt(tx, key);
    if (!attempt) throw new AppError('quiz_attempt_not_found');
    if (attempt.submitted_at === null) {
      const { results, percent, is_passed } = gradeQuiz(quiz, attempt.answers);
      await submitAttempt(tx, key, { submitted_at: nowIso(), results, percent, is_passed });
      const { space_id } = quiz;
      await publish(tx, userChannel(user_id), 'quiz.attempt_changed', { space_id, page_id });
      if (is_passed && page.completed_at === null)
        await completePage(tx, { user_id, page_id, course_id: page.course_id, space_id });
    }
    const [attempts, submitted] = [await findAttempts(tx, page_id, user_id), await findAttempt(tx, key)];
    const shown = toQuiz(quiz, attempts, user_id);
    const result = submitted && toResult(quiz, submitted, showsAnswersTo(quiz, attempts));
    if (!result) throw new AppError('quiz_attempt_not_found');
    return { quiz: shown, result };
  });
}
