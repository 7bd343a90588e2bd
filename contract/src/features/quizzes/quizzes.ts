import { z } from 'zod';
import { defineEndpoint, emptyResponse, id, timestamp } from '../../schema/endpoint.ts';
import { maxQuizAttempts } from '../../values/limits.ts';
import { quizAnswer, quizQuestion, quizQuestions, shownQuestion } from './questions.ts';

const percent = z.number().int().min(0).max(100);

const settings = {
  /** How much must be right to pass, in percent. */
  pass_percent: percent,
  /** How often someone may submit it; null for any number of times. */
  max_attempts: z.number().int().min(1).max(maxQuizAttempts).nullable(),
  /** Whether questions and choices are in another order in each attempt. */
  is_shuffled: z.boolean(),
};

/** What came of a question of a submitted attempt. */
const questionResult = z.object({
  question_id: id,
  is_right: z.boolean(),
  explanation: z.string(),
  /** The right answer: once the quiz is passed or no attempt is left. Null until then. */
  right_answer: quizAnswer.nullable(),
});

/** A submitted attempt. */
const quizResult = z.object({
  number: z.number().int(),
  percent,
  right_count: z.number().int(),
  question_count: z.number().int(),
  is_passed: z.boolean(),
  submitted_at: timestamp,
  /** Of the questions that the quiz still has. */
  questions: z.array(questionResult),
});
export type QuizResult = z.output<typeof quizResult>;

/** The quiz of a page as a learner sees it, without right answers. */
export const quiz = z.object({
  ...settings,
  page_id: id,
  /** Raised by each edit. */
  version: z.number().int(),
  /** In the order of the viewer's next attempt, or of the one they have begun. */
  questions: z.array(shownQuestion),
  /** The attempt that the viewer has begun and not submitted; null if there is none. */
  attempt: z.object({ number: z.number().int(), answers: z.record(id, quizAnswer) }).nullable(),
  /** How many attempts the viewer has submitted. */
  attempts_used: z.number().int(),
  /** Whether the viewer has passed, in any attempt. */
  is_passed: z.boolean(),
  /** The viewer's last submitted attempt. */
  last_result: quizResult.nullable(),
});
export type Quiz = z.output<typeof quiz>;

/** The quiz of a page as editors write it. */
export const quizSource = z.object({
  ...settings,
  questions: z.array(quizQuestion),
  version: z.number().int(),
});
export type QuizSource = z.output<typeof quizSource>;

/** How learners did, over the latest 1,000 attempts. */
export const quizStatistics = z.object({
  attempt_count: z.number().int(),
  learner_count: z.number().int(),
  passed_count: z.number().int(),
  /** Of all these attempts; null without any. */
  average_percent: percent.nullable(),
  questions: z.array(
    z.object({
      question_id: id,
      text: z.string(),
      answered_count: z.number().int(),
      right_count: z.number().int(),
    }),
  ),
});
export type QuizStatistics = z.output<typeof quizStatistics>;

const ofPage = z.object({ page_id: id });
const path = '/api/course-pages/:page_id/quiz';
const forMembers = { access: 'space-member', feature: 'classroom', rateLimit: 'write' } as const;

export const quizEndpoints = {
  get_page_quiz: defineEndpoint({
    method: 'GET',
    path,
    summary: "Get the quiz of a page, without its right answers, and the viewer's attempts.",
    access: 'space-viewer',
    feature: 'classroom',
    params: ofPage,
    output: z.object({ quiz }),
    errors: ['quiz_not_found', 'page_locked'],
    rateLimit: 'none',
  }),
  save_quiz_answer: defineEndpoint({
    ...forMembers,
    method: 'PUT',
    path: `${path}/answers/:question_id`,
    summary: 'Save an answer of the attempt that the viewer has begun; begins one if there is none.',
    params: ofPage.extend({ question_id: id }),
    body: z.object({ answer: quizAnswer }),
    output: z.object({ number: z.number().int() }),
    errors: [
      'page_locked',
      'quiz_not_found',
      'quiz_question_not_found',
      'quiz_answer_invalid',
      'quiz_attempts_used',
    ],
  }),
  submit_quiz: defineEndpoint({
    ...forMembers,
    method: 'PUT',
    path: `${path}/submission`,
    summary:
      'Submit an attempt, which is graded then. Questions without an answer count as wrong. A quiz that is passed marks its page as done. Repeating the call returns the same result.',
    params: ofPage,
    body: z.object({
      /** Of the attempt, as its answers returned it. */
      number: z.int32().positive(),
    }),
    output: z.object({ quiz, result: quizResult }),
    errors: ['page_locked', 'quiz_not_found', 'quiz_attempt_not_found'],
  }),
  get_quiz_source: defineEndpoint({
    method: 'GET',
    path: `${path}/source`,
    summary: 'Get the quiz of a page with its right answers (editors of the course); null if it has none.',
    access: 'space-member',
    feature: 'classroom',
    params: ofPage,
    output: z.object({ source: quizSource.nullable() }),
    errors: ['not_allowed', 'page_locked'],
    rateLimit: 'none',
  }),
  save_quiz: defineEndpoint({
    ...forMembers,
    method: 'PUT',
    path,
    summary:
      'Create or replace the quiz of a page (editors of the course). Submitted attempts keep their results.',
    params: ofPage,
    body: z.object({
      ...settings,
      questions: quizQuestions,
      /** The version that the editor loaded, 0 without a quiz. Any other fails with `quiz_edit_conflict` and the current `source`. */
      base_version: z.number().int().min(0),
    }),
    output: z.object({ source: quizSource }),
    errors: ['not_allowed', 'quiz_edit_conflict'],
  }),
  delete_quiz: defineEndpoint({
    ...forMembers,
    method: 'DELETE',
    path,
    summary: 'Delete the quiz of a page with all attempts (editors of the course).',
    params: ofPage,
    output: emptyResponse,
    errors: ['not_allowed'],
  }),
  get_quiz_statistics: defineEndpoint({
    method: 'GET',
    path: `${path}/statistics`,
    summary: 'Get how learners did in a quiz (editors of the course).',
    access: 'space-member',
    feature: 'classroom',
    params: ofPage,
    output: z.object({ statistics: quizStatistics }),
    errors: ['not_allowed', 'page_locked', 'quiz_not_found'],
    rateLimit: 'none',
  }),
};

export const quizLiveEvents = {
  /** The viewer answered or submitted, perhaps on another device: refetch the quiz. On their own channel. */
  'quiz.attempt_changed': z.object({ space_id: id, page_id: id }),
} as const;
