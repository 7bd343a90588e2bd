import { describe, expect, it } from 'vitest';
import { aQuestion, aQuizSource } from '#web-testing/quiz-fixtures.ts';
import {
  answerKey,
  emptyQuestion,
  moveBy,
  type QuestionDraft,
  readQuestions,
  toQuizDraft,
} from './quiz-draft.ts';

const question = (fields: Partial<QuestionDraft>): QuestionDraft => ({
  ...emptyQuestion(),
  id: '00000000-0000-7000-8000-000000000001',
  text: 'Q',
  ...fields,
});

describe('A saved quiz', () => {
  it.each([
    ['a choice', aQuestion()],
    ['several choices', aQuestion({ kind: 'multiple' })],
    ['an order', aQuestion({ kind: 'order' })],
    ['a statement', aQuestion({ kind: 'true_false', is_true: false })],
    ['a text', aQuestion({ kind: 'short_text', accepted: ['Rye', 'rye flour'] })],
    ['a number', aQuestion({ kind: 'number', value: 1.5, tolerance: 0.5 })],
  ])('with %s is sent as it was loaded', (_what, loaded) => {
    const { questions } = toQuizDraft(aQuizSource({ questions: [loaded] }));
    expect(readQuestions(questions)).toEqual({ questions: [loaded], problems: {} });
  });

  it('without a limit of attempts has 0 in the form', () => {
    expect(toQuizDraft(aQuizSource({ max_attempts: null })).max_attempts).toBe(0);
    expect(toQuizDraft(aQuizSource({ max_attempts: 3 })).max_attempts).toBe(3);
  });
});

describe('A question', () => {
  it.each([
    ['without text', { text: '  ' }, 'Add a text.'],
    ['without choices', {}, 'Add at least two choices.'],
    [
      'without a correct choice',
      {
        choices: ['a', 'b'].map((text, n) => ({
          id: `00000000-0000-7000-8000-00000000001${n}`,
          text,
          is_correct: false,
        })),
      },
      'Mark one choice as correct.',
    ],
    ['without a number', { kind: 'number' as const, value: '' }, 'Enter a number.'],
    ['with a text instead of a number', { kind: 'number' as const, value: 'many' }, 'Enter a number.'],
    [
      'with a tolerance that is none',
      { kind: 'number' as const, value: '1', tolerance: 'x' },
      'Enter a number.',
    ],
    [
      'without accepted answers',
      { kind: 'short_text' as const, accepted: [' ', ''] },
      'Add an accepted answer.',
    ],
  ])('%s has a problem where it belongs', (what, fields, problem) => {
    const draft = question(fields);
    const key = what === 'without text' ? draft.id : answerKey(draft.id);
    expect(readQuestions([draft])).toEqual({ questions: [], problems: { [key]: problem } });
  });

  it('about a number may have a comma, and no tolerance', () => {
    const typed = question({ kind: 'number', value: ' 1,5', tolerance: '' });
    expect(readQuestions([typed]).questions).toMatchObject([{ value: 1.5, tolerance: 0 }]);
  });

  it('that is new has two empty choices and an empty accepted answer', () => {
    const { id: _, choices, ...rest } = emptyQuestion();
    expect(choices.map(({ text, is_correct }) => [text, is_correct])).toEqual([
      ['', false],
      ['', false],
    ]);
    expect(rest).toEqual({
      kind: 'single',
      text: '',
      explanation: '',
      is_true: true,
      accepted: [''],
      value: '',
      tolerance: '0',
    });
  });

  it('leaves out choices without text', () => {
    const ids = [11, 12, 13].map((n) => `00000000-0000-7000-8000-0000000000${n}`);
    const choices = ['a', ' ', 'b'].map((text, n) => ({ id: ids[n] ?? '', text, is_correct: n === 0 }));
    const { questions } = readQuestions([question({ choices })]);
    expect(questions[0]).toMatchObject({ choices: [{ text: 'a' }, { text: 'b' }] });
  });
});

it('A quiz needs a question', () => {
  expect(readQuestions([]).problems).toEqual({ quiz: 'Add at least one question.' });
});

it('Items move by one, and stay at the ends', () => {
  expect(moveBy(['a', 'b', 'c'], 1, -1)).toEqual(['b', 'a', 'c']);
  expect(moveBy(['a', 'b', 'c'], 1, 1)).toEqual(['a', 'c', 'b']);
  expect(moveBy(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
  expect(moveBy(['a', 'b'], 1, 1)).toEqual(['a', 'b']);
});
