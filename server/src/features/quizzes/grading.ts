import type { QuizAnswer, QuizQuestion } from '#contract/features/quizzes/questions.ts';

export type Answers = Record<string, QuizAnswer>;

const sorted = (ids: readonly string[]) => ids.toSorted();
const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((id, index) => id === b[index]);

/** Returns a text as answers are compared: without case, and with single spaces. */
export const normalizeAnswer = (text: string): string =>
  text.normalize('NFKC').trim().replace(/\s+/gu, ' ').toLocaleLowerCase('und');

/** Returns the right answer to a question; for a text the first that is accepted. */
export function rightAnswerOf(question: QuizQuestion): QuizAnswer {
  switch (question.kind) {
    case 'single':
    case 'multiple':
      return question.choices.filter(({ is_correct }) => is_correct).map(({ id }) => id);
    case 'order':
      return question.choices.map(({ id }) => id);
    case 'true_false':
      return question.is_true;
    case 'number':
      return question.value;
    case 'short_text':
      return question.accepted[0] ?? '';
  }
}

/** Whether an answer has the form that the question asks for, and names only its choices. */
export function isAnswerOf(question: QuizQuestion, answer: QuizAnswer | undefined): answer is QuizAnswer {
  switch (question.kind) {
    case 'true_false':
      return typeof answer === 'boolean';
    case 'number':
      return typeof answer === 'number';
    case 'short_text':
      return typeof answer === 'string';
    default: {
      if (!Array.isArray(answer) || new Set(answer).size !== answer.length) return false;
      const known = new Set(question.choices.map(({ id }) => id));
      if (!answer.every((id) => known.has(id))) return false;
      if (question.kind === 'single') return answer.length === 1;
      return question.kind === 'multiple' || answer.length === known.size;
    }
  }
}

/** Whether an answer is right; one that is missing or doesn't fit the question anymore isn't. */
export function isRight(question: QuizQuestion, answer: QuizAnswer | undefined): boolean {
  if (!isAnswerOf(question, answer)) return false;
  if (question.kind === 'short_text')
    return question.accepted.some((text) => normalizeAnswer(text) === normalizeAnswer(String(answer)));
  if (question.kind === 'number') {
    const { value, tolerance } = question;
    // A little more, because 0.3 - 0.1 isn't 0.2, but not so much that it counts for large numbers.
    const roundingError = 1e-15 * (Math.abs(value) + tolerance);
    return Math.abs(Number(answer) - value) <= tolerance + roundingError;
  }
  const right = rightAnswerOf(question);
  if (!Array.isArray(right) || !Array.isArray(answer)) return answer === right;
  return question.kind === 'order' ? isSame(answer, right) : isSame(sorted(answer), sorted(right));
}

export interface Grade {
  /** Whether each question was right, by its id. */
  results: Record<string, boolean>;
  right_count: number;
  question_count: number;
  percent: number;
  is_passed: boolean;
}

/** Grades the answers to a quiz. */
export function gradeQuiz(
  { questions, pass_percent }: { questions: readonly QuizQuestion[]; pass_percent: number },
  answers: Answers,
): Grade {
  const results = Object.fromEntries(
    questions.map((question) => [question.id, isRight(question, answers[question.id])]),
  );
  const right_count = Object.values(results).filter(Boolean).length;
  const question_count = questions.length;
  // Rounded down, so that 2 of 3 doesn't pass 67 %.
  const percent = Math.floor((100 * right_count) / question_count);
  return { results, right_count, question_count, percent, is_passed: percent >= pass_percent };
}
