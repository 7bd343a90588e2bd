import { nowIso } from '#server/platform/clock.ts';
import type { Feature } from '#server/platform/feature.ts';
import { setPageQuiz } from '../courses/index.ts';
import { copyQuiz } from './quizzes.queries.ts';
import { quizRoutes } from './quizzes.routes.ts';

export { saveQuiz } from './edit-quiz.ts';
export { rightAnswerOf } from './grading.ts';
export { saveQuizAnswer, submitQuiz } from './take-quiz.ts';

export const quizzes: Feature = {
  name: 'quizzes',
  routes: quizRoutes,
  hooks: {
    coursePageCopied: async (tx, { page_id, copy_id }) => {
      // The copy is published with its page.
      if (await copyQuiz(tx, page_id, copy_id, nowIso())) await setPageQuiz(tx, null, copy_id, true);
    },
  },
};
