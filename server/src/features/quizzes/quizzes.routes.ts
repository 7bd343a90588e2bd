import type { RouteBinder } from '#server/platform/http/routes.ts';
import type { Platform } from '#server/platform/platform.ts';
import { requireOpenPage } from '../courses/index.ts';
import { deleteQuiz, saveQuiz } from './edit-quiz.ts';
import { findQuiz, summarizeAttempts } from './quizzes.queries.ts';
import { toSource, toStatistics } from './quizzes.view.ts';
import { readQuiz, requireQuiz, saveQuizAnswer, submitQuiz } from './take-quiz.ts';

/** The most attempts that statistics are about, so that they cost the same however many there are. */
const countedAttempts = 1_000;

export function quizRoutes(route: RouteBinder, platform: Platform): void {
  const { db } = platform;

  route('get_page_quiz', async ({ input, viewer, scope }) => ({
    quiz: await readQuiz(db, viewer, scope, input.page_id),
  }));

  route('save_quiz_answer', async ({ input, viewer, scope }) => ({
    number: await saveQuizAnswer(platform, viewer, scope, input),
  }));

  route('submit_quiz', async ({ input, viewer, scope }) => await submitQuiz(platform, viewer, scope, input));

  route('get_quiz_source', async ({ input, viewer, scope }) => {
    await requireOpenPage(db, viewer, scope, input.page_id, { edits: true });
    const quiz = await findQuiz(db, input.page_id);
    return { source: quiz && toSource(quiz) };
  });

  route('save_quiz', async ({ input, viewer, scope }) => ({
    source: await saveQuiz(platform, viewer, scope, input),
  }));

  route('delete_quiz', async ({ input, viewer, scope }) => {
    await deleteQuiz(platform, viewer, scope, input.page_id);
    return {};
  });

  route('get_quiz_statistics', async ({ input, viewer, scope }) => {
    await requireOpenPage(db, viewer, scope, input.page_id, { edits: true });
    const quiz = await requireQuiz(db, input.page_id);
    return { statistics: toStatistics(quiz, await summarizeAttempts(db, input.page_id, countedAttempts)) };
  });
}
