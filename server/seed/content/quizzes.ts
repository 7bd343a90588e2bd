// Ids of choices are random: those of `newId` would tell which was written first.
import { randomUUID } from 'node:crypto';
import type { QuizAnswer, QuizQuestion } from '#contract/features/quizzes/questions.ts';
import { newId } from '#server/platform/ids.ts';

interface DemoQuestion {
  question: QuizQuestion;
  /** A wrong answer, which some members give. */
  wrong: QuizAnswer;
}

/** A quiz of the demo, and the page it belongs to. */
export interface DemoQuiz {
  course: string;
  page: string;
  pass_percent: number;
  questions: DemoQuestion[];
}

type Shared = Pick<QuizQuestion, 'text' | 'explanation'>;

function choice(shared: Shared, right: string[], wrong: string[]): DemoQuestion {
  const choices = [...right, ...wrong].map((text, index) => ({
    id: randomUUID(),
    text,
    is_correct: index < right.length,
  }));
  const kind = right.length === 1 ? 'single' : 'multiple';
  return {
    question: {
      ...shared,
      id: newId(),
      kind,
      choices: choices.toSorted((a, b) => (a.text < b.text ? -1 : 1)),
    },
    wrong: [choices.at(-1)?.id ?? ''],
  };
}

function order(shared: Shared, items: string[]): DemoQuestion {
  const choices = items.map((text) => ({ id: randomUUID(), text }));
  return {
    question: { ...shared, id: newId(), kind: 'order', choices },
    wrong: choices.map(({ id }) => id).toReversed(),
  };
}

/** Returns the quizzes of the demo, with new ids. */
export const demoQuizzes = (): DemoQuiz[] => [
  {
    course: 'Your first roll',
    page: 'Light without a meter',
    pass_percent: 75,
    questions: [
      choice(
        {
          text: 'Bright sun, film of ISO 200. Which shutter speed goes with f/16?',
          explanation: 'In bright sun, f/16 goes with one over the ISO of the film.',
        },
        ['1/250'],
        ['1/30', '1/1000'],
      ),
      {
        question: {
          id: newId(),
          kind: 'true_false',
          text: 'Negative film forgives too much light more easily than too little.',
          explanation: 'Too much light makes a dense negative. Too little leaves the shadows empty.',
          is_true: true,
        },
        wrong: false,
      },
      choice(
        {
          text: 'What lets in one stop more light?',
          explanation: 'Each step of the aperture, and each doubling of the time, is one stop.',
        },
        ['Half the shutter speed', 'From f/8 to f/5.6'],
        ['From f/8 to f/11'],
      ),
      order(
        {
          text: 'From the most light to the least:',
          explanation: 'Open shade has about three stops less than bright sun.',
        },
        ['Bright sun', 'Light clouds', 'Open shade', 'A room at night'],
      ),
    ],
  },
];
