import type { QuizAnswer } from '#contract/features/quizzes/questions.ts';

/** Whether answers wait to be saved: none, some that are being sent, or some that could not be sent. */
export type SaverState = 'saved' | 'saving' | 'failed';

interface AnswerSaverOptions {
  /** Saves an answer, and returns the number of its attempt; null if the quiz has no place for the answer anymore. */
  send: (questionId: string, answer: QuizAnswer) => Promise<number | null>;
  onState: (state: SaverState, error?: unknown) => void;
}

/** Saves answers one after another; of several to a question, only the last one that waits is sent. */
export interface AnswerSaver {
  save: (questionId: string, answer: QuizAnswer) => void;
  /** Sends what waits. Resolves to the number of the attempt that was saved last, null if none was; rejects if that fails. */
  flush: () => Promise<number | null>;
  hasUnsaved: () => boolean;
}

export function createAnswerSaver({ send, onState }: AnswerSaverOptions): AnswerSaver {
  const unsaved = new Map<string, QuizAnswer>();
  let running: Promise<number | null> | null = null;
  let number: number | null = null;

  const sendAll = async (): Promise<number | null> => {
    onState('saving');
    try {
      for (let next = first(unsaved); next; next = first(unsaved)) {
        const [questionId, answer] = next;
        number = (await send(questionId, answer)) ?? number;
        // It may have been changed meanwhile.
        if (unsaved.get(questionId) === answer) unsaved.delete(questionId);
      }
      onState('saved');
      return number;
    } catch (error) {
      onState('failed', error);
      throw error;
    } finally {
      running = null;
    }
  };
  const flush = async (): Promise<number | null> => {
    if (running) await running.catch(() => null);
    if (unsaved.size === 0) return number;
    running ??= sendAll();
    return await running;
  };
  return {
    save(questionId, answer) {
      unsaved.set(questionId, answer);
      if (!running) void flush().catch(() => {});
    },
    flush,
    hasUnsaved: () => unsaved.size > 0,
  };
}

const first = (answers: Map<string, QuizAnswer>): [string, QuizAnswer] | undefined =>
  answers.entries().next().value;
