import { describe, expect, it } from 'vitest';
import type { QuizAnswer, QuizQuestion } from '#contract/features/quizzes/questions.ts';
import { gradeQuiz, isAnswerOf, isRight, normalizeAnswer, rightAnswerOf } from './grading.ts';

const base = { text: 'Q', explanation: '' };
const choices = (correct: string) =>
  ['a', 'b', 'c'].map((id) => ({ id, text: id, is_correct: correct.includes(id) }));
const questions = {
  single: { ...base, id: '1', kind: 'single', choices: choices('b') },
  multiple: { ...base, id: '2', kind: 'multiple', choices: choices('ac') },
  true_false: { ...base, id: '3', kind: 'true_false', is_true: false },
  short_text: { ...base, id: '4', kind: 'short_text', accepted: ['Straße', 'The  road'] },
  number: { ...base, id: '5', kind: 'number', value: 0.3, tolerance: 0.1 },
  large: { ...base, id: '7', kind: 'number', value: 8_000_000_000, tolerance: 0 },
  zero: { ...base, id: '8', kind: 'number', value: 0, tolerance: 0 },
  word: { ...base, id: '9', kind: 'short_text', accepted: ['true'] },
  order: { ...base, id: '6', kind: 'order', choices: choices('').map(({ id, text }) => ({ id, text })) },
} satisfies Record<string, QuizQuestion>;

describe('An answer is right', () => {
  it.each<[keyof typeof questions, QuizAnswer, boolean]>([
    ['single', ['b'], true],
    ['single', ['a'], false],
    ['multiple', ['a', 'c'], true],
    ['multiple', ['c', 'a'], true],
    ['multiple', ['a'], false],
    ['multiple', ['a', 'b', 'c'], false],
    ['multiple', [], false],
    ['true_false', false, true],
    ['true_false', true, false],
    ['short_text', '  STRASSE', false],
    ['short_text', 'sTRAßE ', true],
    ['short_text', 'the road', true],
    ['short_text', 'theroad', false],
    ['number', 0.2, true],
    ['number', 0.4, true],
    ['number', 0.41, false],
    ['number', 0.19, false],
    ['large', 8_000_000_000, true],
    ['large', 8_000_000_001, false],
    ['zero', 0, true],
    ['zero', 1e-16, false],
    // The question was edited, and asked for something else before.
    ['number', '0.3', false],
    ['word', true, false],
    ['order', ['a', 'b', 'c'], true],
    ['order', ['b', 'a', 'c'], false],
  ])('%s with %j: %s', (kind, answer, right) => {
    expect(isRight(questions[kind], answer)).toBe(right);
  });

  it.each(Object.entries(questions))('never without an answer: %s', (_kind, question) => {
    expect(isRight(question, undefined)).toBe(false);
  });

  it.each(Object.entries(questions))('if it is the one that is shown as right: %s', (_kind, question) => {
    expect(isRight(question, rightAnswerOf(question))).toBe(true);
  });
});

describe('An answer fits', () => {
  it.each<[keyof typeof questions, QuizAnswer, boolean]>([
    ['single', ['a'], true],
    ['single', ['a', 'b'], false],
    ['single', [], false],
    ['single', ['x'], false],
    ['single', 'a', false],
    ['multiple', [], true],
    ['multiple', ['a', 'a'], false],
    ['order', ['a', 'b'], false],
    ['order', ['c', 'b', 'a'], true],
    ['true_false', 'true', false],
    ['true_false', true, true],
    ['number', '1', false],
    ['number', 1, true],
    ['short_text', 1, false],
    ['short_text', '', true],
  ])('%s with %j: %s', (kind, answer, fits) => {
    expect(isAnswerOf(questions[kind], answer)).toBe(fits);
  });
});

it('Texts are compared without case, width and extra spaces', () => {
  expect(normalizeAnswer('  Ｄeep \n  Learning ')).toBe('deep learning');
});

describe('A quiz', () => {
  const three = [questions.single, questions.true_false, questions.number];
  const answers = { 1: ['b'], 3: false, 5: 9 };

  it.each([
    [66, true],
    [67, false],
    [0, true],
    [100, false],
  ])('with 2 of 3 right and %i %% to pass is passed: %s', (pass_percent, is_passed) => {
    expect(gradeQuiz({ questions: three, pass_percent }, answers)).toEqual({
      results: { 1: true, 3: true, 5: false },
      right_count: 2,
      question_count: 3,
      percent: 66,
      is_passed,
    });
  });
});
