import { newCoursesBySql, newPagesBySql } from '../../samples/courses.ts';
import { newQuizPage, quizInput } from '../../samples/quizzes.ts';
import { onlyModerators } from '../sample-content.ts';
import type { FeatureCalls, SampleContext } from '../sample-context.ts';

const ofQuiz = async ({ server, space, owner }: SampleContext) => {
  const { page_id } = await newQuizPage(server, owner, space);
  return { page_id };
};

async function ofQuestion({ server, space, owner }: SampleContext) {
  const { page_id, questions } = await newQuizPage(server, owner, space);
  return { page_id, question_id: questions[0]?.id ?? '', answer: true };
}

/** Answers a question as the caller, or as the owner if the caller can't. */
async function ofAttempt(context: SampleContext) {
  const { caller, owner, role } = context;
  const { page_id, question_id, answer } = await ofQuestion(context);
  const learner = caller && ['owner', 'admin', 'member'].includes(role) ? caller : owner;
  await learner.call('save_quiz_answer', { page_id, question_id, answer });
  return { page_id, number: 1 };
}

const denialReason = onlyModerators('not_allowed');

/** One valid call for each endpoint. */
export const sampleCalls: FeatureCalls<'quizzes'> = {
  get_page_quiz: { input: ofQuiz },
  save_quiz_answer: { input: ofQuestion },
  submit_quiz: { input: ofAttempt },
  get_quiz_source: { input: ofQuiz, denialReason },
  save_quiz: {
    input: async ({ server, space, owner }) => {
      const [course_id = ''] = await newCoursesBySql(server, space.id, owner.user.id);
      const [page_id = ''] = await newPagesBySql(server, course_id);
      return { ...quizInput(), page_id };
    },
    denialReason,
  },
  delete_quiz: { input: ofQuiz, denialReason },
  get_quiz_statistics: { input: ofQuiz, denialReason },
};
