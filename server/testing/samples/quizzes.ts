import type { Api } from '#contract/api.ts';
import type { QuizQuestion } from '#contract/features/quizzes/questions.ts';
import type { EndpointInput } from '#contract/schema/endpoint.ts';
import { newId } from '#server/platform/ids.ts';
import type { TestPerson } from '../people.ts';
import type { TestServer } from '../server.ts';
import { newCoursesBySql, newPagesBySql } from './courses.ts';

/** A question to which true is the answer. */
export const trueQuestion = (text = 'Bread needs time.'): QuizQuestion => ({
  id: newId(),
  kind: 'true_false',
  text,
  explanation: 'The yeast needs it.',
  is_true: true,
});

/** A quiz with one question, which is passed with half of it. */
export const quizInput = (
  fields: Partial<EndpointInput<Api['save_quiz']>> = {},
): Omit<EndpointInput<Api['save_quiz']>, 'page_id'> => ({
  questions: [trueQuestion()],
  pass_percent: 50,
  max_attempts: null,
  is_shuffled: false,
  base_version: 0,
  ...fields,
});

/** Creates a published page with a quiz, as an owner or admin. */
export async function newQuizPage(
  server: TestServer,
  person: TestPerson,
  space: { id: string },
  fields: Partial<EndpointInput<Api['save_quiz']>> = {},
) {
  const [course_id = ''] = await newCoursesBySql(server, space.id, person.user.id);
  const [page_id = ''] = await newPagesBySql(server, course_id);
  const { source } = await person.call('save_quiz', { ...quizInput(fields), page_id });
  return { course_id, page_id, questions: source.questions };
}
