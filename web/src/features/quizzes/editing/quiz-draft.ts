import type { QuestionKind, QuizQuestion } from '#contract/features/quizzes/questions.ts';
import { quizQuestion } from '#contract/features/quizzes/questions.ts';
import type { QuizSource } from '#contract/features/quizzes/quizzes.ts';
import { type Message, msg, t } from '#contract/i18n/translate.ts';
import { newClientId } from '#web/lib/api/client-id.ts';

export interface ChoiceDraft {
  id: string;
  text: string;
  is_correct: boolean;
}

/** A question as it's typed. It has the fields of all kinds, so that changing the kind loses nothing. */
export interface QuestionDraft {
  id: string;
  kind: QuestionKind;
  text: string;
  explanation: string;
  choices: ChoiceDraft[];
  is_true: boolean;
  accepted: string[];
  value: string;
  tolerance: string;
}

export interface QuizDraft {
  questions: QuestionDraft[];
  pass_percent: number;
  /** 0 for any number of times. */
  max_attempts: number;
  is_shuffled: boolean;
  version: number;
}

/** Problems by the id of a question, or by `answerKey` if they are about its answer; those of the quiz itself are under `quiz`. */
export type QuizProblems = Record<string, string>;

/** The key of the problems of a question's choices, numbers or accepted texts. */
export const answerKey = (questionId: string): string => `${questionId}:answer`;

export const kindLabels: Record<QuestionKind, Message> = {
  single: msg('One choice'),
  multiple: msg('Several choices'),
  true_false: msg('True or false'),
  short_text: msg('Short text'),
  number: msg('Number'),
  order: msg('Order'),
};

export const emptyChoice = (): ChoiceDraft => ({ id: newClientId(), text: '', is_correct: false });

export const emptyQuestion = (kind: QuestionKind = 'single'): QuestionDraft => ({
  id: newClientId(),
  kind,
  text: '',
  explanation: '',
  choices: [emptyChoice(), emptyChoice()],
  is_true: true,
  accepted: [''],
  value: '',
  tolerance: '0',
});

export const emptyQuiz = (): QuizDraft => ({
  questions: [emptyQuestion()],
  pass_percent: 80,
  max_attempts: 0,
  is_shuffled: false,
  version: 0,
});

function toQuestionDraft(question: QuizQuestion): QuestionDraft {
  const { id, kind, text, explanation } = question;
  const draft = { ...emptyQuestion(kind), id, text, explanation };
  switch (question.kind) {
    case 'single':
    case 'multiple':
      return { ...draft, choices: question.choices };
    case 'order':
      return { ...draft, choices: question.choices.map((choice) => ({ ...choice, is_correct: false })) };
    case 'true_false':
      return { ...draft, is_true: question.is_true };
    case 'short_text':
      return { ...draft, accepted: question.accepted };
    case 'number':
      return { ...draft, value: String(question.value), tolerance: String(question.tolerance) };
  }
}

export const toQuizDraft = ({ questions, max_attempts, ...quiz }: QuizSource): QuizDraft => ({
  ...quiz,
  max_attempts: max_attempts ?? 0,
  questions: questions.map(toQuestionDraft),
});

const toNumber = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text.replace(',', '.')));
const filled = <T extends { text: string }>(choices: readonly T[]) =>
  choices.filter(({ text }) => text.trim() !== '');

/** Returns a question as it's sent: choices and accepted texts that are empty are left out. */
export function toQuestion(draft: QuestionDraft): unknown {
  const { id, kind, text, explanation } = draft;
  const shared = { id, kind, text, explanation };
  switch (kind) {
    case 'single':
    case 'multiple':
      return { ...shared, choices: filled(draft.choices) };
    case 'order':
      return {
        ...shared,
        choices: filled(draft.choices).map((choice) => ({ id: choice.id, text: choice.text })),
      };
    case 'true_false':
      return { ...shared, is_true: draft.is_true };
    case 'short_text':
      return { ...shared, accepted: draft.accepted.filter((accepted) => accepted.trim() !== '') };
    case 'number':
      return { ...shared, value: toNumber(draft.value), tolerance: toNumber(draft.tolerance || '0') };
  }
}

/** Returns the questions as they are sent, and the first problem of each. */
export function readQuestions(drafts: readonly QuestionDraft[]): {
  questions: QuizQuestion[];
  problems: QuizProblems;
} {
  const questions: QuizQuestion[] = [];
  const problems: QuizProblems = {};
  if (drafts.length === 0) problems.quiz = t('Add at least one question.');
  for (const draft of drafts) {
    const result = quizQuestion.safeParse(toQuestion(draft));
    if (result.success) questions.push(result.data);
    else {
      const [issue] = result.error.issues;
      const part = issue?.path[0];
      const isNumber = part === 'value' || part === 'tolerance';
      const key = part === 'text' || part === 'explanation' ? draft.id : answerKey(draft.id);
      problems[key] = isNumber ? t('Enter a number.') : (issue?.message ?? '');
    }
  }
  return { questions, problems };
}

/** Moves the item at a position by one; returns the same list at its ends. */
export function moveBy<T>(items: readonly T[], index: number, by: -1 | 1): readonly T[] {
  const [item, other] = [items[index], items[index + by]];
  if (item === undefined || other === undefined) return items;
  return items.with(index, other).with(index + by, item);
}
