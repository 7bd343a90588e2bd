/* Quizzes for tests, valid by the schemas of the contract, as in `fixtures.ts`. */
import { type QuizQuestion, quizQuestion } from '#contract/features/quizzes/questions.ts';
import {
  type Quiz,
  type QuizResult,
  type QuizSource,
  quiz,
  quizSource,
} from '#contract/features/quizzes/quizzes.ts';
import { idOf, timeOf } from './fixtures.ts';

export const [choiceId, statementId, wheat, corn] = [idOf(11), idOf(12), idOf(21), idOf(22)];

/** A quiz with a choice and a statement that nobody has answered. */
export function aQuiz(fields: Partial<Quiz> = {}): Quiz {
  return quiz.parse({
    page_id: idOf(1),
    version: 1,
    pass_percent: 50,
    max_attempts: null,
    is_shuffled: false,
    questions: [
      {
        id: choiceId,
        kind: 'single',
        text: 'Which flour?',
        choices: [
          { id: wheat, text: 'Wheat' },
          { id: corn, text: 'Corn' },
        ],
      },
      { id: statementId, kind: 'true_false', text: 'Bread needs time.', choices: [] },
    ],
    attempt: null,
    attempts_used: 0,
    is_passed: false,
    last_result: null,
    ...fields,
  });
}

/** What came of the first attempt: the statement was right, the choice wasn't. */
export const aResult = (fields: Partial<QuizResult> = {}): QuizResult => ({
  number: 1,
  percent: 50,
  right_count: 1,
  question_count: 2,
  is_passed: true,
  submitted_at: timeOf(1),
  questions: [
    { question_id: choiceId, is_right: false, explanation: 'It has more gluten.', right_answer: [wheat] },
    { question_id: statementId, is_right: true, explanation: '', right_answer: true },
  ],
  ...fields,
});

export const aQuestion = (fields: object = {}): QuizQuestion =>
  quizQuestion.parse({
    id: choiceId,
    kind: 'single',
    text: 'Which flour?',
    choices: [
      { id: wheat, text: 'Wheat', is_correct: true },
      { id: corn, text: 'Corn', is_correct: false },
    ],
    ...fields,
  });

export const aQuizSource = (fields: Partial<QuizSource> = {}): QuizSource =>
  quizSource.parse({
    questions: [aQuestion()],
    pass_percent: 80,
    max_attempts: null,
    is_shuffled: false,
    version: 1,
    ...fields,
  });
