import { createHash } from 'node:crypto';
import type { QuizQuestion, ShownQuestion } from '#contract/features/quizzes/questions.ts';
import type { Quiz, QuizResult, QuizSource, QuizStatistics } from '#contract/features/quizzes/quizzes.ts';
import { rightAnswerOf } from './grading.ts';
import type { AttemptRow, AttemptsOfLearner, QuizRow, summarizeAttempts } from './quizzes.queries.ts';

/** Returns items in an order that depends on the seed only. */
export function shuffled<T extends { id: string }>(items: readonly T[], seed: string): T[] {
  const keyOf = ({ id }: T) => createHash('sha256').update(`${seed} ${id}`).digest('hex');
  return items
    .map((item) => ({ item, key: keyOf(item) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ item }) => item);
}

/** Maps a question to what learners see. Items to put in order are always shuffled, or the answer would be shown. */
export function toShownQuestion(question: QuizQuestion, seed: string, isShuffled: boolean): ShownQuestion {
  const { id, kind, text } = question;
  const choices =
    'choices' in question ? question.choices.map((one) => ({ id: one.id, text: one.text })) : [];
  if (kind !== 'order') return { id, kind, text, choices: isShuffled ? shuffled(choices, seed) : choices };
  const mixed = shuffled(choices, seed);
  // Two items have only one other order, which would tell the right one.
  const isRight = choices.length > 2 && mixed.every((one, index) => one.id === choices[index]?.id);
  return { id, kind, text, choices: isRight ? mixed.toReversed() : mixed };
}

/** Maps a submitted attempt. Right answers are left out while the learner may still need to find them. */
export function toResult(
  { questions }: Pick<QuizRow, 'questions'>,
  attempt: AttemptRow,
  showsAnswers: boolean,
): QuizResult | null {
  const { number, submitted_at, results, percent, is_passed } = attempt;
  if (submitted_at === null || results === null || percent === null || is_passed === null) return null;
  const rights = Object.values(results);
  return {
    number,
    percent,
    is_passed,
    submitted_at,
    right_count: rights.filter(Boolean).length,
    question_count: rights.length,
    questions: questions.flatMap((question) => {
      const is_right = results[question.id];
      if (is_right === undefined) return [];
      const right_answer = showsAnswers ? rightAnswerOf(question) : null;
      return [{ question_id: question.id, is_right, explanation: question.explanation, right_answer }];
    }),
  };
}

/** Whether someone may begin another attempt. */
export const hasAttemptsLeft = (used: number, max: number | null): boolean => max === null || used < max;

/**
 * Whether a learner sees right answers: they have passed, or have no attempt left, not even one that they have begun. The editor may
 * have lowered the limit since.
 */
export function showsAnswersTo(
  { max_attempts }: Pick<QuizRow, 'max_attempts'>,
  { latest, has_passed }: AttemptsOfLearner,
): boolean {
  const used = latest.find(({ submitted_at }) => submitted_at !== null)?.number ?? 0;
  const hasBegun = latest.some(({ submitted_at }) => submitted_at === null);
  return has_passed || (!hasBegun && !hasAttemptsLeft(used, max_attempts));
}

/** Maps a quiz to what a learner sees of it. */
export function toQuiz(
  row: QuizRow,
  { latest, has_passed }: AttemptsOfLearner,
  viewerId: string | null,
): Quiz {
  const { page_id, version, pass_percent, max_attempts, is_shuffled, questions } = row;
  const begun = latest.find(({ submitted_at }) => submitted_at === null);
  const last = latest.find(({ submitted_at }) => submitted_at !== null);
  const attempts_used = last?.number ?? 0;
  const seed = `${page_id} ${viewerId} ${begun?.number ?? attempts_used + 1}`;
  const shown = is_shuffled ? shuffled(questions, seed) : questions;
  const showsAnswers = showsAnswersTo(row, { latest, has_passed });
  const known = new Set(questions.map(({ id }) => id));
  const answers = Object.entries(begun?.answers ?? {}).filter(([id]) => known.has(id));
  return {
    page_id,
    version,
    pass_percent,
    max_attempts,
    is_shuffled,
    questions: shown.map((question) => toShownQuestion(question, seed, is_shuffled)),
    attempt: begun ? { number: begun.number, answers: Object.fromEntries(answers) } : null,
    attempts_used,
    is_passed: has_passed,
    last_result: last ? toResult(row, last, showsAnswers) : null,
  };
}

export const toSource = ({ page_id: _, space_id: __, ...source }: QuizRow): QuizSource => source;

export function toStatistics(
  { questions }: Pick<QuizRow, 'questions'>,
  { answered, right, ...totals }: Awaited<ReturnType<typeof summarizeAttempts>>,
): QuizStatistics {
  return {
    ...totals,
    questions: questions.map(({ id, text }) => ({
      question_id: id,
      text,
      answered_count: answered?.[id] ?? 0,
      right_count: right?.[id] ?? 0,
    })),
  };
}
