import { msg } from '../../i18n/translate.ts';
import { defineErrors } from '../../schema/define-errors.ts';

export const quizErrors = defineErrors({
  quiz_not_found: { status: 404, message: msg('This page has no quiz.') },
  quiz_question_not_found: {
    status: 404,
    message: msg('This question was removed. Reload the page to see the current quiz.'),
  },
  quiz_attempt_not_found: { status: 404, message: msg('Answer at least one question first.') },
  quiz_answer_invalid: { status: 400, message: msg("This answer doesn't fit the question.") },
  quiz_attempts_used: { status: 409, message: msg('You have no attempts left.') },
  quiz_edit_conflict: { status: 409, message: msg('This quiz was edited somewhere else.') },
});
