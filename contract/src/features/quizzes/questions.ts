import { z } from 'zod';
import { t } from '../../i18n/translate.ts';
import { isBlank } from '../../schema/characters.ts';
import { id } from '../../schema/endpoint.ts';
import { limitCharacters } from '../../schema/limit-characters.ts';
import {
  maxAcceptedTexts,
  maxQuizChoices,
  maxQuizChoiceText,
  maxQuizQuestions,
  maxQuizText,
} from '../../values/limits.ts';

export const questionKinds = ['single', 'multiple', 'true_false', 'short_text', 'number', 'order'] as const;
export type QuestionKind = (typeof questionKinds)[number];

const text = (max: number) =>
  limitCharacters(z.string().trim(), {
    min: [1, () => t('Add a text.')],
    max: [max, () => t('Text must be at most {max, number} characters', { max })],
  }).refine((value) => !isBlank(value), { error: () => t('Add a text.') });

/** A choice of a question, or an item to put in order. */
const choice = z.object({ id, text: text(maxQuizChoiceText) });

const markedChoices = z
  .array(choice.extend({ is_correct: z.boolean() }))
  .min(2, { error: () => t('Add at least two choices.') })
  .max(maxQuizChoices);

const shared = {
  id,
  text: text(maxQuizText),
  /** Shown after the quiz is submitted. */
  explanation: limitCharacters(z.string().trim(), {
    max: [maxQuizText, () => t('Text must be at most {max, number} characters', { max: maxQuizText })],
  }).default(''),
};

/** A question with its right answer, as editors write it. */
export const quizQuestion = z.discriminatedUnion('kind', [
  z.object({
    ...shared,
    kind: z.literal('single'),
    choices: markedChoices.refine((all) => all.filter(({ is_correct }) => is_correct).length === 1, {
      error: () => t('Mark one choice as correct.'),
    }),
  }),
  z.object({
    ...shared,
    kind: z.literal('multiple'),
    choices: markedChoices.refine((all) => all.some(({ is_correct }) => is_correct), {
      error: () => t('Mark at least one choice as correct.'),
    }),
  }),
  z.object({ ...shared, kind: z.literal('true_false'), is_true: z.boolean() }),
  z.object({
    ...shared,
    kind: z.literal('short_text'),
    /** Compared without regard to case and spaces around and between words. */
    accepted: z
      .array(text(maxQuizChoiceText))
      .min(1, { error: () => t('Add an accepted answer.') })
      .max(maxAcceptedTexts),
  }),
  z.object({
    ...shared,
    kind: z.literal('number'),
    value: z.number(),
    /** How far an answer may be from the value. */
    tolerance: z.number().min(0).default(0),
  }),
  z.object({
    ...shared,
    kind: z.literal('order'),
    /** In the right order. */
    choices: z
      .array(choice)
      .min(2, { error: () => t('Add at least two items.') })
      .max(maxQuizChoices),
  }),
]);
export type QuizQuestion = z.output<typeof quizQuestion>;

const idsOf = (questions: readonly QuizQuestion[]): string[] =>
  questions.flatMap((question) => [
    question.id,
    ...('choices' in question ? question.choices.map((one) => one.id) : []),
  ]);

export const quizQuestions = z
  .array(quizQuestion)
  .min(1, { error: () => t('Add at least one question.') })
  .max(maxQuizQuestions)
  .refine((questions) => new Set(idsOf(questions)).size === idsOf(questions).length, {
    error: () => t('Each question and each choice needs an ID of its own.'),
  });

/** A question as learners see it. */
export const shownQuestion = z.object({
  id,
  kind: z.enum(questionKinds),
  text: z.string(),
  /** The choices, or the items to put in order; empty for other kinds. */
  choices: z.array(z.object({ id, text: z.string() })),
});
export type ShownQuestion = z.output<typeof shownQuestion>;

/**
 * An answer: the ids of the choices for `single` (one), `multiple` and `order` (all, in their order), a boolean for
 * `true_false`, a number for `number`, and a text for `short_text`.
 */
export const quizAnswer = z.union([
  z.array(id).max(maxQuizChoices),
  z.boolean(),
  z.number(),
  z.string().max(maxQuizChoiceText),
]);
export type QuizAnswer = z.output<typeof quizAnswer>;
