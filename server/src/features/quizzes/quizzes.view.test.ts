import { describe, expect, it } from 'vitest';
import type { QuizQuestion } from '#contract/features/quizzes/questions.ts';
import type { AttemptRow } from './quizzes.queries.ts';
import {
  hasAttemptsLeft,
  shuffled,
  toQuiz,
  toResult,
  toShownQuestion,
  toStatistics,
} from './quizzes.view.ts';

const base = { text: 'Q', explanation: 'Because.' };
const choices = ['a', 'b', 'c', 'd'].map((id) => ({ id, text: id }));
const statement: QuizQuestion = { ...base, id: 's', kind: 'true_false', is_true: true };
const number: QuizQuestion = { ...base, id: 'n', kind: 'number', value: 3, tolerance: 0 };
const order: QuizQuestion = { ...base, id: 'o', kind: 'order', choices };
const single: QuizQuestion = {
  ...base,
  id: 'c',
  kind: 'single',
  choices: choices.map((choice) => ({ ...choice, is_correct: choice.id === 'a' })),
};
const submitted: AttemptRow = {
  number: 2,
  answers: {},
  submitted_at: '2026-11-26T12:00:00.000Z',
  results: { s: true, n: false },
  percent: 50,
  is_passed: true,
};
const quiz = {
  page_id: 'p',
  space_id: 'x',
  questions: [statement, number],
  pass_percent: 50,
  max_attempts: null,
  is_shuffled: false,
  version: 1,
};
const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id);

describe('A shuffled order', () => {
  const orders = Array.from({ length: 20 }, (_, seed) => idsOf(shuffled(choices, String(seed))).join(''));

  it('depends on its seed only, and not on the order before', () => {
    expect(idsOf(shuffled(choices.toReversed(), '1'))).toEqual(idsOf(shuffled(choices, '1')));
    expect(new Set(orders).size).toBeGreaterThan(5);
  });

  it('has each item once', () => {
    for (const shown of orders) expect([...shown].sort().join('')).toBe('abcd');
  });

  it('of items to put in order is never the right one', () => {
    for (let seed = 0; seed < 100; seed += 1)
      expect(idsOf(toShownQuestion(order, String(seed), false).choices)).not.toEqual(idsOf(choices));
  });

  it('of two items to put in order can be either, or it would tell', () => {
    const two = { ...order, choices: choices.slice(0, 2) };
    const seen = Array.from({ length: 50 }, (_, seed) => toShownQuestion(two, String(seed), false).choices);
    expect(new Set(seen.map((shown) => idsOf(shown).join('')))).toEqual(new Set(['ab', 'ba']));
  });
});

describe('A shown question', () => {
  it('has the choices without what is right, in their order unless the quiz is shuffled', () => {
    expect(toShownQuestion(single, '1', false)).toEqual({ id: 'c', kind: 'single', text: 'Q', choices });
    const seeds = Array.from(
      { length: 20 },
      (_, seed) => toShownQuestion(single, String(seed), true).choices,
    );
    expect(seeds.some((shown) => idsOf(shown).join('') !== 'abcd')).toBe(true);
  });

  it('without choices has an empty list', () => {
    expect(toShownQuestion(number, '1', true)).toEqual({ id: 'n', kind: 'number', text: 'Q', choices: [] });
  });
});

describe('The result of an attempt', () => {
  it('counts what was right, and explains', () => {
    expect(toResult(quiz, submitted, true)).toEqual({
      number: 2,
      percent: 50,
      is_passed: true,
      submitted_at: submitted.submitted_at,
      right_count: 1,
      question_count: 2,
      questions: [
        { question_id: 's', is_right: true, explanation: 'Because.', right_answer: true },
        { question_id: 'n', is_right: false, explanation: 'Because.', right_answer: 3 },
      ],
    });
  });

  it('has no right answers while they may still be looked for', () => {
    expect(toResult(quiz, submitted, false)?.questions.map(({ right_answer }) => right_answer)).toEqual([
      null,
      null,
    ]);
  });

  it('leaves out questions that were added since, and keeps the count of those that were removed', () => {
    const result = toResult({ questions: [single, number] }, submitted, true);
    expect(result?.questions.map(({ question_id }) => question_id)).toEqual(['n']);
    expect(result).toMatchObject({ right_count: 1, question_count: 2 });
  });

  it.each(['submitted_at', 'results', 'percent', 'is_passed'])('does not exist without %s', (field) => {
    expect(toResult(quiz, { ...submitted, [field]: null }, true)).toBeNull();
  });
});

describe('A quiz for a learner', () => {
  const begun: AttemptRow = {
    ...submitted,
    number: 3,
    answers: { s: true, gone: 1 },
    submitted_at: null,
    results: null,
    percent: null,
    is_passed: null,
  };

  it('has the attempt that was begun, without answers to removed questions, and the last result', () => {
    const shown = toQuiz(quiz, { latest: [begun, submitted], has_passed: true }, 'u');
    expect(shown).toMatchObject({
      attempt: { number: 3, answers: { s: true } },
      attempts_used: 2,
      is_passed: true,
      last_result: { number: 2 },
    });
    expect(shown.attempt?.answers).not.toHaveProperty('gone');
    expect(shown.last_result?.questions[0]?.right_answer).toBe(true);
  });

  it('shows right answers after the last attempt, also without passing', () => {
    const answersAfter = (max_attempts: number | null) =>
      toQuiz({ ...quiz, max_attempts }, { latest: [submitted], has_passed: false }, 'u').last_result
        ?.questions[0]?.right_answer;
    expect([answersAfter(2), answersAfter(3), answersAfter(null)]).toEqual([true, null, null]);
  });

  it('that nobody has taken has no result', () => {
    expect(toQuiz(quiz, { latest: [], has_passed: false }, null)).toMatchObject({
      attempt: null,
      attempts_used: 0,
      last_result: null,
    });
  });
});

it('Attempts are left below the limit, or without one', () => {
  expect([hasAttemptsLeft(1, 2), hasAttemptsLeft(2, 2), hasAttemptsLeft(99, null)]).toEqual([
    true,
    false,
    true,
  ]);
});

it('Statistics count 0 for questions that nobody answered', () => {
  const totals = { attempt_count: 1, learner_count: 1, passed_count: 0, average_percent: 50 };
  const counted = { ...totals, answered: { s: 2 }, right: { s: 1 } } as never;
  expect(toStatistics(quiz, counted)).toEqual({
    ...totals,
    questions: [
      { question_id: 's', text: 'Q', answered_count: 2, right_count: 1 },
      { question_id: 'n', text: 'Q', answered_count: 0, right_count: 0 },
    ],
  });
});
